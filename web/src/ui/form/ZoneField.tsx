import { isOptionsGroup } from '@mantine/core';
import type { OptionsFilter } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatZoneChoice } from '#web/lib/format.ts';
import { knownZones } from '#web/lib/known-zones.ts';
import { plainWords } from '#web/lib/plain-words.ts';
import { Select } from '#web/ui/Select.tsx';

interface ZoneFieldProps {
  readonly label: string;
  /** Empty where `noZone` was chosen. */
  readonly value: string;
  readonly description?: string;
  /** What choosing none of them is called; without this there is always one. */
  readonly noZone?: string;
  readonly onChange: (timezone: string) => void;
}

/** The value of the choice of none: no option of the library may be empty. */
const none = 'none';

/** A choice among the time zones that the browser knows by a place, found by any part of their names or of what people call them. */
export function ZoneField({ label, value, description, noZone, onChange }: ZoneFieldProps) {
  const { t } = useTranslation('ui');
  // 400 names take a tenth of a second: only who chooses waits for them.
  const [isOpened, setOpened] = useState(false);
  const zones = useMemo(() => {
    const known = isOpened ? knownZones() : [];
    const offered = value === '' || known.includes(value) ? known : [value, ...known];
    const zonesOffered = offered.map((zone) => ({ value: zone, label: formatZoneChoice(zone) }));
    return noZone === undefined ? zonesOffered : [{ value: none, label: noZone }, ...zonesOffered];
  }, [value, noZone, isOpened]);
  return (
    <Select
      label={label}
      description={description}
      searchable
      filter={found}
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('noZoneFound')}
      data={zones}
      onDropdownOpen={() => setOpened(true)}
      value={value || none}
      onChange={(zone) => zone !== null && onChange(zone === none ? '' : zone)}
    />
  );
}

const found: OptionsFilter = ({ options, search, limit }) =>
  options
    .filter((option) => !isOptionsGroup(option) && searchedWords(option.label).includes(searchedWords(search.trim())))
    .slice(0, limit);

/** People write a place with spaces: 'sao paulo' finds 'America/Sao_Paulo'. */
function searchedWords(words: string): string {
  return plainWords(words).replaceAll('_', ' ');
}
