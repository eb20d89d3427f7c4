import type { ErasureReport as Report } from '@escuta/contract/erasures';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';

/** The button that was pressed is gone. */
const focused = (button: HTMLButtonElement | null) => button?.focus();

/** What was taken of a person, table by table (PRIVACY-13). */
export function ErasureReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation(['erasures', 'ui']);
  return (
    <Stack gap="md">
      <Text>{t('report.text')}</Text>
      <Facts inPairs>
        {report.tables.map(({ table, rows }) => (
          <Fact key={table} name={t(`table.${table}`)}>
            {formatNumber(rows)}
          </Fact>
        ))}
      </Facts>
      <Text c="dimmed" size="sm">
        {t('report.kept')}
      </Text>
      <Group justify="flex-end">
        <Button ref={focused} onClick={onClose}>
          {t('report.close')}
        </Button>
      </Group>
    </Stack>
  );
}
