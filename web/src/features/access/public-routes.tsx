import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginRoute } from '#web/features/access/login-route.ts';
import { rootRoute } from '#web/lib/root-route.ts';

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: 'forgotPassword/$id',
  staticData: { titleKey: 'menu.resetPassword' },
  component: lazyRouteComponent(() => import('#web/features/access/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

export const accessPublicRoutes = [loginRoute, resetPassword] as const;
