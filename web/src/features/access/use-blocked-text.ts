import type { Route, RouteDefinition } from '@escuta/contract/route';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '#web/lib/call.ts';

const minuteSeconds = 60;
const hourMinutes = 60;

/** Says how long somebody is blocked (LOGIN-17); undefined for any other failure. */
export function useBlockedText() {
  const { t } = useTranslation('access');
  return <D extends RouteDefinition>(route: Route<D> | undefined, error: unknown): string | undefined => {
    if (!isRefusal(route, error, 'TOO_MANY_REQUESTS')) return undefined;
    // Rounded up: who comes back when the sentence says so is not turned away again.
    const left = Math.max(1, Math.ceil(Number(error.params['retryAfter'] ?? 0) / minuteSeconds));
    const hours = Math.floor(left / hourMinutes);
    const minutes = t('login.minutes', { count: left % hourMinutes });
    if (hours === 0) return t('login.blockedMinutes', { minutes });
    return t('login.blocked', { hours: t('login.hours', { count: hours }), minutes });
  };
}
