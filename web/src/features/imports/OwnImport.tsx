import type { Import } from '@escuta/contract/imports';
import { Button, Group, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { importQuery } from '#web/features/imports/api.ts';
import { ErrorsDownload } from '#web/features/imports/ErrorsDownload.tsx';
import { canOpenResults, resultsSearch } from '#web/features/imports/import-results.ts';
import { isUnfinished } from '#web/features/imports/imports-polling.ts';
import { ImportFailure } from '#web/features/imports/ImportFailure.tsx';
import { ImportProgress } from '#web/features/imports/ImportProgress.tsx';
import { ImportStatus } from '#web/features/imports/ImportStatus.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import classes from './ImporterPage.module.css';

const countNames = ['total', 'created', 'updated', 'unchanged', 'rejected', 'warned'] as const;

/** One's own import, for a role that does not see the list of all. */
export function OwnImport({ id, onAnother }: { id: string; onAnother: () => void }) {
  const { t } = useTranslation('imports');
  const { data: entry, error, refetch } = useQuery(importQuery(id));
  if (error && !entry) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!entry) return <Skeleton height={220} maw={720} radius="md" />;
  return (
    <section className={`${classes['card']} ${classes['own']}`}>
      <Title order={2} className={classes['fileName'] ?? ''}>
        {entry.file_name}
      </Title>
      <div>
        <ImportStatus status={entry.status} />
        {entry.error && <ImportFailure error={entry.error} />}
      </div>
      <ImportProgress entry={entry} />
      <Counts entry={entry} />
      <Group gap="sm">
        {entry.counts.rejected + entry.counts.warned > 0 && <ErrorsDownload entry={entry} />}
        {canOpenResults(entry) && (
          <Button
            size="compact-sm"
            renderRoot={(props) => <Link to="/contatos" search={resultsSearch(entry)} {...props} />}
          >
            {t('importer.follow.contacts')}
          </Button>
        )}
        {!isUnfinished(entry) && (
          <Button size="compact-sm" variant="default" onClick={onAnother}>
            {t('importer.follow.another')}
          </Button>
        )}
      </Group>
    </section>
  );
}

function Counts({ entry: { totalData, counts } }: { entry: Import }) {
  const { t } = useTranslation('imports');
  const figures = { total: totalData, ...counts };
  return (
    <dl className={classes['facts']}>
      {countNames.map((name) => (
        <div key={name}>
          <dt>{t(`column.${name}`)}</dt>
          <dd className="figures">{formatNumber(figures[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
