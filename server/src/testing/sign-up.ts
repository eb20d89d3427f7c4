import { randomBytes, randomInt } from 'node:crypto';
import type { CompanyId, SignUpPinId, UserId } from '@escuta/contract/ids';
import type { SignUpUser } from '@escuta/contract/sign-up';
import type { SealedMail } from '#platform/mail/transactional/sealed-mail.ts';
import { queuedMails } from './queued-mails.ts';
import type { TestContext } from './test-context.ts';

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly _id?: string;
  readonly pinId?: SignUpPinId;
  readonly mailState?: string;
  readonly invalid?: boolean;
  readonly token?: string | null;
  readonly user?: SignUpUser | null;
  readonly invited?: number;
}

interface Caller {
  readonly address?: string;
  readonly cookie?: string;
}

/** Somebody with a work e-mail and a browser of their own, who signs up through the real routes. */
export class Signer {
  readonly email = `paula-${randomBytes(5).toString('hex')}@padaria-lua.example`;
  readonly #context: TestContext;
  readonly #address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  cookie = '';
  pinId = '' as SignUpPinId;
  #token = '';

  constructor(context: TestContext) {
    this.#context = context;
  }

  async #ask(method: 'GET' | 'POST' | 'PUT', path: string, body: object, caller: Caller = {}): Promise<Answer> {
    const cookie = caller.cookie ?? this.cookie;
    const answer = await this.#context.app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: caller.address ?? this.#address,
      headers: cookie ? { cookie } : {},
      ...(method === 'GET' ? {} : { payload: body }),
    });
    const [set] = answer.cookies;
    if (set) this.cookie = `${set.name}=${set.value}`;
    return { ...answer.json<object>(), status: answer.statusCode };
  }

  /** What is on its way to an e-mail, read before it leaves; the oldest first. */
  async mailsTo(to: string): Promise<SealedMail[]> {
    return queuedMails(this.#context, to);
  }

  async sendEmail({ address, ...body }: { email?: string; address?: string } = {}): Promise<Answer> {
    const answer = await this.#ask(
      'POST',
      '/sign-up/email',
      { email: this.email, ...body },
      address ? { address } : {},
    );
    this.pinId = answer.pinId ?? this.pinId;
    return answer;
  }

  /** The pin of the newest mail. */
  async readPin(): Promise<string> {
    return (await this.mailsTo(this.email)).at(-1)?.subject.slice(0, 4) ?? '';
  }

  async wrongPin(): Promise<string> {
    return String((Number(await this.readPin()) + 1) % 10_000).padStart(4, '0');
  }

  async verify({
    address,
    cookie,
    ...body
  }: { pin: string; pinId?: string; email?: string } & Caller): Promise<Answer> {
    const caller = { ...(address ? { address } : {}), ...(cookie === undefined ? {} : { cookie }) };
    const answer = await this.#ask('POST', '/sign-up/pin', { pinId: this.pinId, email: this.email, ...body }, caller);
    this.#token = answer.token ?? this.#token;
    return answer;
  }

  mailState(id = this.pinId): Promise<Answer> {
    return this.#ask('GET', `/sign-up/pins/${id}`, {});
  }

  /** Proves the e-mail from beginning to end. */
  async prove(): Promise<Answer> {
    await this.sendEmail();
    return this.verify({ pin: await this.readPin() });
  }

  /** A call with the token. */
  call(method: 'POST' | 'PUT', path: string, body: object): Promise<Answer> {
    return this.#ask(method, path, { token: this.#token, ...body });
  }

  /** Types everything that is asked for. */
  async type(company: { nome?: string } = {}): Promise<{ userId: UserId; companyId: CompanyId }> {
    const user = await this.call('POST', '/sign-up/users', {
      nome: 'Paula Lima',
      phone: '+5511987654321',
      senha: 'Pão&Queijo77',
      termsofuse: true,
      business_position: 'Gerente',
    });
    const made = await this.call('POST', '/sign-up/companies', {
      nome: 'Padaria Lua',
      business_area: 'bares-e-restaurantes',
      business_size: '100',
      interests: 'Gerenciar Avaliações Online',
      email: this.email,
      ...company,
    });
    return { userId: user._id as UserId, companyId: made._id as CompanyId };
  }

  startTrial(body: { companyId: string; timezone?: string; language?: string }): Promise<Answer> {
    return this.call('POST', '/sign-up/trial', { email: this.email, ...body });
  }

  row() {
    return this.#context.database.withSystem((tx) =>
      tx.selectFrom('sign_ups').selectAll().where('email', '=', this.email).executeTakeFirstOrThrow(),
    );
  }

  /** The company that came of it, if one did. */
  async company() {
    const { company_id: id } = await this.row();
    return this.#context.database.withSystem((tx) =>
      tx.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst(),
    );
  }
}
