/** A member of staff who is signed in. */
export interface Session {
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a user in through the real route. */
export async function signIn(
  url: string,
  { email, password, ...unit }: { email: string; password: string; companyId: string; businessUnitId: string },
): Promise<Session> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, senha: password }),
  });
  // In production the browser keeps the token in a cookie.
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  if (!answer.ok || !cookie) throw new Error(`sign-in answered ${answer.status}`);
  return { headers: { cookie, 'x-empresa-id': unit.companyId, 'x-business-id': unit.businessUnitId } };
}

/** Asks with GET, or with POST where there is a body, and takes the whole answer. Throws where it is no success. */
export async function ask(url: string, headers: Session['headers'], body?: object): Promise<string> {
  const answer = await fetch(url, {
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}
