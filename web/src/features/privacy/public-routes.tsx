import type { Language } from '@escuta/contract/primitives';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { currentLanguage, languageOfBrowser, showLanguage } from '#web/lib/language.ts';
import { rootRoute } from '#web/lib/root-route.ts';
import { remembered } from '#web/lib/session.ts';

/** Where people ask a company for a right over their data (PRIVACY-03): the address stands on the company's own pages. */
const form = createRoute({
  getParentRoute: () => rootRoute,
  path: 'privacidade/$slug',
  staticData: { titleKey: 'menu.privacyForm' },
  // Who comes has no account: the form speaks as their browser does, else as the company.
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    if (remembered('language') !== null) return;
    const language = languageOfBrowser() ?? (await languageOfCompany(queryClient, slug));
    if (language && language !== currentLanguage()) await showLanguage(language);
  },
  component: lazyRouteComponent(() => import('#web/features/privacy/PrivacyFormPage.tsx'), 'PrivacyFormPage'),
});

async function languageOfCompany(queryClient: QueryClient, slug: string): Promise<Language | undefined> {
  const { privacyFormQuery } = await import('#web/features/privacy/privacy-form-query.ts');
  // The page says what kept it.
  const form = await queryClient.ensureQueryData(privacyFormQuery(slug)).catch(() => undefined);
  return form?.language;
}

export const privacyPublicRoutes = [form] as const;
