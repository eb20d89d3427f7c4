import { listCustomFields } from '@escuta/contract/custom-fields';
import { ContactId } from '@escuta/contract/ids';
import { compareContacts } from '@escuta/contract/merges';
import { Button, Group } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ContactPicker } from '#web/features/contacts/merges/ContactPicker.tsx';
import { MergeForm } from '#web/features/contacts/merges/MergeForm.tsx';
import { isMissing } from '#web/lib/call.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

const route = getRouteApi('/shell/contatos/$id/unir');

/** Two contacts side by side, with a choice for each field; before that, who the other one is. */
export function MergePage() {
  const { t } = useTranslation(['merges', 'contacts']);
  const id = ContactId.safeParse(route.useParams().id).data;
  const other = route.useSearch().with;
  const compared = id && other ? { params: { id }, query: { with: other } } : undefined;
  const answer = useQuery(routeQuery(compareContacts, compared, { staleTime: 0 }));
  const customFields = useQuery(routeQuery(listCustomFields, {}));
  if (!id || isMissing(answer.error)) return <NotFoundState />;
  return (
    <>
      <StandaloneLink to="/contatos/$id" params={{ id }}>
        {t('contacts:one')}
      </StandaloneLink>
      <PageHeader title={t('merge.title')} text={other ? t('merge.text') : t('merge.chooseText')} />
      {other === undefined ? (
        <ContactPicker except={id} />
      ) : (
        <Loaded answer={answer}>
          {(comparison) => (
            <>
              <Group gap="sm" mb="lg">
                <Button
                  variant="default"
                  leftSection={<IconArrowsExchange size={16} stroke={1.5} aria-hidden />}
                  renderRoot={(props) => (
                    <Link to="/contatos/$id/unir" params={{ id: other }} search={{ with: id }} replace {...props} />
                  )}
                >
                  {t('merge.swap')}
                </Button>
                <Button
                  variant="default"
                  renderRoot={(props) => <Link to="/contatos/$id/unir" params={{ id }} replace {...props} />}
                >
                  {t('merge.different')}
                </Button>
              </Group>
              <Loaded answer={customFields}>
                {({ data }) => (
                  <MergeForm
                    key={`${id}${other}`}
                    comparison={comparison}
                    customFields={data}
                    onReload={() => void answer.refetch()}
                  />
                )}
              </Loaded>
            </>
          )}
        </Loaded>
      )}
    </>
  );
}
