import type { Changes } from '@escuta/contract/primitives';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';

/** Who changed a setting last, and when; nothing where nobody has. */
export function LastChange({ changed }: { changed: Changes[string] | undefined }) {
  const { t } = useTranslation('companies');
  const { timezone } = useMe().business;
  if (!changed) return null;
  const date = formatInstant(changed.at, timezone);
  return (
    <Text size="xs" c="dimmed">
      {changed.nome ? t('changedBy', { name: changed.nome, date }) : t('changedAt', { date })}
    </Text>
  );
}
