import { Button, Divider } from '@mantine/core';
import { IconBrandWindows } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { getSignInOptions } from '#web/lib/plain-routes.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { isSignInAwaited, onSignInAwaited } from '#web/lib/sign-in-again.ts';

interface FederatedSignInProps {
  /** Who is about to sign in, as far as it is typed: the provider fills it in. */
  readonly email: string;
  readonly keepMeLoggedIn: boolean;
}

/**
 * The way in by the federated identity provider, where the installation has one. It leads there; over a page whose session has
 * ended it opens a new tab, and the page goes on when that has signed in (FED-02).
 */
export function FederatedSignIn({ email, keepMeLoggedIn }: FederatedSignInProps) {
  const { t } = useTranslation('federated');
  const { data: options } = useQuery(routeQuery(getSignInOptions, {}, { staleTime: Infinity }));
  const { returnUrl } = useSearch({ strict: false });
  const isOverPage = useSyncExternalStore(onSignInAwaited, isSignInAwaited);
  if (!options?.federated) return null;

  const asked = new URLSearchParams({
    ...(email === '' ? {} : { email }),
    ...(keepMeLoggedIn ? { keepMeLoggedIn: 'true' } : {}),
    ...(isOverPage ? { tab: 'true' } : {}),
    ...(typeof returnUrl === 'string' && !isOverPage ? { returnUrl } : {}),
  });
  const openTab = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    // NOTE: only a tab that a script has opened may close itself.
    window.open(event.currentTarget.href, '_blank');
  };
  return (
    <>
      <Divider my="md" label={t('or')} />
      <Button
        component="a"
        href={`/api/federated-login?${asked}`}
        variant="default"
        fullWidth
        leftSection={<IconBrandWindows size={18} aria-hidden />}
        {...(isOverPage ? { target: '_blank', onClick: openTab } : {})}
      >
        {t('enter')}
      </Button>
    </>
  );
}
