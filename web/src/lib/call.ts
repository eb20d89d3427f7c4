import type {
  CommonErrorCode,
  ErrorBody,
  ErrorCode,
  Input,
  Output,
  Route,
  RouteDefinition,
} from '@escuta/contract/route';
import { sendWithProgress } from '#web/lib/send-with-progress.ts';
import { forgetSession, remember, remembered } from '#web/lib/session.ts';

type Given<D extends RouteDefinition> = (D['params'] extends object ? { params: Input<D['params']> } : object) &
  (D['query'] extends object ? { query: Input<D['query']> } : object) &
  (D['body'] extends object ? { body: Input<D['body']> } : object) & {
    /** Files, for a route that takes multipart. */
    readonly form?: FormData;
    /** Told how much of the request has left, from 0 to 1. */
    readonly onSent?: (share: number) => void;
    readonly signal?: AbortSignal | undefined;
    /** A request repeated with the same key is done once. */
    readonly idempotencyKey?: string;
  };

type QueryValue = string | number | boolean | null | undefined;

/** A refusal of the server, or `UNREACHABLE` when it could not be asked. Texts: `errors:<code>`. */
export class CallError extends Error {
  readonly code: CommonErrorCode | 'UNREACHABLE' | (string & {});
  readonly status: number;
  readonly params: Readonly<Record<string, unknown>>;

  constructor(status: number, { code, params }: Pick<ErrorBody, 'code' | 'params'>) {
    super(code);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

/** Says whether an error is the refusal of a route with this code: only codes that the route declares compile. */
export function isRefusal<D extends RouteDefinition>(
  _route: Route<D>,
  error: unknown,
  code: ErrorCode<D>,
): error is CallError {
  return error instanceof CallError && error.code === code;
}

const sessionEnded = new Set<() => void>();

/** Tells when the server says that the session is over. Returns how to stop listening. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnded.add(listener);
  return () => sessionEnded.delete(listener);
}

/**
 * Calls a route of the contract: `call(listContacts, { query: { page: 2 } })`. Sends token, company and unit; takes a
 * new token from the answer. Throws CallError.
 */
export async function call<D extends RouteDefinition>(route: Route<D>, given: Given<D>): Promise<Output<D['answer']>> {
  const response = await ask(route, given);
  return (await response.json()) as Output<D['answer']>;
}

/** Calls a route as `call` does and gives the whole answer, for files with their names. Throws CallError. */
export async function ask<D extends RouteDefinition>(route: Route<D>, given: Given<D>): Promise<Response> {
  const { params, query, body, form, onSent, signal, idempotencyKey } = given as Given<RouteDefinition> & {
    params?: Record<string, string>;
    query?: Record<string, QueryValue>;
    body?: unknown;
  };
  const request: RequestInit = {
    method: route.method,
    credentials: 'include',
    headers: {
      ...sessionHeaders(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form ? { body: form } : {}),
    ...(signal ? { signal } : {}),
  };
  const response = await reach(addressOf(route.path, params, query), request, onSent);
  const renewed = response.headers.get('authorization');
  if (renewed) remember('token', renewed);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** The headers that say who calls, and where (CALL-01..03). */
export function sessionHeaders(): Record<string, string> {
  const token = remembered('token');
  const companyId = remembered('companyId');
  const businessUnitId = remembered('businessUnitId');
  return {
    ...(token ? { authorization: token } : {}),
    ...(companyId ? { 'x-empresa-id': companyId } : {}),
    ...(businessUnitId ? { 'x-business-id': businessUnitId } : {}),
  };
}

function addressOf(path: string, params: Record<string, string> = {}, query: Record<string, QueryValue> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`;
}

async function reach(address: string, request: RequestInit, onSent?: (share: number) => void): Promise<Response> {
  try {
    return await (onSent ? sendWithProgress(address, request, onSent) : fetch(address, request));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError(0, { code: 'UNREACHABLE', params: {} });
  }
}

async function refusalOf(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => ({ code: 'INTERNAL_ERROR', params: {} }))) as ErrorBody;
  if (response.status === 401) {
    forgetSession();
    for (const listener of sessionEnded) listener();
  }
  return new CallError(response.status, { code: body.code, params: body.params ?? {} });
}
