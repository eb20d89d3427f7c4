import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/call.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { useFocusHandOver } from '#web/ui/focus-page-title.ts';

/** Who is signed in, or where, could not be loaded (SPLASH-03): what to do, and both ways to do it. */
export function StartErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'ui']);
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const box = useFocusHandOver<HTMLDivElement>();
  useEffect(() => {
    void import('#web/app/end-session.ts').then(({ endSessionOfManager }) => endSessionOfManager(queryClient));
  }, [queryClient]);
  const signInAgain = async () => {
    // Not with the first page: hardly anybody comes here.
    const { endSession } = await import('#web/app/end-session.ts');
    await endSession();
    await navigate({ to: '/login' });
    queryClient.clear();
  };
  return (
    <Stack ref={box} align="center" gap="md" p="xl" role="alert" maw={420} mx="auto">
      <IconCloudOff size={32} stroke={1.5} aria-hidden color="var(--mantine-color-dimmed)" />
      <Text fw={600} ta="center">
        {t('splash.failed')}
      </Text>
      {isOutside(error) && (
        <Text c="dimmed" ta="center">
          {errorText(error)}
        </Text>
      )}
      <Group gap="sm" justify="center">
        <Button variant="default" onClick={onRetry}>
          {t('ui:error.retry')}
        </Button>
        <Button variant="subtle" onClick={() => void signInAgain()}>
          {t('splash.signIn')}
        </Button>
      </Group>
    </Stack>
  );
}

/** By the code alone: the route that refuses would bring its schemas, and what reads them, into the first page. */
function isOutside(error: unknown): boolean {
  return error instanceof CallError && error.code === 'ADDRESS_NOT_ALLOWED';
}
