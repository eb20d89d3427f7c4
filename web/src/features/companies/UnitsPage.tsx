import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateUnitDrawer } from '#web/features/companies/CreateUnitDrawer.tsx';
import { formatZoneChoice } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './UnitsPage.module.css';

/** The units that the user may work in, each with a page of its settings. */
export function UnitsPage() {
  const { t } = useTranslation('companies');
  const { businesses } = useMe();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeader
        title={t('units.title')}
        text={t('units.text')}
        actions={
          <Button leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={() => setCreating(true)}>
            {t('units.create')}
          </Button>
        }
      />
      <ul className={classes['units']} aria-label={t('units.title')}>
        {businesses.map(({ _id, nome, timezone }) => (
          <li key={_id}>
            <Link to="/settings/units/$id" params={{ id: _id }} className={classes['unit']}>
              <Group justify="space-between" gap="sm">
                <Text fw={600} component="span">
                  {nome}
                </Text>
                <Text size="sm" c="dimmed" component="span">
                  {formatZoneChoice(timezone)}
                </Text>
              </Group>
            </Link>
          </li>
        ))}
      </ul>
      <CreateUnitDrawer opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
