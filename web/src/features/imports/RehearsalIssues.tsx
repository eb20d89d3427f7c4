import type { ImportSettings, Rehearsal, RowError } from '@escuta/contract/imports';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import classes from './RehearsalIssues.module.css';

interface RehearsalIssuesProps {
  readonly found: Rehearsal;
  readonly dayOrder: ImportSettings['dayOrder'];
}

/** The first rows that would be left out or come in without a field, each with what is wrong and the cell as it stands there. */
export function RehearsalIssues({ found: { counts, issues }, dayOrder }: RehearsalIssuesProps) {
  const { t } = useTranslation('imports');
  const label = t('rehearsal.issues');
  if (issues.length === 0) return <Text component="output">{t('rehearsal.none')}</Text>;
  const isCut = counts.rejected + counts.warned > issues.length;
  const reasonOf = (reason: RowError) =>
    reason === 'date_invalid' || reason === 'day_invalid' || reason === 'answered_at_invalid'
      ? t(`reason.${reason}.${dayOrder}`)
      : t(`reason.${reason}`);
  return (
    <>
      {isCut && <Text size="sm">{t('rehearsal.first', { figure: formatNumber(issues.length) })}</Text>}
      {/* Scrolls by the keyboard, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes['frame']} aria-label={label} tabIndex={0}>
        <Table stickyHeader verticalSpacing="xs" miw={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" className={classes['number']}>
                {t('rehearsal.row')}
              </Table.Th>
              <Table.Th scope="col">{t('rehearsal.kind')}</Table.Th>
              <Table.Th scope="col">{t('rehearsal.problem')}</Table.Th>
              <Table.Th scope="col">{t('rehearsal.cell')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {issues.map(({ row, isWarning, problems }) => (
              <Table.Tr key={row}>
                <Table.Td className={`figures ${classes['number']}`}>{formatNumber(row)}</Table.Td>
                <Table.Td>{t(`rehearsal.${outcomeOf({ isWarning, problems })}`)}</Table.Td>
                <Table.Td>
                  {problems.map(({ reason, column }) => (
                    <div key={`${reason} ${column}`}>
                      {reasonOf(reason)}
                      {column !== null && ` (${column})`}
                    </div>
                  ))}
                </Table.Td>
                <Table.Td className={classes['cell']}>
                  {problems.map(({ reason, column, cell }) => (
                    <div key={`${reason} ${column}`}>{cell || <NoValue />}</div>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}

/** What becomes of a row: it comes in without a field, or with all that it says, or stays out. */
function outcomeOf({ isWarning, problems }: Pick<Rehearsal['issues'][number], 'isWarning' | 'problems'>) {
  if (!isWarning) return 'rejected';
  return problems.some(({ column }) => column !== null) ? 'warned' : 'warnedWhole';
}
