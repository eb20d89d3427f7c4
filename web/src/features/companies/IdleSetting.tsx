import { useTranslation } from 'react-i18next';
import { Setting } from '#web/features/companies/Setting.tsx';
import { useOwnPeopleOnly } from '#web/features/companies/use-own-people-only.ts';
import type { Saved } from '#web/features/companies/Setting.tsx';
import { Select } from '#web/ui/Select.tsx';

const hour = 60;
const day = 24 * hour;
const offered = [15, 30, hour, 2 * hour, 4 * hour, 8 * hour, day, 7 * day];
const asInstallation = 'installation';

interface IdleSettingProps extends Saved<number | null> {
  /** How long the installation lets sessions stay unused. */
  readonly installation: { readonly minutes: number; readonly kept_minutes: number };
}

/** After how long a session that nobody uses ends; no longer than the installation lets it. */
export function IdleSetting({ installation, ...saved }: IdleSettingProps) {
  const { t } = useTranslation('companies');
  const { disabled, describe } = useOwnPeopleOnly();
  const timeOf = (minutes: number): string => {
    if (minutes % day === 0) return t('security.days', { count: minutes / day });
    if (minutes % hour === 0) return t('security.hours', { count: minutes / hour });
    return t('security.minutes', { count: minutes });
  };
  const chosen = saved.value === null || offered.includes(saved.value) ? [] : [saved.value];
  const shorter = offered.filter((minutes) => minutes < installation.kept_minutes);
  const choices = [...shorter, ...chosen]
    .toSorted((left, right) => left - right)
    .map((minutes) => ({ value: String(minutes), label: t('security.idleAfter', { time: timeOf(minutes) }) }));
  const times = { time: timeOf(installation.minutes), kept: timeOf(installation.kept_minutes) };
  return (
    <Setting label={t('security.idle')} {...saved}>
      {({ draft, onDraft }) => (
        <Select
          label={t('security.idle')}
          description={describe(t('security.idleText', times))}
          disabled={disabled}
          allowDeselect={false}
          data={[{ value: asInstallation, label: t('security.idleAs') }, ...choices]}
          value={draft === null ? asInstallation : String(draft)}
          onChange={(minutes) => onDraft(minutes === asInstallation ? null : Number(minutes))}
        />
      )}
    </Setting>
  );
}
