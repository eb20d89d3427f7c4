import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '#web/lib/me.ts';

/** Tells the rest of the app that the user has an authenticator now, or has none any more. */
export function useKnowAuthenticator(): (isOn: boolean) => void {
  const queryClient = useQueryClient();
  return (isOn) => queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, authenticator_enabled: isOn });
}
