import type { Import } from '@escuta/contract/imports';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { canOpenResults, hasResults, isStopped, resultsLink } from '#web/features/imports/import-results.ts';
import { ErrorsDownload } from '#web/features/imports/ErrorsDownload.tsx';
import { ImportFailure } from '#web/features/imports/ImportFailure.tsx';
import { ImportProgress } from '#web/features/imports/ImportProgress.tsx';
import { ImportStatus } from '#web/features/imports/ImportStatus.tsx';
import { isUnfinished } from '#web/features/imports/imports-polling.ts';
import { cardLink } from '#web/lib/import-pages.ts';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { useTableRoom } from '#web/lib/use-table-room.ts';
import type { TableRoom } from '#web/lib/use-table-room.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import type { Column } from '#web/ui/list/column.ts';
import classes from './ImportsList.module.css';

const countNames = ['created', 'updated', 'unchanged'] as const;
/** As wide as their heads, in pixels: the figures are shorter. */
const countWidths = { created: 80, updated: 100, unchanged: 92 };
/** Both the date and the time of 'Nov 22, 2026, 11:08 PM' in one line, or one under the other, in pixels. */
const dateWidths = { wide: 192, medium: 120, narrow: 120 } as const satisfies Record<TableRoom, number>;
/** The counts that a table has room for; people may show the others. */
const countsShown = {
  wide: countNames,
  medium: ['created', 'updated'],
  narrow: ['created'],
} as const satisfies Record<TableRoom, readonly string[]>;

/** The columns of the list of imports; `leadsToCards` where each may be opened: those of another company are not. */
export function useImportColumns({ leadsToCards }: { leadsToCards: boolean }): Column<Import>[] {
  const { t } = useTranslation('imports');
  const { business } = useMe();
  const room = useTableRoom();
  const isShown = (name: string) => countsShown[room].some((shown) => shown === name);
  return [
    { key: 'type', header: t('column.type'), widthMin: 124, cell: (entry) => <TypeAndFile entry={entry} /> },
    {
      key: 'date',
      header: t('column.date'),
      width: dateWidths[room],
      cell: ({ created_at }) => formatInstant(created_at, business.timezone),
    },
    {
      key: 'status',
      header: t('column.status'),
      width: 122,
      card: 'corner',
      cell: (entry) => <Standing entry={entry} leadsToCard={leadsToCards} />,
    },
    {
      key: 'total',
      header: t('column.total'),
      width: 84,
      align: 'end',
      cell: ({ totalData, status }) =>
        totalData === 0 && status !== 'finished' ? (
          <NoValue />
        ) : (
          <span className="figures">{formatNumber(totalData)}</span>
        ),
    },
    {
      key: 'progress',
      header: t('column.progress'),
      width: 84,
      card: 'none',
      cell: (entry) => (isStopped(entry) ? <NoValue /> : <ImportProgress entry={entry} />),
    },
    ...countNames.map((name): Column<Import> => ({
      key: name,
      header: t(`column.${name}`),
      width: countWidths[name],
      align: 'end',
      choice: isShown(name) ? 'shown' : 'hidden',
      cell: ({ counts }) => <span className="figures">{formatNumber(counts[name])}</span>,
    })),
    {
      key: 'rejected',
      header: t('column.rejected'),
      width: 92,
      align: 'end',
      cell: (entry) => <Listed entry={entry} kind="rejected" />,
    },
    {
      key: 'warned',
      header: t('column.warned'),
      width: 92,
      align: 'end',
      cell: (entry) => <Listed entry={entry} kind="warned" />,
    },
  ];
}

/**
 * The link to what the import brought, once it is over, above the name of its file. A card has no column for the progress: it
 * stands here until the import is over, which the status says.
 */
function TypeAndFile({ entry }: { entry: Import }) {
  const { t } = useTranslation('imports');
  const isPhone = useIsPhone();
  const type = t(`type.${entry.type}`);
  return (
    <div className={classes['file']}>
      {hasResults(entry) ? (
        // Only the row of a complete import is pressed as a whole (IMPORT-10), on a phone its card.
        <Link
          {...resultsLink(entry)}
          className={`${classes['link']} ${canOpenResults(entry) ? '' : classes['partial']}`}
          aria-label={t('open', { type, file: entry.file_name })}
        >
          {type}
        </Link>
      ) : (
        <Text fw={500}>{type}</Text>
      )}
      <Text size="xs" c="dimmed">
        {entry.file_name}
      </Text>
      {entry.error && <ImportFailure error={entry.error} />}
      {isPhone && isUnfinished(entry) && <ImportProgress entry={entry} />}
    </div>
  );
}

/**
 * Where an import stands, how much of it was taken back, and the link to its card: a running one has no other. On a phone there is no
 * heading that says of what so much was taken back.
 */
function Standing({ entry, leadsToCard }: { entry: Import; leadsToCard: boolean }) {
  const { t } = useTranslation('imports');
  const isPhone = useIsPhone();
  const { created, updated } = entry.counts;
  const { undone = 0 } = entry.undo ?? {};
  const figures = { undone: formatNumber(undone), all: formatNumber(created + updated) };
  return (
    <span className={classes['standing']}>
      <ImportStatus status={entry.status} undo={entry.undo} />
      {entry.undo && (
        <Text size="xs" c="dimmed" span className="figures">
          {isPhone ? t(`undo.shareOf.${entry.type}`, figures) : t('undo.share', figures)}
        </Text>
      )}
      {leadsToCard && (
        <Link
          {...cardLink(entry)}
          className={classes['details']}
          aria-label={t('details.of', { file: entry.file_name })}
          data-alone
        >
          {t('details.link')}
        </Link>
      )}
    </span>
  );
}

/** How many rows the file of errors has of a kind. The first kind that it has any of is the button that saves it. */
function Listed({ entry, kind }: { entry: Import; kind: 'rejected' | 'warned' }) {
  const { [kind]: count, rejected } = entry.counts;
  if (count > 0 && (kind === 'rejected' || rejected === 0)) return <ErrorsDownload entry={entry} only={kind} />;
  return <span className="figures">{formatNumber(count)}</span>;
}
