import { loginRoute } from '#web/features/access/login-route.ts';

export const accessPublicRoutes = [loginRoute] as const;
