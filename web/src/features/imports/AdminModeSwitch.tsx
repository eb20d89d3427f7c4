import { Switch } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

/** Turns the list into that of all companies and back, for internal staff alone (IMPORT-05). */
export function AdminModeSwitch({ isOn = false }: { isOn?: boolean }) {
  const { t } = useTranslation('imports');
  const { can } = useMe();
  const navigate = useNavigate();
  if (!can('internal.admin')) return null;
  return (
    <Switch
      label={t('admin.mode')}
      checked={isOn}
      onChange={(event) =>
        void navigate({ to: '/imports', search: event.currentTarget.checked ? { admin: true } : {} })
      }
    />
  );
}
