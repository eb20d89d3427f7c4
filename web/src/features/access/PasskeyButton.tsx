import type { User } from '@escuta/contract/access';
import { Button, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';

/** The way in without a password, where the browser knows one. */
export function PasskeyButton({ onSignedIn }: { readonly onSignedIn: (user: User) => Promise<void> }) {
  const { t } = useTranslation('second-factor');
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = useOneAtATime(async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      // The library and the schemas come with the press: the login page draws without them.
      const { enterWithoutPassword } = await import('#web/features/access/code-step.ts');
      const user = await enterWithoutPassword();
      if (user) await onSignedIn(user);
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  });
  return (
    <Stack gap="sm" mt="md">
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        leftSection={<IconKey size={16} stroke={1.5} aria-hidden />}
        onClick={() => void send()}
      >
        {t('enterWithPasskey')}
      </Button>
      <AttemptFailure text={failure} />
    </Stack>
  );
}
