const keys = ['gclid', 'utm_content', 'utm_term', 'utm_campaign', 'utm_source', 'utm_medium'] as const;

/** Where somebody came from, as an advertisement says it in the address. */
export type Campaign = { readonly [Key in (typeof keys)[number]]?: string | undefined };

/** What an address says of it. The router reads a word of digits as a number. */
export function campaignSearch(search: Record<string, unknown>): Campaign {
  const said = keys.flatMap((key) => {
    const value = search[key];
    return typeof value === 'string' || typeof value === 'number' ? [[key, String(value)] as const] : [];
  });
  return Object.fromEntries(said);
}
