import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

interface AdminModeSwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Turns a list into that of all companies and back, for internal staff alone (IMPORT-05, EXPORT-06). */
export function AdminModeSwitch({ isOn, onChange }: AdminModeSwitchProps) {
  const { t } = useTranslation('ui');
  const { can } = useMe();
  if (!can('internal.admin')) return null;
  return (
    <Switch label={t('adminMode')} checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
  );
}
