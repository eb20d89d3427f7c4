import type { AuditEvent, AuditFact } from '@escuta/contract/audit';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** What an event says beside its action: each fact in a line, and what stood there before it. */
export function AuditFacts({ before, after }: Pick<AuditEvent, 'before' | 'after'>) {
  const write = useFactText();
  const names = Object.keys({ ...before, ...after });
  return names.map((name) => (
    <Text key={name} size="sm" inherit lineClamp={3}>
      {write.name(name)}: {before && name in before ? `${write.value(before[name])} → ` : ''}
      {write.value(after?.[name])}
    </Text>
  ));
}

/** The names and values of facts in words; one that has none yet is shown as it is. */
function useFactText() {
  const { t, i18n } = useTranslation('audit');
  const { timezone } = useMe().business;
  const isKnown = (key: string) => i18n.exists(key, { ns: 'audit' });
  const value = (fact: AuditFact | undefined): string => {
    if (fact === null || fact === undefined || fact === '') return '—';
    if (Array.isArray(fact)) return fact.map(value).join(', ');
    if (typeof fact === 'boolean') return t(fact ? 'value.yes' : 'value.no');
    if (typeof fact === 'number') return formatNumber(fact);
    if (instant.test(fact)) return formatInstant(fact, timezone);
    return isKnown(`value.${fact}`) ? t(`value.${fact as 'all'}`) : fact;
  };
  return { name: (name: string) => (isKnown(`fact.${name}`) ? t(`fact.${name as 'reason'}`) : name), value };
}
