import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

interface ZoneFieldProps {
  readonly value: string;
  readonly description?: string;
  readonly onChange: (timezone: string) => void;
}

/** A choice among the time zones that the browser knows, found by any part of their names. */
export function ZoneField({ value, description, onChange }: ZoneFieldProps) {
  const { t } = useTranslation('companies');
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
    return known.some((zone) => zone.value === value) ? known : [{ value, label: value }, ...known];
  }, [value]);
  return (
    <Select
      label={t('timezone')}
      description={description}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('noZone')}
      data={zones}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  );
}
