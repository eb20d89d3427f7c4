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
      {write.name(name)}: {before && name in before ? `${write.value(name, before[name])} → ` : ''}
      {write.value(name, after?.[name])}
    </Text>
  ));
}

/** The names and values of facts in words; one that has none yet is shown as it is. */
function useFactText() {
  const { t, i18n } = useTranslation(['audit', 'team']);
  const { business, businesses } = useMe();
  const isKnown = (key: string, ns: 'audit' | 'team' = 'audit') => i18n.exists(key, { ns });
  const plain = (fact: AuditFact | undefined): string => {
    if (fact === null || fact === undefined || fact === '') return '—';
    if (Array.isArray(fact)) return fact.length === 0 ? t('value.none') : fact.map(plain).join(', ');
    if (typeof fact === 'boolean') return t(fact ? 'value.yes' : 'value.no');
    if (typeof fact === 'number') return formatNumber(fact);
    if (instant.test(fact)) return formatInstant(fact, business.timezone);
    return isKnown(`value.${fact}`) ? t(`value.${fact as 'all'}`) : fact;
  };
  /** What only its name tells how to read. */
  const asNamed: Readonly<Record<string, (fact: AuditFact) => string>> = {
    role: (role) => (isKnown(`role.${plain(role)}`, 'team') ? t(`team:role.${role as 'own'}`) : plain(role)),
    ticketing_role: (role) => (role === null ? t('team:noTicketing') : t(`team:ticketing.${role as 'adm'}`)),
    units: (ids) => {
      if (!Array.isArray(ids) || ids.length === 0) return t('team:allUnits');
      return ids.map((id) => businesses.find(({ _id }) => _id === id)?.nome ?? t('team:otherUnit')).join(', ');
    },
  };
  return {
    name: (name: string) => {
      // As companies and units are named on the wire.
      if (name === 'nome') return t('fact.name');
      return isKnown(`fact.${name}`) ? t(`fact.${name as 'reason'}`) : name;
    },
    value: (name: string, fact: AuditFact | undefined) =>
      fact === undefined ? plain(fact) : (asNamed[name]?.(fact) ?? plain(fact)),
  };
}
