import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { answersFile, answersRedirect, asksForSession } from '@escuta/contract/route';
import type {
  ErrorCode,
  FileAnswer,
  Input,
  Output,
  RedirectAnswer,
  Route,
  RouteDefinition,
  Upload,
} from '@escuta/contract/route';
import type { Capability } from '@escuta/contract/access-policy';
import type { Transaction } from '#platform/db/database.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-reply.ts';
import type { FileReply } from '#platform/http/file-reply.ts';
import { answerOnce } from '#platform/http/idempotency.ts';
import { refuseWhileShut } from '#platform/http/maintenance-gate.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Refusal } from '#platform/http/refusal.ts';
import { holds, isSwitchedOff } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { dataPolicy } from '#platform/http/security-headers.ts';
import { readUpload, refuseBrokenUpload } from '#platform/http/upload.ts';
import type { UploadedFile } from '#platform/http/upload.ts';

type ScopeOf<D extends RouteDefinition> = D['permission'] extends 'public' | 'link' ? undefined : Scope;

const usualStatus = 200;
/** See Other: the browser asks for the next address with GET. */
const redirectStatus = 303;

/** What a handler is given: everything validated, and access to the database of the caller's company. */
export interface Call<D extends RouteDefinition> {
  readonly params: Output<D['params']>;
  readonly query: Output<D['query']>;
  readonly body: Output<D['body']>;
  /** The file of an upload: to be read to its end. */
  readonly file: D['upload'] extends Upload ? UploadedFile : undefined;
  readonly scope: ScopeOf<D>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /**
   * Runs the work in one transaction of the caller's company, which holds no contact beyond what they are narrowed to. With an
   * Idempotency-Key, at most once per key.
   */
  inCompany<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** `throw fail('CODE')`: only codes that the route declares compile. */
  fail(code: ErrorCode<D>, params?: Readonly<Record<string, unknown>>): Refusal;
}

/** What is known of a call before its body is read. */
export interface Arrival<D extends RouteDefinition> {
  /** The parameters of the path as they came: nobody has looked at them yet. */
  readonly params: Readonly<Record<string, string>>;
  readonly scope: ScopeOf<D>;
  readonly request: FastifyRequest;
}

/** How a route is guarded beyond its permission. */
export interface Guard<D extends RouteDefinition> {
  /**
   * Throws a refusal for a call that is not let in, such as one beyond a limit. Asked after the permission and before the
   * body is read, so that who is kept out costs nothing more.
   */
  readonly admit: (arrival: Arrival<D>) => void | Promise<void>;
}

/** Where the browser goes next: a path of ours, or an address that is not the caller's to choose. */
export interface Redirect {
  readonly location: string;
}

type Answered<D extends RouteDefinition> = D['answer'] extends FileAnswer
  ? FileReply
  : D['answer'] extends RedirectAnswer
    ? Redirect
    : Input<D['answer']>;
export type Handler<D extends RouteDefinition> = (call: Call<D>) => Promise<Answered<D>>;

/**
 * Binds a contract route to its handler: `implement(app, listContacts)(async ({ scope, query, inCompany }) => …)`.
 * Curried, so that the handler's literals are inferred from the contract.
 */
export function implement<D extends RouteDefinition>(app: App, contractRoute: Route<D>, guard?: Guard<D>) {
  const { method, path, definition } = contractRoute;
  return (handler: Handler<D>): void => {
    const { status = usualStatus } = definition;
    const options: RouteOptions = {
      method,
      url: `/api${path}`,
      schema: {
        summary: definition.summary,
        tags: [path.split('/')[1] ?? 'api'],
        ...(definition.params ? { params: definition.params } : {}),
        ...(definition.query ? { querystring: definition.query } : {}),
        ...(definition.body ? { body: definition.body } : {}),
        response: responsesOf(definition),
      },
      config: { contractRoute, contentPolicy: dataPolicy },
      ...(definition.bodyBytesMax ? { bodyLimit: definition.bodyBytesMax } : {}),
      // Before the body is read: who may not call learns nothing of what the call takes.
      onRequest: async (request, reply) => {
        // Data of people, and refusals: nobody between us and the caller keeps either.
        reply.header('cache-control', 'no-store');
        await authorize(app, contractRoute, request, reply);
        const { params, scope } = request;
        await guard?.admit({ params, scope, request } as Arrival<D>);
      },
      handler: async (request, reply) => {
        const { scope } = request;
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          file: definition.upload && (await readUpload(request, definition.upload)),
          scope,
          request,
          reply,
          inCompany: <T>(work: (tx: Transaction) => Promise<T>) => inCompany(app, contractRoute, request, scope, work),
          fail: refuse,
        } as unknown as Call<D>;
        const answer = await (definition.upload ? handler(call).catch(refuseBrokenUpload) : handler(call));
        if (answersRedirect(definition.answer)) return reply.redirect((answer as Redirect).location, redirectStatus);
        reply.code(status);
        return answersFile(definition.answer)
          ? sendFile(reply, definition.answer, answer as FileReply)
          : reply.send(answer);
      },
    };
    app.route(options);
  };
}

/** The answer as the framework checks it and the documents show it. A file streams past every check. */
function responsesOf({ answer, status = usualStatus }: RouteDefinition): Record<number, object> {
  if (answersRedirect(answer)) return { [redirectStatus]: z.null().describe(`Leads to ${answer.leadsTo}.`) };
  if (!answersFile(answer)) return { [status]: answer };
  const content = Object.fromEntries(answer.mediaTypes.map((mediaType) => [mediaType, { schema: z.string() }]));
  return { [status]: { content } };
}

async function authorize(app: App, { definition }: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { permission, duringMaintenance } = definition;
  // Who answers a survey is never turned away: there is no second time to ask (decision 0036).
  if (permission === 'link') return app.links.admit(request, (request.params as { token: string }).token);
  if (asksForSession(definition)) request.scope = await app.authenticate(request, reply);
  if (!duringMaintenance) await refuseWhileShut(app.maintenance, request.scope?.role);
  if (!request.scope) return;
  if (request.scope.isOutside && !definition.fromAnywhere) throw refuse('ADDRESS_NOT_ALLOWED');
  if (request.scope.lacksSecondFactor && !definition.withoutSecondFactor) throw refuse('SECOND_FACTOR_REQUIRED');
  if (permission !== 'session' && !holds(request.scope, permission as Capability)) throw refuse('FORBIDDEN');
  if (isSwitchedOff(request.scope, permission)) throw refuse('FEATURE_DISABLED');
}

function inCompany<T>(
  app: App,
  { method, path }: Route,
  request: FastifyRequest,
  scope: Scope | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (!scope) throw new Error(`${path} is public: it has no company`);
  const key = request.headers['idempotency-key'];
  const once = (tx: Transaction) => {
    if (typeof key !== 'string' || method === 'GET') return work(tx);
    return answerOnce(tx, { scope, key, route: `${method} ${path}`, body: request.body }, work);
  };
  return app.database.withCompany(scope.companyId, once, { narrowing: scope.narrowing });
}
