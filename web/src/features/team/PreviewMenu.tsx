import { rolesToPreview } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { Button, Menu } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePreview } from '#web/features/team/use-preview.ts';
import { useMe } from '#web/lib/me.ts';

/** Shows the product as one of the roles would find it. */
export function PreviewMenu() {
  const { t } = useTranslation('team');
  const { user } = useMe();
  const preview = usePreview();
  const begin = (role: Role) => void preview(role, '/cf-dashboard');
  return (
    <Menu position="bottom-end" withinPortal={false} returnFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<IconEye size={16} stroke={1.5} aria-hidden />}>
          {t('preview.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {rolesToPreview(user.role).map((role) => (
          <Menu.Item key={role} onClick={() => begin(role)}>
            {t(`role.${role}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
