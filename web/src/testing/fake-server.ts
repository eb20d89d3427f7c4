import { answersFile, asksForSession, errorsOf } from '@escuta/contract/route';
import type { ErrorCode, FileAnswer, Input, Output, Route, RouteDefinition } from '@escuta/contract/route';
import { afterEach } from 'vitest';
import { z } from 'zod';
import { fakeXMLHttpRequest } from '#web/testing/fake-request.ts';

interface Call<D extends RouteDefinition> {
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: Output<D['body']>;
  readonly headers: Headers;
}

/** A request as it left the page. */
export interface Asked {
  readonly route: string;
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: unknown;
  readonly headers: Headers;
  readonly credentials: RequestCredentials | undefined;
}

/** A file is given as its text. */
type Answered<D extends RouteDefinition> = D['answer'] extends FileAnswer ? string : Input<D['answer']>;
type Answer = { status: number; body: unknown; headers?: Record<string, string> };
type Handler = (call: Call<RouteDefinition>) => Answer | Promise<Answer>;

const notSignedIn: Answer = { status: 401, body: { code: 'NOT_SIGNED_IN', message: 'NOT_SIGNED_IN', params: {} } };

/**
 * The server at the network's edge: `fetch` and `XMLHttpRequest` are replaced, nothing of ours. Answers are typed by the contract
 * and pass its schema, as the server's do, so no test can give one that the server could not; a call that no test expects
 * fails loudly. `calls` tells what was asked.
 */
export class FakeServer {
  readonly calls: Asked[] = [];
  readonly #handlers = new Map<string, { pattern: RegExp; names: string[]; isPublic: boolean; handle: Handler }>();
  #hasSession = true;
  readonly #broken: string[] = [];
  readonly #realFetch = globalThis.fetch;
  readonly #realRequest = globalThis.XMLHttpRequest;

  constructor() {
    globalThis.fetch = (address, request) =>
      this.#answer(address instanceof Request ? address.url : address.toString(), request);
    globalThis.XMLHttpRequest = fakeXMLHttpRequest((address, request) => this.#answer(address, request));
    const broken = this.#broken;
    afterEach(() => {
      globalThis.fetch = this.#realFetch;
      globalThis.XMLHttpRequest = this.#realRequest;
      // Thrown at the page, it would only look like a server out of reach.
      if (broken.length > 0) throw new Error(`the contract does not allow this answer to ${broken.join('\n')}`);
    });
  }

  /** Answers a route with what the handler gives: `server.on(getMe)(() => user)`. Curried, so that literals keep their types. */
  on<D extends RouteDefinition>(route: Route<D>, headers: Record<string, string> = {}) {
    return (handler: (call: Call<D>) => Answered<D> | Promise<Answered<D>>): this =>
      this.#add(route, async (call) => ({
        status: route.definition.status ?? 200,
        body: this.#answerOf(route, await handler(call)),
        headers,
      }));
  }

  /** Refuses a route with one of its codes. */
  refuse<D extends RouteDefinition>(route: Route<D>, code: ErrorCode<D>, params: Record<string, unknown> = {}): this {
    const status = errorsOf(route.definition)[code] ?? 500;
    return this.#add(route, () => ({ status, body: { code, message: code, params } }));
  }

  /** Cuts the line whenever this route is called. */
  cut<D extends RouteDefinition>(route: Route<D>): this {
    return this.#add(route, () => Promise.reject(new TypeError('the line is cut')));
  }

  /** Ends the session: every call is refused from here on, but the public ones. */
  endSession(): void {
    this.#hasSession = false;
  }

  /** Opens a session again. */
  beginSession(): void {
    this.#hasSession = true;
  }

  /** How often a route was called. */
  count<D extends RouteDefinition>(route: Route<D>): number {
    return this.asked(route).length;
  }

  /** The calls of a route, oldest first. */
  asked<D extends RouteDefinition>(route: Route<D>): Asked[] {
    return this.calls.filter((call) => call.route === `${route.method} ${route.path}`);
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
      isPublic: !asksForSession(route.definition),
      handle,
    });
    return this;
  }

  async #answer(address: string, request: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'http://escuta.test');
    const asked = `${request.method ?? 'GET'} ${url.pathname}`;
    for (const [route, { pattern, names, isPublic, handle }] of this.#handlers) {
      const found = pattern.exec(asked);
      if (!found) continue;
      const params = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
      const query = Object.fromEntries(url.searchParams);
      const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : request.body;
      const headers = new Headers(request.headers);
      this.calls.push({ route, params, query, body, headers, credentials: request.credentials });
      const isRefused = !isPublic && !this.#hasSession;
      const answer = isRefused ? notSignedIn : await handle({ params, query, body, headers });
      const about = { status: answer.status, ...(answer.headers ? { headers: answer.headers } : {}) };
      // What is text is a file.
      return typeof answer.body === 'string' ? new Response(answer.body, about) : Response.json(answer.body, about);
    }
    throw new Error(`the test did not expect ${asked}`);
  }

  /** The answer as the server sends it: what the contract does not name is left out, what breaks it fails the test. */
  #answerOf({ method, path, definition }: Route, answer: unknown): unknown {
    if (answersFile(definition.answer)) return answer;
    const { success, data, error } = (definition.answer as z.ZodType).safeParse(answer);
    if (!success) this.#broken.push(`${method} ${path}: ${z.prettifyError(error)}`);
    return success ? data : answer;
  }
}
