import { Button, Group, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SampleFile } from '#web/ui/SampleFile.tsx';

/** A unit without contacts: where they come from, for whoever may bring them in. `actions` are those of the list. */
export function NoContactsState({ actions }: { actions: ReactNode }) {
  const { t } = useTranslation('contacts');
  const { can } = useMe();
  if (!can('contacts.import'))
    return <EmptyState drawing="people" title={t('empty.title')} text={t('empty.text')} action={actions} />;
  return (
    <EmptyState
      drawing="people"
      title={t('empty.importTitle')}
      text={t('empty.importText')}
      action={
        <Stack align="center" gap="md">
          <Group gap="sm" justify="center">
            {actions}
            {can('integrations.manage') && (
              <Button
                variant="default"
                leftSection={<IconPlugConnected size={16} stroke={1.5} aria-hidden />}
                renderRoot={(props) => <Link to="/partners" {...props} />}
              >
                {t('empty.partner')}
              </Button>
            )}
          </Group>
          <SampleFile />
        </Stack>
      }
    />
  );
}
