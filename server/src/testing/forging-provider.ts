import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Claims = Readonly<Record<string, unknown>>;

/** How a token is to be wrong, beyond its claims. */
interface Forgery {
  /** Signed with a key that the provider does not publish. */
  readonly isForeignKey?: boolean;
}

/**
 * A provider of OpenID Connect on loopback that says what a test wants it to, also what no honest one would: the stories have
 * an honest one. It checks the verifier of PKCE by nothing, gives each code once, and counts what it is asked.
 */
export async function startForgingProvider() {
  const [key, foreignKey] = [newKey(), newKey()];
  const codes = new Map<string, { claims: Claims; forgery: Forgery }>();
  const asked: { path: string; body: URLSearchParams }[] = [];
  let isDown = false;
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      const body = new URLSearchParams(await bodyOf(request));
      asked.push({ path, body });
      const { status, answer } = isDown ? { status: 503, answer: {} } : answerTo(path, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oidc = { issuer, clientId: 'escuta-test', clientSecret: 'a secret of the provider' };

  function answerTo(path: string, body: URLSearchParams): { status: number; answer: object } {
    if (path === '/.well-known/openid-configuration') return { status: 200, answer: discoveryOf(issuer) };
    if (path === '/jwks') return { status: 200, answer: { keys: [key.public] } };
    const code = body.get('code') ?? '';
    const given = codes.get(code);
    codes.delete(code);
    if (!given) return { status: 400, answer: { error: 'invalid_grant' } };
    const id_token = signed(given.claims, given.forgery.isForeignKey ? { ...foreignKey, kid: key.kid } : key);
    return { status: 200, answer: { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token } };
  }

  return {
    oidc,
    asked,
    /** A code for tokens with these claims; those that every token has are filled in. */
    codeFor(claims: Claims, forgery: Forgery = {}): string {
      const now = Math.floor(Date.now() / 1_000);
      const usual = { iss: issuer, aud: oidc.clientId, iat: now, exp: now + 300 };
      const code = randomUUID();
      codes.set(code, { claims: { ...usual, ...claims }, forgery });
      return code;
    },
    /** Answers 503 to everything until the test ends. */
    goDown(): void {
      isDown = true;
      onTestFinished(() => {
        isDown = false;
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function discoveryOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  };
}

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  return { kid, privateKey, public: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
}

function signed(claims: Claims, { kid, privateKey }: Pick<ReturnType<typeof newKey>, 'kid' | 'privateKey'>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
