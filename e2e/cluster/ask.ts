import type { ErrorBody, Input, Output, Route, RouteDefinition } from '@escuta/contract/route';
import { signIn } from '@escuta/contract/access';
import { demoPassword } from '../testing/sign-in.ts';

type Given<D extends RouteDefinition> = (D['params'] extends object ? { params: Input<D['params']> } : object) &
  (D['query'] extends object ? { query: Input<D['query']> } : object) &
  (D['body'] extends object ? { body: Input<D['body']> } : object) & {
    form?: FormData;
    headers?: Record<string, string>;
  };

/** What an api answered; `answer` is null when it refused, and `code` says why. */
export interface Answered<D extends RouteDefinition> {
  readonly status: number;
  readonly code: string | null;
  readonly answer: Output<D['answer']>;
}

/** Someone who calls apis of a cluster by their addresses. */
export interface Caller {
  /** The answer; throws when the api refuses. */
  ask<D extends RouteDefinition>(api: string, route: Route<D>, given: Given<D>): Promise<Output<D['answer']>>;
  /** The answer or the refusal. */
  attempt<D extends RouteDefinition>(api: string, route: Route<D>, given: Given<D>): Promise<Answered<D>>;
}

/** Signs a demo user in through one api. */
export async function callerOf(api: string, email: string): Promise<Caller> {
  const body = { email, senha: demoPassword };
  const { token } = await nobody.ask(api, signIn, { body });
  return caller({ authorization: token ?? '' });
}

function caller(session: Record<string, string>): Caller {
  async function attempt<D extends RouteDefinition>(
    api: string,
    { method, path, definition }: Route<D>,
    given: Given<D>,
  ): Promise<Answered<D>> {
    const { params, query, body, form, headers } = given as {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: unknown;
      form?: FormData;
      headers?: Record<string, string>;
    };
    const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params?.[name] ?? ''));
    const response = await fetch(`${api}/api${filled}?${new URLSearchParams(query)}`, {
      method,
      headers: { ...session, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    const isRight = response.status === (definition.status ?? 200);
    return {
      status: response.status,
      code: isRight ? null : (answer as ErrorBody).code,
      answer: (isRight ? answer : null) as Output<D['answer']>,
    };
  }

  return {
    attempt,
    async ask(api, route, given) {
      const { status, code, answer } = await attempt(api, route, given);
      if (code !== null) throw new Error(`${route.method} ${route.path} answered ${status} ${code}`);
      return answer;
    },
  };
}

/** Calls without a session, as respondents do. */
export const nobody = caller({});
