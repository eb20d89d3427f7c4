import type { Role } from '@escuta/contract/access-policy';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePreview } from '#web/features/team/use-preview.ts';
import classes from './PreviewBar.module.css';

/** Says that the product is shown as a role would find it, and ends that. */
export function PreviewBar({ role }: { readonly role: Role }) {
  const { t } = useTranslation('team');
  const preview = usePreview();
  return (
    <section className={classes['bar']} aria-label={t('preview.label')}>
      <Text size="sm" inherit>
        {t('preview.text', { role: t(`role.${role}`) })}
      </Text>
      <Button size="xs" mih={36} variant="default" onClick={() => void preview(undefined, '/settings/users')}>
        {t('preview.end')}
      </Button>
    </section>
  );
}
