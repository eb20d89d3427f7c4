import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { commonErrors, errorsOf } from '@escuta/contract/route';
import type { ErrorBody, Route } from '@escuta/contract/route';
import { DatabaseAwayError } from '#platform/db/database-away.ts';
import type { Database } from '#platform/db/database.ts';
import { alwaysOpen } from '#platform/http/maintenance-gate.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { Refusal } from '#platform/http/refusal.ts';
import type { LinkAccess, Scope } from '#platform/http/scope.ts';
import { keepForeignPagesOut } from '#platform/http/foreign-pages.ts';
import { secureReplies } from '#platform/http/security-headers.ts';
import type { SecureReply } from '#platform/http/security-headers.ts';
import { readWellFormedJson } from '#platform/http/well-formed-json.ts';

/** Finds out who calls, or refuses with NOT_SIGNED_IN or COMPANY_NOT_ACTIVE. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Scope>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    links: LinkAccess;
    maintenance: MaintenanceGate;
    database: Database;
  }
  interface FastifyRequest {
    /** Set before the handler runs, where the route asks who is signed in. */
    scope: Scope | undefined;
  }
  interface FastifyContextConfig {
    contractRoute?: Route;
  }
}

export type App = FastifyInstance;

export interface AppOptions {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly links: LinkAccess;
  /** Whether the platform is shut; never when none is given. */
  readonly maintenance?: MaintenanceGate;
  readonly logger: FastifyBaseLogger | false;
  readonly production: boolean;
  /** Proxies in front whose X-Forwarded-For is believed; 0 when none is given. */
  readonly trustedProxies?: number;
  /** Where browsers find us, when a proxy does not pass on the Host that they asked. */
  readonly publicUrl?: string;
  /** The origins of other hosts that the app's pages may ask; none when absent. */
  readonly connectTo?: readonly string[];
}

const bodyBytesMax = 1_048_576;
/** A refusal lists this many problems: enough to mend a form, and a reply that does not grow with what was sent. */
const listedMax = 20;
const listedPathMax = 200;
/** SQLSTATE of text that PostgreSQL cannot hold (a NUL, in text and in JSON): the caller's fault wherever it came in. */
const textRefusals = new Set(['22021', '22P05']);

/** What a file system says when it holds no more: full, over quota, or larger than this process may write. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const retryAwayAfterSeconds = 5;

/** The HTTP server without any route: validation, refusals, security headers, compression. */
export async function createApp({
  database,
  authenticate,
  links,
  maintenance = alwaysOpen,
  logger,
  production,
  trustedProxies = 0,
  publicUrl,
  connectTo = [],
}: AppOptions): Promise<App> {
  const security: { secure?: SecureReply } = {};
  const app: App = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    bodyLimit: bodyBytesMax,
    // The largest file of an import takes so long over 3 Mbit/s. Headers have their own, shorter limit.
    requestTimeout: 600_000,
    http: { headersTimeout: 60_000 },
    // A question that arrives while we stop is answered like any other (`drain.ts`).
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < trustedProxies,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read reaches no route and no hook.
    frameworkErrors(error, request, reply) {
      security.secure?.(request, reply);
      answerError(error, request, reply);
    },
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.decorate('database', database);
  app.decorate('authenticate', authenticate);
  app.decorate('links', links);
  app.decorate('maintenance', maintenance);
  app.decorateRequest('scope', undefined);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  readWellFormedJson(app);
  await app.register(cookie);
  await app.register(compress, { global: true, threshold: 1_024 });
  await app.register(multipart, { limits: { files: 1, fields: 10 } });
  security.secure = secureReplies(app, { production, connectTo });
  keepForeignPagesOut(app, publicUrl);
  return app;
}

/** The one place where an error becomes an answer: `{ code, message, params }`. */
function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, params, status } = describe(error, request);
  if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
  const retryAfter = params['retryAfter'];
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  const message = request.routeOptions.config.contractRoute?.definition.messages?.[code] ?? code;
  const body: ErrorBody = { code, message, params };
  return reply.code(status).type('application/json').serializer(JSON.stringify).send(body);
}

function describe(
  error: FastifyError | Refusal,
  request: FastifyRequest,
): { code: string; params: ErrorBody['params']; status: number } {
  if (error instanceof Refusal) {
    const status = errorsOf(request.routeOptions.config.contractRoute?.definition)[error.code];
    if (status) return { code: error.code, params: withShortLists(error.params), status };
    // A code that the route does not declare is a fault of ours, loud in every environment.
    return { code: 'INTERNAL_ERROR', params: { undeclared: error.code }, status: 500 };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.slice(0, listedMax).map(({ instancePath, keyword }) => ({
      path: instancePath.slice(1, 1 + listedPathMax),
      rule: keyword,
    }));
    return { code: 'INVALID_INPUT', params: { fields }, status: 400 };
  }
  if (textRefusals.has(error.code)) return { code: 'INVALID_INPUT', params: {}, status: 400 };
  if (error instanceof DatabaseAwayError)
    return { code: 'UNAVAILABLE', params: { retryAfter: retryAwayAfterSeconds }, status: commonErrors.UNAVAILABLE };
  if (noRoom.has(error.code)) return { code: 'STORAGE_FULL', params: {}, status: commonErrors.STORAGE_FULL };
  if (error.statusCode === 413) return { code: 'TOO_LARGE', params: {}, status: 413 };
  if (error.statusCode && error.statusCode < 500) return { code: 'INVALID_INPUT', params: {}, status: 400 };
  return { code: 'INTERNAL_ERROR', params: {}, status: commonErrors.INTERNAL_ERROR };
}

function withShortLists(params: ErrorBody['params']): ErrorBody['params'] {
  const short = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, listedMax) : value,
  ]);
  return Object.fromEntries(short) as ErrorBody['params'];
}
