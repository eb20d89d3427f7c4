import type { Export } from '@escuta/contract/exports';
import { Progress, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#web/lib/format.ts';

/** A bar with how much of an export is done. Only a complete one shows 100%: the rest is rounded down. */
export function ExportProgress({ entry, type }: { entry: Pick<Export, 'progress'>; type: string }) {
  const { t } = useTranslation('exports');
  const share = Math.floor(entry.progress * 100) / 100;
  return (
    <Stack gap={4} miw={56}>
      <span className="figures">{formatPercent(share, 0)}</span>
      <Progress value={share * 100} size={6} radius="xl" aria-label={t('progressOf', { type })} />
    </Stack>
  );
}
