import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/** What a page may load, run and talk to (Content Security Policy). */
export interface ContentPolicy {
  /** Directives by their names in camel case. */
  readonly directives: Readonly<Record<string, readonly string[]>>;
  /** Whether the page brings scripts and styles of its own, let in by the nonces of its reply. */
  readonly nonces: boolean;
}

/** The words by which one reply lets its own scripts and styles run. */
interface Nonces {
  readonly script: string;
  readonly style: string;
}

declare module 'fastify' {
  interface FastifyReply {
    /** Empty words under a policy without nonces. */
    cspNonce: Nonces;
  }
  interface FastifyContextConfig {
    /** The policy of a route; that of the app's pages when absent. */
    contentPolicy?: ContentPolicy;
  }
}

const own = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'", 'data:'],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
};
/** Of replies that are no pages. */
export const dataPolicy: ContentPolicy = { directives: own, nonces: false };

/** What no page of ours asks a browser for: a script that got in would not have it either. */
const permissionsPolicy = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const noNonces: Nonces = { script: '', style: '' };
const nonceBytes = 16;

/** Sets the security headers of one reply under a policy without nonces, where no hook has done so. */
export type SecureReply = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Sets the security headers of every reply. They are worked out once per policy: the framework's plugin does so at every
 * request, which was a fifth of what an answer costs the server. `connectTo`: the origins of other hosts that the app may ask.
 */
export function secureReplies(
  app: FastifyInstance,
  { production, connectTo }: { readonly production: boolean; readonly connectTo: readonly string[] },
): SecureReply {
  const appPolicy: ContentPolicy = { directives: { ...own, connectSrc: ["'self'", ...connectTo] }, nonces: true };
  const noncesOf = new WeakMap<ServerResponse, Nonces>();
  const setters = new Map<ContentPolicy, ReturnType<typeof helmet>>();

  function setterOf(policy: ContentPolicy): ReturnType<typeof helmet> {
    const known = setters.get(policy);
    if (known) return known;
    const sourceOf = (kind: keyof Nonces) => (_request: object, response: ServerResponse) =>
      `'nonce-${noncesOf.get(response)?.[kind]}'`;
    const { scriptSrc = [], styleSrc = [] } = policy.directives;
    const setter = helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          ...policy.directives,
          ...(policy.nonces
            ? { scriptSrc: [...scriptSrc, sourceOf('script')], styleSrc: [...styleSrc, sourceOf('style')] }
            : {}),
        },
      },
      strictTransportSecurity: production,
      referrerPolicy: { policy: 'no-referrer' },
      crossOriginEmbedderPolicy: false,
    });
    setters.set(policy, setter);
    return setter;
  }

  app.decorateReply('cspNonce');
  app.addHook('onRequest', (request, reply, next) => {
    const { contentPolicy = appPolicy } = request.routeOptions.config;
    reply.cspNonce = noNonces;
    if (contentPolicy.nonces) {
      reply.cspNonce = { script: newNonce(), style: newNonce() };
      noncesOf.set(reply.raw, reply.cspNonce);
    }
    reply.raw.setHeader('permissions-policy', permissionsPolicy);
    setterOf(contentPolicy)(request.raw, reply.raw, (error) => next(error as Error | undefined));
  });
  return (request, reply) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy);
    setterOf(dataPolicy)(request.raw, reply.raw, () => undefined);
  };
}

function newNonce(): string {
  return randomBytes(nonceBytes).toString('hex');
}
