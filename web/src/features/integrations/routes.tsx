import { IconPlugConnected } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

/** No company has a token or a webhook yet, so the address of one names nothing. */
const nothing = lazyRouteComponent(() => import('#web/ui/NotFoundState.tsx'), 'NotFoundState');
const capability = 'integrations.manage';

const partners = createRoute({
  getParentRoute: () => shellRoute,
  path: 'partners',
  staticData: { titleKey: 'menu.partners', icon: IconPlugConnected, capability },
  component: lazyRouteComponent(() => import('#web/features/integrations/PartnersPage.tsx'), 'PartnersPage'),
});

const tokens = createRoute({
  getParentRoute: () => shellRoute,
  path: 'partners/api',
  staticData: { titleKey: 'menu.apiTokens', capability },
  component: lazyRouteComponent(() => import('#web/features/integrations/TokensPage.tsx'), 'TokensPage'),
});

const tokenLog = createRoute({
  getParentRoute: () => shellRoute,
  path: 'partners/token/$id/log',
  staticData: { titleKey: 'menu.tokenLog', capability, listPath: '/partners/api' },
  component: nothing,
});

const webhooks = createRoute({
  getParentRoute: () => shellRoute,
  path: 'partners/webhook',
  staticData: { titleKey: 'menu.webhook', capability },
  component: lazyRouteComponent(() => import('#web/features/integrations/WebhooksPage.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => shellRoute,
  path: 'partners/webhook/$id',
  staticData: { titleKey: 'menu.webhook', capability, listPath: '/partners/webhook' },
  component: nothing,
});

export const integrationsRoutes = [partners, tokens, tokenLog, webhooks, webhook] as const;
