import { bringsPeople } from '@escuta/contract/imports';
import type { Import } from '@escuta/contract/imports';
import { Button, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { importQuery } from '#web/features/imports/api.ts';
import { CancelImport } from '#web/features/imports/CancelImport.tsx';
import { ErrorsDownload } from '#web/features/imports/ErrorsDownload.tsx';
import { countsOf, hasResults, isStopped, resultsLink } from '#web/features/imports/import-results.ts';
import { isUnfinished } from '#web/features/imports/imports-polling.ts';
import { ImportFailure } from '#web/features/imports/ImportFailure.tsx';
import { ImportProgress } from '#web/features/imports/ImportProgress.tsx';
import { ImportStatus } from '#web/features/imports/ImportStatus.tsx';
import { UndoImport } from '#web/features/imports/UndoImport.tsx';
import { UndoState } from '#web/features/imports/UndoState.tsx';
import { isMissing } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';
import classes from './ImporterPage.module.css';

const countNames = ['total', 'created', 'updated', 'unchanged', 'rejected', 'warned'] as const;

/** One import from its start to its result (decision 57): how far it is, what came of it, and where to go from there. */
export function ImportResult({ id, onAnother }: { id: string; onAnother: () => void }) {
  const { data: entry, error, refetch } = useQuery(importQuery(id));
  if (isMissing(error) && !entry) return <NotFoundState onBack={onAnother} />;
  if (error && !entry) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!entry) return <Skeleton height={220} maw={720} radius="md" />;
  return (
    <section className={`${classes['card']} ${classes['own']}`} aria-labelledby="import-file">
      <FileName name={entry.file_name} />
      <div>
        <output>
          <ImportStatus status={entry.status} undo={entry.undo} />
          <Outcome entry={entry} />
        </output>
        {entry.error && <ImportFailure error={entry.error} />}
      </div>
      {!isStopped(entry) && !entry.undo && <ImportProgress entry={entry} />}
      <Counts entry={entry} />
      {entry.undo && <UndoState type={entry.type} undo={entry.undo} />}
      <NextSteps entry={entry} onAnother={onAnother} />
    </section>
  );
}

/** The button that started the import is gone, and the focus with it. */
function FileName({ name }: { name: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Title
      order={2}
      id="import-file"
      ref={title}
      tabIndex={-1}
      className={`${classes['fileName']} ${classes['found']}`}
    >
      {name}
    </Title>
  );
}

/** While it runs, that nobody has to stay; at its end the figures, for whoever does not see them change. */
function Outcome({ entry }: { entry: Import }) {
  const { t } = useTranslation('imports');
  if (isUnfinished(entry))
    return (
      <Text c="dimmed" size="sm" mt={4} span display="block">
        {t('importer.follow.goesOn')}
      </Text>
    );
  const { created, updated, unchanged, rejected, warned } = entry.counts;
  const figures = {
    created: formatNumber(created),
    updated: formatNumber(updated),
    unchanged: formatNumber(unchanged),
    rejected: formatNumber(rejected),
    warned: formatNumber(warned),
  };
  return <VisuallyHidden>{t('importer.follow.ended', figures)}</VisuallyHidden>;
}

function Counts({ entry: { type, totalData, counts } }: { entry: Import }) {
  const { t } = useTranslation('imports');
  const isPhone = useIsPhone();
  const figures = { total: totalData, ...counts };
  return (
    <Facts inPairs={isPhone}>
      {countsOf(type, countNames).map((name) => (
        <Fact key={name} name={t(`column.${name}`)}>
          <span className="figures">{formatNumber(figures[name])}</span>
        </Fact>
      ))}
    </Facts>
  );
}

function NextSteps({ entry, onAnother }: { entry: Import; onAnother: () => void }) {
  const { t } = useTranslation('imports');
  const { can, opens } = useMe();
  const { rejected, warned } = entry.counts;
  const hasAny = hasResults(entry);
  const maySend = bringsPeople(entry.type) && hasAny && entry.undo?.status !== 'running' && can('sends.create');
  return (
    <>
      <div className={classes['steps']}>
        {maySend && (
          <Button
            leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
            renderRoot={(props) => <Link to="/sends/new" search={{ to: 'import', importId: entry._id }} {...props} />}
          >
            {t('importer.follow.send')}
          </Button>
        )}
        {hasAny && (
          <Button
            variant={maySend ? 'default' : 'filled'}
            renderRoot={(props) => <Link {...resultsLink(entry)} {...props} />}
          >
            {t(`importer.follow.results.${entry.type}`)}
          </Button>
        )}
        {rejected + warned > 0 && <ErrorsDownload entry={entry} />}
        {isUnfinished(entry) && <CancelImport entry={entry} />}
        {entry.undoUntil && <UndoImport entry={entry} until={entry.undoUntil} />}
        {!isUnfinished(entry) && (
          <Button variant="default" onClick={onAnother}>
            {t('importer.follow.another')}
          </Button>
        )}
      </div>
      {opens('imports') && (
        <StandaloneLink to="/imports" className={classes['all'] ?? ''}>
          {t('importer.follow.all')}
        </StandaloneLink>
      )}
    </>
  );
}
