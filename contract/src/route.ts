import type { Permission } from './access-policy.ts';

/** The part of a zod schema that the wire needs. Structural, so that inference stays fast with hundreds of routes. */
export interface Schema {
  readonly _zod: { readonly input: unknown; readonly output: unknown };
}

/** What comes out of a schema after parsing. */
export type Output<S> = S extends Schema ? S['_zod']['output'] : undefined;
/** What goes into a schema before parsing. */
export type Input<S> = S extends Schema ? S['_zod']['input'] : undefined;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Signature = `${Method} /${string}`;
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503 | 507;

/** A file for an answer, which streams instead of passing a schema: the media types that it may have. */
export interface FileAnswer {
  readonly mediaTypes: readonly string[];
}

/** An answer that leads the browser on. */
export interface RedirectAnswer {
  /** Where to, in words. */
  readonly leadsTo: string;
}

/** The file that a request brings as multipart, under the name `file`. */
export interface Upload {
  readonly bytesMax: number;
}

/** Everything an endpoint promises. `permission` has no default: a route without one does not compile. */
export interface RouteDefinition {
  readonly summary: string;
  readonly permission: Permission;
  /** It is answered to everybody while the platform is shut. Routes of links always are (decision 0036). */
  readonly duringMaintenance?: true;
  /** Answered also while the user lacks the second factor that the company asks for: the way to it, and the shell around it. */
  readonly withoutSecondFactor?: true;
  /** Answered also to whoever calls from outside the networks of their company. */
  readonly fromAnywhere?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The largest body in bytes; 1 MB when absent. */
  readonly bodyBytesMax?: number;
  readonly upload?: Upload;
  readonly answer: Schema | FileAnswer | RedirectAnswer;
  readonly status?: 200 | 201 | 202;
  /** Codes beyond the common ones, each with its HTTP status. A handler cannot answer any other. */
  readonly errors?: Readonly<Record<string, ErrorStatus>>;
  /** What `message` says beside a code, where the specification knows a refusal by its words; the code itself otherwise. */
  readonly messages?: Readonly<Record<string, string>>;
}

export interface Route<D extends RouteDefinition = RouteDefinition> {
  readonly method: Method;
  readonly path: string;
  readonly definition: D;
}

/**
 * Declares one endpoint: `route('GET /contacts/:id', { permission: 'contacts.read', … })`.
 * Paths are relative to `/api`; parameters are written `:name` and described in `params`.
 */
export function route<const S extends Signature, const D extends RouteDefinition>(
  signature: S,
  definition: D,
): Route<D> {
  const [method, path] = signature.split(' ') as [Method, string];
  return { method, path, definition };
}

/** The codes that any route may answer. */
export const commonErrors = {
  INVALID_INPUT: 400,
  NOT_SIGNED_IN: 401,
  COMPANY_NOT_ACTIVE: 401,
  FORBIDDEN: 403,
  FEATURE_DISABLED: 403,
  /** The company asks for a second factor, and the user has none yet. */
  SECOND_FACTOR_REQUIRED: 403,
  /** The call comes from outside the networks that the user's company has named (decision 0042). */
  ADDRESS_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  /** The database is away for the moment; `retryAfter` in seconds. What was asked may be asked again. */
  UNAVAILABLE: 503,
  /** The platform is shut for work on it: `text` by language and `until`, an instant, or null. */
  MAINTENANCE: 503,
  /** No room left for files. */
  STORAGE_FULL: 507,
} as const;

/** The codes of every route that takes a link of ours (`permission: 'link'`). */
export const linkErrors = { LINK_NOT_VALID: 404 } as const;
/** The codes of every route that takes a file. */
export const uploadErrors = { FILE_MISSING: 422 } as const;

export type CommonErrorCode = keyof typeof commonErrors;
export type ErrorCode<D extends RouteDefinition> =
  | CommonErrorCode
  | (D['permission'] extends 'link' ? keyof typeof linkErrors : never)
  | (D['upload'] extends Upload ? keyof typeof uploadErrors : never)
  | (D['errors'] extends Readonly<Record<string, ErrorStatus>> ? Extract<keyof D['errors'], string> : never);

/** Every code that a route may answer, with its HTTP status. */
export function errorsOf(definition: RouteDefinition | undefined): Readonly<Record<string, number>> {
  return {
    ...commonErrors,
    ...(definition?.permission === 'link' ? linkErrors : {}),
    ...(definition?.upload ? uploadErrors : {}),
    ...definition?.errors,
  };
}

/** Whether a route asks who is signed in. */
export function asksForSession({ permission }: RouteDefinition): boolean {
  return permission !== 'public' && permission !== 'link';
}

/** Whether a route answers with a file. */
export function answersFile(answer: RouteDefinition['answer']): answer is FileAnswer {
  return 'mediaTypes' in answer;
}

/** Whether a route answers by leading the browser on. */
export function answersRedirect(answer: RouteDefinition['answer']): answer is RedirectAnswer {
  return 'leadsTo' in answer;
}

/**
 * The one shape of every refusal on the wire. `message` repeats the code for callers that read only that, or has the words of
 * the route's `messages`.
 */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}
