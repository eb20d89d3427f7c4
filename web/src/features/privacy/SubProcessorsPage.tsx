import { listSubProcessors } from '@escuta/contract/sub-processors';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RecordExport } from '#web/features/privacy/RecordExport.tsx';
import { useSubProcessorColumns } from '#web/features/privacy/use-sub-processor-columns.tsx';
import { routeQuery } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/list/DataTable.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** Where the data of the company is kept and who else works on it (PRIVACY-24), with the record of processing to take away. */
export function SubProcessorsPage() {
  const { t } = useTranslation('privacy');
  const answer = useQuery(routeQuery(listSubProcessors, {}, { staleTime: 0 }));
  const columns = useSubProcessorColumns();
  return (
    <>
      <PageHeader title={t('subProcessors.title')} text={t('subProcessors.text')} actions={<RecordExport />} />
      {answer.data && <Residency place={answer.data.data_residency} />}
      <Title order={2} mb="sm">
        {t('subProcessors.list')}
      </Title>
      <DataTable
        label={t('subProcessors.list')}
        columns={columns}
        rows={answer.data?.data}
        // Whoever runs the installation may name one provider twice, for two things that it does.
        rowKey={({ name, service, does }) => [name, service, does].join('/')}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        empty={
          <EmptyState drawing="table" title={t('subProcessors.empty.title')} text={t('subProcessors.empty.text')} />
        }
      />
    </>
  );
}

function Residency({ place }: { place: string | null }) {
  const { t } = useTranslation('privacy');
  return (
    <section aria-labelledby="residency">
      <Title order={2} id="residency" mb="xs">
        {t('subProcessors.residency')}
      </Title>
      <Text mb="xl" maw={640} {...(place === null ? { c: 'dimmed' } : {})}>
        {place ?? t('subProcessors.noResidency')}
      </Text>
    </section>
  );
}
