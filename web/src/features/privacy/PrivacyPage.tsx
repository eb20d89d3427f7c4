import { privacyRequestStatuses } from '@escuta/contract/privacy-requests';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { requestsQuery } from '#web/features/privacy/api.ts';
import { useRequestColumns } from '#web/features/privacy/use-request-columns.tsx';
import { AddressToCopy } from '#web/ui/AddressToCopy.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChoiceFilter } from '#web/ui/list/ChoiceFilter.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/settings/privacy');

/** What people have asked of the company under the LGPD, the most urgent first, and the address by which they do. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  const search = route.useSearch();
  const requests = useQuery(requestsQuery(search));
  const { change, ...state } = useListState(search, ['status']);
  return (
    <ListPage
      name="privacy"
      title={t('title')}
      text={t('text')}
      notice={requests.data && <FormAddress url={requests.data.form_url} />}
      state={state}
      answer={requests}
      columns={useRequestColumns()}
      filters={
        <ChoiceFilter
          label={t('column.status')}
          all={t('everyStatus')}
          values={privacyRequestStatuses}
          nameOf={(value) => t(`status.${value}`)}
          chosen={search.status}
          onChoose={(status) => change({ status })}
          w={192}
        />
      }
      empty={<EmptyState title={t('empty.title')} text={t('empty.text')} />}
    />
  );
}

function FormAddress({ url }: { url: string }) {
  const { t } = useTranslation('privacy');
  return (
    <Box mb="lg" maw={640}>
      <AddressToCopy
        label={t('form.address')}
        description={t('form.text')}
        url={url}
        copyText={t('form.copy')}
        copiedText={t('form.copied')}
      />
    </Box>
  );
}
