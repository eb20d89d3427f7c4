import { Button, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isForbidden } from '#web/lib/call.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { useFocusHandOver } from '#web/ui/focus-page-title.ts';

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Something could not be loaded: what happened, what to do, and a way to try again, but after a 403, which asking again does not change. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const errorText = useErrorText();
  const box = useFocusHandOver<HTMLDivElement>();
  return (
    <Stack ref={box} align="center" gap="sm" p="xl" role="alert" maw={420} mx="auto">
      <IconCloudOff size={32} stroke={1.5} aria-hidden color="var(--mantine-color-dimmed)" />
      <Text fw={600} ta="center">
        {t('error.title')}
      </Text>
      <Text c="dimmed" ta="center">
        {errorText(error)}
      </Text>
      {onRetry && !isForbidden(error) && (
        <Button variant="default" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </Stack>
  );
}
