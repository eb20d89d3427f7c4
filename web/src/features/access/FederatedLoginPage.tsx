import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { CodeForm } from '#web/features/access/CodeForm.tsx';
import { FederatedTabEnd } from '#web/features/access/FederatedTabEnd.tsx';
import { loadSession } from '#web/features/access/api.ts';
import { safeReturnUrl } from '#web/features/access/return-url.ts';
import { PublicPage } from '#web/ui/PublicPage.tsx';

const route = getRouteApi('/federated-login');

/** What is left to do on the way back from the provider: our own code, where the company asks for it beside, or nothing. */
export function FederatedLoginPage() {
  const { step } = route.useRouteContext();
  const { returnUrl, tab } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  if (!step) return <FederatedTabEnd />;
  const goOn = async () => {
    await loadSession(queryClient);
    if (tab) await router.navigate({ to: '/federated-login', search: { tab }, replace: true });
    else router.history.replace(safeReturnUrl(returnUrl));
  };
  return (
    <PublicPage>
      <CodeForm step={step} onSignedIn={goOn} onBack={() => void router.navigate({ to: '/login', replace: true })} />
    </PublicPage>
  );
}
