import type { User } from '@escuta/contract/access';
import { Anchor, Center, getDefaultZIndex, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSession } from '#web/features/access/api.ts';
import { SignIn } from '#web/features/access/SignIn.tsx';
import { isAnythingUnsaved } from '#web/lib/leaving.ts';
import { useMe } from '#web/lib/me.ts';
import { remembered } from '#web/lib/session.ts';
import { hostSignIn, isSignInAwaited, onSignInAwaited, resumeSession } from '#web/lib/sign-in-again.ts';
import { chooseUnit } from '#web/lib/unit.ts';
import { keepsEscape } from '#web/ui/over-layers.ts';

const tokenPollMs = 1_000;

interface SignInAgainDialogProps {
  /** Somebody else has signed in: what the page shows is not theirs. */
  readonly onSomebodyElse: () => void;
}

/**
 * Asks to sign in over the page whose session has ended (SESSION-02 to -09): the page stays as it is, with what was typed,
 * and goes on as soon as the same person is back in the same place, from here or from another tab.
 */
export function SignInAgainDialog({ onSomebodyElse }: SignInAgainDialogProps) {
  useEffect(hostSignIn, []);
  useOtherTabs(onSomebodyElse);
  return (
    <Suspense fallback={null}>
      <Dialog onSomebodyElse={onSomebodyElse} />
    </Suspense>
  );
}

function Dialog({ onSomebodyElse }: SignInAgainDialogProps) {
  const { t } = useTranslation('access');
  const { user, business } = useMe();
  const queryClient = useQueryClient();
  const isAwaited = useSyncExternalStore(onSignInAwaited, isSignInAwaited);
  const isUnsaved = useUnsavedAtEnd();

  const enter = async (signedIn: User) => {
    const isBack = signedIn._id === user._id && signedIn._empresa._id === user._empresa._id;
    if (!isBack || !signedIn._businesses.includes(business._id)) return onSomebodyElse();
    // What this tab kept went with the session, if another tab has ended it.
    chooseUnit(business._id);
    await loadSession(queryClient);
    resumeSession();
  };

  return (
    <Modal
      opened={isAwaited}
      // Without a session there is nothing to go back to.
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      {...keepsEscape}
      // Over the panel that a press opened while its call failed, and over any menu.
      zIndex={getDefaultZIndex('overlay')}
      title={t('again.title')}
    >
      <Text c="dimmed" mb="lg">
        {t(isUnsaved ? 'again.textUnsaved' : 'again.text', { email: user.email })}
      </Text>
      <SignIn initialEmail={user.email} onSignedIn={enter} />
      <Center mt="md">
        <Anchor href="/login" ta="center" data-alone>
          {t('again.leave')}
        </Anchor>
      </Center>
    </Modal>
  );
}

/** Whether the page held something unsaved when its session ended. */
function useUnsavedAtEnd(): boolean {
  const [isUnsaved, setUnsaved] = useState(false);
  useEffect(() => {
    const look = () => {
      if (isSignInAwaited()) setUnsaved(isAnythingUnsaved());
    };
    look();
    return onSignInAwaited(look);
  }, []);
  return isUnsaved;
}

/**
 * Follows what other tabs do: the same person's sign-in there counts here too, and somebody else's ends this page. While one is
 * asked to sign in the stored token is looked at every second as well (FED-03): the tab of a provider may have no word with this.
 */
function useOtherTabs(onSomebodyElse: () => void): void {
  const { user } = useMe();
  const isAwaited = useSyncExternalStore(onSignInAwaited, isSignInAwaited);
  useEffect(() => {
    if (!isAwaited) return;
    const before = remembered('token');
    const timer = setInterval(() => {
      const token = remembered('token');
      if (token === null || token === before || !isSignInAwaited()) return;
      if (remembered('userId') !== user._id) onSomebodyElse();
      else if (remembered('companyId') === user._empresa._id) resumeSession();
    }, tokenPollMs);
    return () => clearInterval(timer);
  }, [isAwaited, user, onSomebodyElse]);
  useEffect(() => {
    const look = ({ key, newValue }: StorageEvent) => {
      if (key === 'user_id' && newValue !== null && newValue !== user._id) onSomebodyElse();
      if (key !== 'access_token' || newValue === null || !isSignInAwaited()) return;
      if (remembered('userId') !== user._id || remembered('companyId') !== user._empresa._id) return;
      resumeSession();
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [user, onSomebodyElse]);
}
