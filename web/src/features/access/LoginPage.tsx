import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadSession } from '#web/features/access/api.ts';
import { LanguageChoice } from '#web/features/access/LanguageChoice.tsx';
import { LoginForm } from '#web/features/access/LoginForm.tsx';
import { safeReturnUrl } from '#web/features/access/return-url.ts';
import { Mark } from '#web/ui/Mark.tsx';
import classes from './LoginPage.module.css';

const route = getRouteApi('/login');

/** Where people sign in. */
export function LoginPage() {
  const { t } = useTranslation('access');
  const { returnUrl, email, expired } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  // The code of what comes next arrives while somebody types, so that signing in does not wait for it.
  const loadNextPage = async () => {
    await router.options.context.loadPages();
    const { pathname } = new URL(returnUrl ? safeReturnUrl(returnUrl) : '/cf-dashboard', location.origin);
    const [routes] = router.getMatchedRoutes(pathname);
    for (const next of routes) void router.loadRouteChunk(next)?.catch(() => undefined);
  };
  return (
    <main className={classes['page']}>
      <Stack w="100%" maw={400} gap="xl">
        <Group justify="space-between">
          <Group gap="sm">
            <Mark size={36} />
            <Text fw={700} fz={22}>
              Escuta
            </Text>
          </Group>
          <LanguageChoice />
        </Group>
        <Box className={classes['card']}>
          <Title order={1} mb={4}>
            {t('login.title')}
          </Title>
          <Text c="dimmed" mb="lg">
            {t(expired ? 'login.expired' : 'login.text')}
          </Text>
          <LoginForm
            initialEmail={email ?? ''}
            onBegin={() => void loadNextPage().catch(() => undefined)}
            onSignedIn={async () => {
              await loadSession(queryClient);
              router.history.push(safeReturnUrl(returnUrl));
            }}
          />
        </Box>
      </Stack>
    </main>
  );
}
