import { openShortLinks } from '@escuta/contract/short-links';
import { useQuery } from '@tanstack/react-query';
import { askElsewhere } from '#web/lib/ask-elsewhere.ts';
import { call } from '#web/lib/call.ts';
import { useMe } from '#web/lib/me.ts';

const freshMs = 5 * 60_000;

/**
 * Whether the host of the short links lets the user in: it is asked with a token of a minute that it alone takes (CALL-13).
 * Unknown while it is asked, where it cannot be, and where it does not answer.
 */
export function useMayShortenLinks(url: string | null | undefined): boolean | undefined {
  const { user, company } = useMe();
  const { data } = useQuery({
    queryKey: ['short links', url, user._id, company._id],
    enabled: Boolean(url),
    staleTime: freshMs,
    retry: false,
    queryFn: async ({ signal }) => {
      const { access_token } = await call(openShortLinks, { signal, isAct: false });
      const { ok, status } = await askElsewhere(checkAddress(url ?? '', access_token), { signal });
      if (ok) return true;
      if (status === 401 || status === 403) return false;
      throw new Error(`the host of the short links answered ${status}`);
    },
  });
  return data;
}

/** `check` below the address of the host. */
function checkAddress(url: string, token: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/check`;
  address.search = new URLSearchParams({ access_token: token }).toString();
  return address.href;
}
