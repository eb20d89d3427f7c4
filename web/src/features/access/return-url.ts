const defaultUrl = '/home';

/** Where to go after sign-in: a path of our own and nothing else (decision 10), whatever the link said. */
export function safeReturnUrl(asked: string | undefined): string {
  if (!asked?.startsWith('/')) return defaultUrl;
  const base = 'https://escuta.invalid';
  const url = URL.canParse(asked, base) ? new URL(asked, base) : undefined;
  // Dots on the way are resolved only now: what is left may begin with the two slashes of another host.
  const isOurs = url?.origin === base && !asked.includes('\\') && !url.pathname.startsWith('//');
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : defaultUrl;
}
