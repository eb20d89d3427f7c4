import { auditActions } from '@escuta/contract/audit';
import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditActorsQuery } from '#web/features/audit/api.ts';
import { actionOf } from '#web/features/audit/audit-search.ts';
import type { AuditSearch } from '#web/features/audit/audit-search.ts';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { Select } from '#web/ui/Select.tsx';

// A calendar weighs more than the page: only who looks at days of their own loads it.
const DayRangeField = lazy(async () => ({ default: (await import('#web/ui/DayRangeField.tsx')).DayRangeField }));

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (part: Partial<AuditSearch>) => void;
}

/** Who, what and when the list is narrowed to. All of it is in the address. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const actors = useQuery(auditActorsQuery());
  const actions = auditActions
    .map((value) => ({ value: value as string, label: t(`action.${value}`) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <>
      <Select
        aria-label={t('filter.actor')}
        placeholder={t('filter.everybody')}
        data={(actors.data?.data ?? []).map(({ _id, name }) => ({ value: _id as string, label: name }))}
        value={search.actor ?? null}
        onChange={(actor) => onChange({ actor: actor ?? undefined })}
        searchable
        nothingFoundMessage={t('filter.nobody')}
        clearable
        clearButtonProps={{ 'aria-label': t('filter.clear', { filter: t('filter.actor') }) }}
        w={{ base: '100%', xs: 200 }}
      />
      <Select
        aria-label={t('filter.action')}
        placeholder={t('filter.everything')}
        data={actions}
        value={actionOf(search) ?? null}
        onChange={(action) => onChange({ action: action ?? undefined })}
        searchable
        nothingFoundMessage={t('filter.nothing')}
        clearable
        clearButtonProps={{ 'aria-label': t('filter.clear', { filter: t('filter.action') }) }}
        w={{ base: '100%', xs: 232 }}
      />
      <DaysFilter search={search} onChange={onChange} />
    </>
  );
}

/** The days, in the unit's zone: since ever, until somebody asks for some. */
function DaysFilter({ search: { from, to }, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const today = useToday(useMe().business.timezone);
  const [isAsked, setAsked] = useState(false);
  if (!isAsked && !from && !to) {
    return (
      <Button
        variant="default"
        leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('filter.days')}
      </Button>
    );
  }
  return (
    <Suspense>
      <DayRangeField
        range={{ from: from ?? to ?? today, to: to ?? today }}
        dayMax={today}
        opensAtOnce={isAsked}
        onRange={(days) => onChange(days)}
      />
    </Suspense>
  );
}
