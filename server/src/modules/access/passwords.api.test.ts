import { describe, expect, test } from 'vitest';
import { createCompany, createUser, signedIn, testPassword } from '../../testing/factories.ts';
import { invitationToken } from '../../testing/invitations.ts';
import { queuedMails } from '../../testing/queued-mails.ts';
import { Signer } from '../../testing/sign-up.ts';
import { testContext } from '../../testing/test-context.ts';
import { createInvitations } from './index.ts';

/** What a password may be, by each way in which somebody chooses one. */
const context = testContext();

function post(url: string, payload: object, remoteAddress = '10.0.0.1') {
  return context.app.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress });
}

/** Each from an address of its own: wrong tries are limited. */
let tries = 0;
async function login(email: string, senha: string): Promise<number> {
  tries += 1;
  const answer = await post('/login', { email, senha }, `10.77.${tries >> 8}.${tries & 255}`);
  return answer.json().result;
}

interface Chosen {
  readonly email: string;
  readonly status: number;
  readonly code: string | undefined;
}
interface Way {
  readonly name: string;
  /** Chooses a password for a new user. */
  choose(password: string): Promise<Chosen>;
}

const ways: readonly Way[] = [
  {
    name: 'sign-up',
    async choose(senha) {
      const signer = new Signer(context);
      await signer.prove();
      await signer.type();
      const kept = await signer.call('POST', '/sign-up/users', { senha });
      if (kept.status >= 300) return { email: signer.email, status: kept.status, code: kept.code };
      const { company_id: companyId } = await signer.row();
      const { status, code } = await signer.startTrial({ companyId });
      return { email: signer.email, status, code };
    },
  },
  {
    name: 'an invitation',
    async choose(senha) {
      const { companyId } = await createCompany(context);
      const email = `chooses-${companyId.slice(-12)}@new.example`;
      const invited = { actor: { companyId }, emails: [email], standing: { role: 'ana' } } as const;
      await context.database.withSystem((tx) => createInvitations(context, tx, invited, context.clock.now()));
      const token = await invitationToken(context, email);
      const body = { nome: 'Rita Prado', phone: '(11) 98765-4321', senha, termsofuse: true };
      const answer = await post(`/invitations/${token}/user`, body);
      return { email, status: answer.statusCode, code: answer.json().code };
    },
  },
  {
    name: 'a recovery',
    async choose(senha) {
      const { email, userId } = await createUser(context);
      await post('/forgot-password', { email });
      const mail = (await queuedMails(context, email)).at(-1);
      const link = /\/forgotPassword\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const answer = await post(`/forgot-password/${link}/password`, { _user: userId, senha, senha2: senha });
      return { email, status: answer.statusCode, code: answer.json().code };
    },
  },
  {
    name: 'the profile',
    async choose(newPassword) {
      const { email, headers } = await signedIn(context);
      const payload = { password: testPassword, newPassword };
      const answer = await context.app.inject({ method: 'PUT', url: '/api/me/password', headers, payload });
      return { email, status: answer.statusCode, code: answer.json().code };
    },
  },
];

function hashOf(email: string): Promise<string | null> {
  return context.database.withSystem(async (tx) => {
    const row = await tx.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirst();
    return row?.password_hash ?? null;
  });
}

describe.each(ways.map((way) => [way.name, way] as const))('by %s', (_name, { choose }) => {
  test('[ASVS-01] a password of 64 characters and more is taken, and every one of them counts', async () => {
    // Where other hashes cut: at 72 bytes.
    for (const length of [64, 72, 73, 128, 1_024]) {
      const begin = 'Vento&7Lua-';
      const password = `${begin}${'ç'.repeat(length - begin.length - 1)}x`;
      const { email, status } = await choose(password);
      expect(status).toBeLessThan(300);
      expect(await login(email, password)).toBe(1);
      const others = [`${password.slice(0, -1)}y`, password.slice(0, -1), password.slice(0, 72), password.slice(0, 64)];
      for (const other of others.filter((one) => one !== password)) expect(await login(email, other)).toBe(0);
    }
  });

  test('[ASVS-02] a password that is tried first is refused, however it is disguised, and nothing is kept of it', async () => {
    for (const password of ['P@ssw0rd1', 'Senha@123', 'Qwerty@123', '123Flamengo!', 'Brasil@2026']) {
      const { email, status, code } = await choose(password);
      expect([password, status, code]).toEqual([password, 422, 'PASSWORD_WEAK']);
      expect(await login(email, password)).toBe(0);
    }
  });

  test('[ASVS-03] a password is kept as argon2id with the parameters of OWASP, and as nothing else', async () => {
    const password = 'Vento&7Lua';
    const { email } = await choose(password);
    expect(await hashOf(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });
});
