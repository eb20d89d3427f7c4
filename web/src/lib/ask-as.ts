import type { Output, Route, RouteDefinition } from '@escuta/contract/route';

/**
 * Calls a route with a token that is not the browser's session, in a company or in the user's own: nothing that is remembered
 * is sent along or changes. Throws whatever is wrong.
 */
export async function askAs<D extends RouteDefinition>(
  { method, path }: Route<D>,
  token: string,
  companyId = '',
): Promise<Output<D['answer']>> {
  const headers = { authorization: token, 'x-empresa-id': companyId };
  const answer = await fetch(`/api${path}`, { method, headers, credentials: 'include' });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return (await answer.json()) as Output<D['answer']>;
}
