import { listDuplicates, searchDuplicates } from '@escuta/contract/merges';
import { Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ContactsBackLink } from '#web/features/contacts/ContactsBackLink.tsx';
import { useDuplicateColumns } from '#web/features/contacts/merges/use-duplicate-columns.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { pageOf } from '#web/ui/list/list-search.ts';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

const route = getRouteApi('/shell/contatos/duplicados');
const askAgainMs = 3_000;

/** Contacts of the unit that may be one person, two by two. */
export function DuplicatesPage() {
  const { t } = useTranslation('merges');
  const { timezone } = useMe().business;
  const search = route.useSearch();
  const state = useListState(search);
  const { limit, page } = pageOf(search);
  const answer = useQuery({
    ...routeQuery(listDuplicates, { query: { limit, page } }),
    refetchInterval: ({ state: { data } }) => (data?.is_searching ? askAgainMs : false),
  });
  const columns = useDuplicateColumns();
  const { searched_at: searchedAt = null, is_searching: isSearching = false } = answer.data ?? {};
  const again = <SearchButton isSearching={isSearching} />;
  return (
    <>
      <ContactsBackLink />
      <ListPage
        name="duplicates"
        title={t('title')}
        text={t('text')}
        actions={again}
        state={state}
        answer={answer}
        columns={columns}
        notice={
          searchedAt && (
            <Text c="dimmed" size="sm" mb="md">
              {t('searchedAt', { when: formatInstant(searchedAt, timezone) })}
            </Text>
          )
        }
        empty={
          <EmptyState
            drawing="people"
            title={t('empty.title')}
            text={searchedAt ? t('empty.text') : t('empty.never')}
            action={<Group gap="sm">{again}</Group>}
          />
        }
      />
    </>
  );
}

function SearchButton({ isSearching }: { isSearching: boolean }) {
  const { t } = useTranslation('merges');
  const errorText = useErrorText();
  const search = useRouteMutation(searchDuplicates, {
    invalidates: [listDuplicates],
    onError: (error) => noticeFailure(errorText(error)),
  });
  return (
    <Button
      leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
      loading={search.isPending}
      disabled={isSearching}
      onClick={() => search.mutate({})}
    >
      {isSearching ? t('searching') : t('search')}
    </Button>
  );
}
