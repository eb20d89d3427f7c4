import { Center, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { SignIn } from '#web/features/access/SignIn.tsx';
import { safeReturnUrl } from '#web/features/access/return-url.ts';
import { useFlash } from '#web/lib/flash.ts';
import { PublicPage } from '#web/ui/PublicPage.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

const FlashNotice = lazyPart(() => import('#web/features/access/FlashNotice.tsx'), 'FlashNotice');
const SupportLine = lazyPart(() => import('#web/features/access/SupportLine.tsx'), 'SupportLine');

const route = getRouteApi('/login');

/** Where people sign in. */
export function LoginPage() {
  const { t } = useTranslation('access');
  const { returnUrl, email, expired, recover } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const flash = useFlash();
  // The code of what comes next arrives while somebody types, so that signing in does not wait for it.
  const loadNextPage = () => {
    const { pathname } = new URL(returnUrl ? safeReturnUrl(returnUrl) : '/cf-dashboard', location.origin);
    return router.options.context.loadCode(pathname);
  };
  return (
    <PublicPage
      foot={
        <Suspense fallback={<div style={{ height: 44 }} />}>
          <SupportLine />
        </Suspense>
      }
    >
      <Title order={1} mb={4}>
        {t('login.title')}
      </Title>
      <Text c="dimmed" mb="lg">
        {t(expired ? 'login.expired' : 'login.text')}
      </Text>
      {flash && (
        <Suspense fallback={null}>
          <FlashNotice of={flash} />
        </Suspense>
      )}
      <SignIn
        initialEmail={email ?? ''}
        isRecovery={recover}
        onBegin={() => void loadNextPage().catch(() => undefined)}
        onSignedIn={async () => {
          const { loadSession } = await import('#web/features/access/api.ts');
          await loadSession(queryClient);
          router.history.push(safeReturnUrl(returnUrl));
        }}
      />
      <Center mt="xs">
        <StandaloneLink to="/create-account" preload={false}>
          {t('login.createAccount')}
        </StandaloneLink>
      </Center>
    </PublicPage>
  );
}
