import { commonErrors } from '@escuta/contract/route';
import type { ErrorCode, Input, Output, Route, RouteDefinition } from '@escuta/contract/route';
import { afterEach } from 'vitest';
import { fakeXMLHttpRequest } from '#web/testing/fake-request.ts';

interface Call<D extends RouteDefinition> {
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: Output<D['body']>;
  readonly headers: Headers;
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
type Handler = (call: Call<RouteDefinition>) => Answer | Promise<Answer>;

/**
 * The server at the network's edge: `fetch` and `XMLHttpRequest` are replaced, nothing of ours. Answers are typed by the contract;
 * a call that no test expects fails loudly. `calls` tells what was asked.
 */
export class FakeServer {
  readonly calls: { route: string; query: Record<string, string>; body: unknown; headers: Headers }[] = [];
  readonly #handlers = new Map<string, { pattern: RegExp; names: string[]; handle: Handler }>();
  readonly #realFetch = globalThis.fetch;
  readonly #realRequest = globalThis.XMLHttpRequest;

  constructor() {
    globalThis.fetch = (address, request) =>
      this.#answer(address instanceof Request ? address.url : address.toString(), request);
    globalThis.XMLHttpRequest = fakeXMLHttpRequest((address, request) => this.#answer(address, request));
    afterEach(() => {
      globalThis.fetch = this.#realFetch;
      globalThis.XMLHttpRequest = this.#realRequest;
    });
  }

  /** Answers a route with what the handler gives: `server.on(getMe)(() => user)`. Curried, so that literals keep their types. */
  on<D extends RouteDefinition>(route: Route<D>, headers: Record<string, string> = {}) {
    return (handler: (call: Call<D>) => Input<D['answer']> | Promise<Input<D['answer']>>): this =>
      this.#add(route, async (call) => ({
        status: route.definition.status ?? 200,
        body: await handler(call),
        headers,
      }));
  }

  /** Refuses a route with one of its codes. */
  refuse<D extends RouteDefinition>(route: Route<D>, code: ErrorCode<D>, params: Record<string, unknown> = {}): this {
    const status = route.definition.errors?.[code] ?? (commonErrors as Record<string, number>)[code] ?? 500;
    return this.#add(route, () => ({ status, body: { code, message: code, params } }));
  }

  /** Cuts the line whenever this route is called. */
  cut<D extends RouteDefinition>(route: Route<D>): this {
    return this.#add(route, () => Promise.reject(new TypeError('the line is cut')));
  }

  /** How often a route was called. */
  count<D extends RouteDefinition>(route: Route<D>): number {
    return this.calls.filter((call) => call.route === `${route.method} ${route.path}`).length;
  }

  #add(route: Route, handle: Handler): this {
    const names: string[] = [];
    const source = route.path.replace(/:(\w+)/g, (_match, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    this.#handlers.set(`${route.method} ${route.path}`, {
      pattern: new RegExp(`^${route.method} /api${source}$`),
      names,
      handle,
    });
    return this;
  }

  async #answer(address: string, request: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'http://escuta.test');
    const asked = `${request.method ?? 'GET'} ${url.pathname}`;
    for (const [route, { pattern, names, handle }] of this.#handlers) {
      const found = pattern.exec(asked);
      if (!found) continue;
      const params = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
      const query = Object.fromEntries(url.searchParams);
      const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : request.body;
      const headers = new Headers(request.headers);
      this.calls.push({ route, query, body, headers });
      const answer = await handle({ params, query, body, headers });
      const about = { status: answer.status, ...(answer.headers ? { headers: answer.headers } : {}) };
      // A route whose answer is text gives a file.
      return typeof answer.body === 'string' ? new Response(answer.body, about) : Response.json(answer.body, about);
    }
    throw new Error(`the test did not expect ${asked}`);
  }
}
