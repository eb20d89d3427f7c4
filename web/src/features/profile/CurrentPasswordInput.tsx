import { PasswordInput } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The password that the person has, which proves who they are. */
export function CurrentPasswordInput(props: Omit<PasswordInputProps, 'label'>) {
  const { t } = useTranslation(['profile', 'password']);
  return (
    <PasswordInput
      label={t('password.current')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('password:show') }}
      {...props}
    />
  );
}
