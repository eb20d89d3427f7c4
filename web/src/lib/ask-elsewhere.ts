/**
 * Asks a host that is not ours: a look-up of postal codes, a service of an integration, a CRM, a CDN, short links. It takes an
 * address and nothing else, so nothing that says who calls, and where, can go along: no token of the session, no company, no unit,
 * no cookie, no address of the page (CALL-05). The page may reach the hosts alone that the installation names
 * (Content-Security-Policy). Rejects when the host cannot be reached.
 */
export function askElsewhere(address: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Response> {
  return fetch(address, {
    method: 'GET',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
    ...(signal ? { signal } : {}),
  });
}
