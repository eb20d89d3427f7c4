import { answersFile, asksForSession } from '@escuta/contract/route';
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
import { forget, hasSession, remember, remembered } from '#web/lib/session.ts';
import { countSignIns, restWhileAwaited, signedInAgain } from '#web/lib/sign-in-again.ts';
import { currentUnit } from '#web/lib/unit.ts';

/** What a call is given: what its route asks for, and how to make it. */
export type Given<D extends RouteDefinition> = (D['params'] extends object ? { params: Input<D['params']> } : object) &
  (D['query'] extends object ? { query: Input<D['query']> } : object) &
  (D['body'] extends object ? { body: Input<D['body']> } : object) & {
    /** Files, for a route that takes multipart. */
    readonly form?: FormData;
    /** Told how much of the request has left, from 0 to 1. */
    readonly onSent?: (share: number) => void;
    readonly signal?: AbortSignal | undefined;
    /** The unit that the call is about; the one of the tab when absent. */
    readonly unit?: string | null;
    /** A request repeated with the same key is done once. */
    readonly idempotencyKey?: string;
    /** False: a session that has ended fails this call at once, instead of asking to sign in and repeating it. */
    readonly asksToSignIn?: boolean;
    /** False: what a page asks for by itself, whatever the method; a refusal is said in its place. */
    readonly isAct?: boolean;
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
  _route: Route<D> | undefined,
  error: unknown,
  code: ErrorCode<D>,
): error is CallError {
  return error instanceof CallError && error.code === code;
}

/**
 * Says whether an error means that what an address names is not there, or not for this user. An id that is none is refused
 * as input; to who followed the link both mean the same.
 */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400);
}

/** Says whether an error means that this user may not have it, however often they ask. */
export function isForbidden(error: unknown): boolean {
  return error instanceof CallError && error.status === 403;
}

/**
 * What a refusal means beyond the call that it answers: `ended`, nobody is signed in any more and cannot be asked to on the
 * spot; `maintenance`, the platform is shut; `inactive`, the company may not be entered; `forbidden`, a person has just tried
 * what their role may not do. What a page only asks for says so in its place.
 */
export type Interruption = 'ended' | 'maintenance' | 'inactive' | 'forbidden';

type InterruptionListener = (why: Interruption, refusal: CallError) => void;
const interruptionListeners = new Set<InterruptionListener>();

/** Tells of interruptions. Returns how to stop listening. */
export function onInterruption(listener: InterruptionListener): () => void {
  interruptionListeners.add(listener);
  return () => interruptionListeners.delete(listener);
}

function interrupt(why: Interruption, refusal: CallError): CallError {
  for (const listener of interruptionListeners) listener(why, refusal);
  return refusal;
}

/**
 * Calls a route of the contract: `call(listContacts, { query: { page: 2 } })`. Sends token, company and unit; takes a
 * new token from the answer. When the session has ended under an open page, waits until somebody has signed in again and
 * then repeats the request. Throws CallError.
 */
export async function call<D extends RouteDefinition>(route: Route<D>, given: Given<D>): Promise<Output<D['answer']>> {
  const response = await ask(route, given);
  return (await response.json()) as Output<D['answer']>;
}

/** Calls a route as `call` does and gives the whole answer, for files with their names. Throws CallError. */
export async function ask<D extends RouteDefinition>(route: Route<D>, given: Given<D>): Promise<Response> {
  const { params, query, onSent, signal, asksToSignIn, isAct = isActOf(route) } = given as Anything;
  const isPublic = !asksForSession(route.definition);
  const isRepeatable = asksToSignIn !== false && !isPublic;
  if (isRepeatable) await restWhileAwaited(signal);
  const signIns = countSignIns();
  const token = remembered('token');
  // A session without its company is none (SESSION-14).
  if (!isPublic && token && !hasSession()) throw interrupt('ended', new CallError(401, notSignedIn));
  const response = await reach(addressOf(route.path, params, query), requestOf(route, given as Anything), onSent);
  const renewed = response.headers.get('authorization');
  // Another tab may have signed in, or out, meanwhile: an answer that comes late changes nothing of that.
  if (renewed && remembered('token') === token) remember('token', renewed);
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (refusal.code === 'MAINTENANCE') throw interrupt('maintenance', refusal);
  if (refusal.code === 'FORBIDDEN' && isAct) throw interrupt('forbidden', refusal);
  if (response.status !== 401 || isPublic) throw refusal;
  if (refusal.code === 'COMPANY_NOT_ACTIVE') interrupt('inactive', refusal);
  // Another tab may have signed in meanwhile: its token stays.
  if (remembered('token') === token) forget('token');
  if (!isRepeatable) throw refusal;
  // Each repetition follows a person's signing in, so there is no end of them to set.
  if (await signedInAgain(signIns, signal)) return ask(route, given);
  // Somebody else has signed in over the page, which goes; their session stays.
  throw hasSession() ? refusal : interrupt('ended', refusal);
}

function isActOf({ method, definition }: Route): boolean {
  return method !== 'GET' || answersFile(definition.answer);
}

const notSignedIn = { code: 'NOT_SIGNED_IN', params: {} };

/** What any call may be given, whatever its route. */
type Anything = Given<RouteDefinition> & {
  params?: Record<string, string>;
  query?: Record<string, QueryValue>;
  body?: unknown;
};

function requestOf({ method }: Route, { body, form, signal, idempotencyKey, unit }: Anything): RequestInit {
  return {
    method,
    credentials: 'include',
    headers: {
      ...sessionHeaders(unit),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form ? { body: form } : {}),
    ...(signal ? { signal } : {}),
  };
}

/** The headers that say who calls, and where (CALL-01..03). */
function sessionHeaders(unit = currentUnit()): Record<string, string> {
  const token = remembered('token');
  const companyId = remembered('companyId');
  return {
    ...(token ? { authorization: token } : {}),
    ...(companyId ? { 'x-empresa-id': companyId } : {}),
    ...(unit ? { 'x-business-id': unit } : {}),
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
  return new CallError(response.status, { code: body.code, params: body.params ?? {} });
}
