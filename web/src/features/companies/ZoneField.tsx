import { isOptionsGroup } from '@mantine/core';
import type { OptionsFilter } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isZoneOfPlace } from '@escuta/contract/company-settings';
import { formatZoneChoice } from '#web/lib/format.ts';
import { plainWords } from '#web/lib/plain-words.ts';
import { Select } from '#web/ui/Select.tsx';

interface ZoneFieldProps {
  readonly value: string;
  readonly description?: string;
  readonly onChange: (timezone: string) => void;
}

/** A choice among the time zones that the browser knows by a place, found by any part of their names or of what people call them. */
export function ZoneField({ value, description, onChange }: ZoneFieldProps) {
  const { t } = useTranslation('companies');
  // 400 names take a tenth of a second: only who chooses waits for them.
  const [isOpened, setOpened] = useState(false);
  const zones = useMemo(() => {
    const known = isOpened ? Intl.supportedValuesOf('timeZone').filter(isZoneOfPlace) : [];
    const offered = known.includes(value) ? known : [value, ...known];
    return offered.map((zone) => ({ value: zone, label: formatZoneChoice(zone) }));
  }, [value, isOpened]);
  return (
    <Select
      label={t('timezone')}
      description={description}
      searchable
      filter={found}
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('noZone')}
      data={zones}
      onDropdownOpen={() => setOpened(true)}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  );
}

const found: OptionsFilter = ({ options, search, limit }) =>
  options
    .filter((option) => !isOptionsGroup(option) && plainWords(option.label).includes(plainWords(search.trim())))
    .slice(0, limit);
