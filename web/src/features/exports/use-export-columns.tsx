import type { ExportStatus } from '@escuta/contract/export-types';
import { exportKinds, kindOfExport } from '@escuta/contract/export-types';
import type { Export } from '@escuta/contract/exports';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shortTitle } from '#web/features/exports/export-link.ts';
import { ExportLink } from '#web/features/exports/ExportLink.tsx';
import { ExportProgress } from '#web/features/exports/ExportProgress.tsx';
import { formatExactInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';
import type { Column } from '#web/ui/list/column.ts';

const tones: Record<ExportStatus, StatusTone> = {
  pending: 'open',
  running: 'busy',
  finished: 'good',
  error: 'bad',
  cancelled: 'open',
};

/** The columns of the list of exports; in admin mode whose each is too (EXPORT-07). */
export function useExportColumns(isAdmin: boolean): Column<Export>[] {
  const { t } = useTranslation('exports');
  const { business } = useMe();
  const typeOf = ({ type, format }: Export) => `${t(`type.${type}`)} · ${format.toUpperCase()}`;
  const whose: Column<Export>[] = [
    {
      key: 'unit',
      header: t('column.unit'),
      widthMin: 130,
      cell: ({ _business: { nome, _empresa } }) => (
        <>
          {nome}
          <Text c="dimmed" size="sm">
            {_empresa.nome}
          </Text>
        </>
      ),
    },
    { key: 'user', header: t('column.user'), widthMin: 110, cell: ({ _user }) => _user?.nome ?? <NoValue /> },
  ];
  return [
    { key: 'type', header: t('column.type'), widthMin: 130, cell: typeOf },
    {
      key: 'information',
      header: t('column.information'),
      widthMin: 150,
      card: 'line',
      cell: (entry) => (exportKinds[kindOfExport(entry.type)].isOfSurveys ? <Information entry={entry} /> : null),
    },
    ...(isAdmin ? whose : []),
    { key: 'link', header: t('column.link'), width: 104, cell: (entry) => <ExportLink entry={entry} /> },
    {
      key: 'date',
      header: t('column.date'),
      width: isAdmin ? 104 : 172,
      cell: ({ created_at }) => <span className="figures">{formatExactInstant(created_at, business.timezone)}</span>,
    },
    {
      key: 'status',
      header: t('column.status'),
      width: 122,
      card: 'corner',
      cell: ({ status }) => <StatusWord tone={tones[status]} word={t(`status.${status}`)} />,
    },
    {
      key: 'total',
      header: t('column.total'),
      width: 88,
      align: 'end',
      cell: ({ totalData, status }) =>
        status === 'pending' ? <NoValue /> : <span className="figures">{formatNumber(totalData)}</span>,
    },
    {
      key: 'progress',
      header: t('column.progress'),
      width: 88,
      cell: (entry) =>
        entry.status === 'error' || entry.status === 'cancelled' ? (
          <NoValue />
        ) : (
          <ExportProgress entry={entry} type={typeOf(entry)} />
        ),
    },
  ];
}

/** Which surveys, and what a row of the file is. */
function Information({ entry: { data } }: { entry: Export }) {
  const { t } = useTranslation('exports');
  const { surveyTitle, exportMode } = data;
  return (
    <>
      {surveyTitle !== null && <span title={surveyTitle}>{shortTitle(surveyTitle)}</span>}
      {exportMode !== null && (
        <Text c="dimmed" size="sm">
          {t(`mode.${exportMode}`)}
        </Text>
      )}
    </>
  );
}
