import { z } from 'zod';
import { CompanyId, SignUpPinId, UserId } from './ids.ts';
import { draftName } from './name.ts';
import { passwordLengthMax } from './password.ts';
import { byId, done, email, instant, language } from './primitives.ts';
import { route } from './route.ts';

/** What a company does, by the values of the specification (SIGNUP-37). */
export const businessAreas = [
  'hotelaria',
  'industria',
  'agronegocio',
  'ecommerce',
  'software',
  'bares-e-restaurantes',
  'alimentacao-e-bebidas',
  'vestuario-e-calcados',
  'construcao',
  'saude',
  'educacao',
  'servicos-pessoais',
  'servicos-especializados',
  'informatica',
  'vendas-e-marketing',
  'entretenimento',
  'consultoria',
  'financeiro',
  'outro',
] as const;
/** How many people work in a company; 100 is shown as '+100' (SIGNUP-39). */
export const businessSizes = ['1-10', '11-50', '51-100', '100'] as const;
/** What somebody signs up for: the values are sentences of the specification (SIGNUP-41). */
export const interests = ['Fazer Pesquisas de Satisfação', 'Gerenciar Avaliações Online'] as const;

/** Where somebody came from, as the address of the create-account screen says it (SIGNUP-02). */
export const campaignKeys = ['gclid', 'utm_content', 'utm_term', 'utm_campaign', 'utm_source', 'utm_medium'] as const;
export type CampaignKey = (typeof campaignKeys)[number];

/** How many digits a pin has. */
export const pinLength = 4;
/** The shortest name of a company, of at most 120 signs. */
export const companyNameMin = 3;
/** How many colleagues may be invited at once. */
export const invitesMax = 20;

const name = draftName(120);
/** A phone in E.164; in a draft as far as it was typed. */
const phone = z.string().trim().max(20);
/** Longer words are cut: nobody is kept out by a long address. */
const campaignWord = z.string().overwrite((given) => given.slice(0, 300));

/** Proves that this browser has shown the pin of an e-mail; good for a day, and for signing up alone. */
const token = z.string().min(1).max(100);

/** What becomes of a pin's mail: `delayed` when the mail server has not taken it at the first try. */
export const pinMailStates = ['waiting', 'delayed', 'sent', 'given_up'] as const;
export type PinMailState = (typeof pinMailStates)[number];

/** Sign-up company with the field names of the specification (ENTITY-06). */
export const SignUpCompany = z.object({
  _id: CompanyId,
  nome: z.string(),
  business_area: z.enum(businessAreas).nullable(),
  business_size: z.enum(businessSizes).nullable(),
  interests: z.enum(interests).nullable(),
  email: z.string(),
  trial_expiration_date: instant.nullable(),
});
export type SignUpCompany = z.infer<typeof SignUpCompany>;

/** Sign-up user with the field names of the specification (ENTITY-05); the password never comes back. */
export const SignUpUser = z.object({
  _id: UserId,
  email: z.string(),
  nome: z.string(),
  phone: z.string(),
  termsofuse: z.boolean(),
  business_position: z.string(),
  interests: z.enum(interests).nullable(),
  active: z.boolean(),
  role: z.literal('own'),
  _empresa: SignUpCompany.nullable(),
});
export type SignUpUser = z.infer<typeof SignUpUser>;

export const sendSignUpEmail = route('POST /sign-up/email', {
  summary: 'Send a pin to the work e-mail of somebody who signs up',
  permission: 'public',
  body: z.object({ email, language: language.default('pt') }),
  answer: z.object({ pinId: SignUpPinId, mailState: z.enum(pinMailStates) }),
  errors: { EMAIL_ALREADY_SIGNUP: 409, FREE_EMAIL: 422 },
});

export const getSignUpPin = route('GET /sign-up/pins/:id', {
  summary: 'What became of the mail with a pin, for the browser that asked for it',
  permission: 'public',
  params: byId(SignUpPinId),
  answer: z.object({ mailState: z.enum(pinMailStates) }),
});

export const verifySignUpPin = route('POST /sign-up/pin', {
  summary: 'Verify a pin; answers what was typed in an earlier, incomplete sign-up',
  permission: 'public',
  body: z.object({ pinId: SignUpPinId, pin: z.string().regex(/^\d{4}$/), email }),
  answer: z.object({
    invalid: z.boolean(),
    token: z.string().nullable(),
    user: SignUpUser.nullable(),
  }),
});

export const resumeSignUp = route('POST /sign-up/resume', {
  summary: 'What was typed so far, for a page that is loaded again',
  permission: 'public',
  body: z.object({ token }),
  answer: z.object({ email: z.string(), user: SignUpUser.nullable() }),
  errors: { SIGN_UP_NOT_VERIFIED: 403 },
});

/** What step 2 and the job title of step 3 keep while they are typed. What is left out stays as it is. */
const userDraft = z.object({
  token,
  nome: name.optional(),
  phone: phone.optional(),
  senha: z.string().max(passwordLengthMax).optional(),
  termsofuse: z.boolean().optional(),
  business_position: name.optional(),
  interests: z.enum(interests).optional(),
});

const draftErrors = { SIGN_UP_NOT_VERIFIED: 403, EMAIL_ALREADY_SIGNUP: 409, PASSWORD_WEAK: 422 } as const;

export const createSignUpUser = route('POST /sign-up/users', {
  summary: 'Keep what somebody types who signs up',
  permission: 'public',
  body: userDraft.extend(
    Object.fromEntries(campaignKeys.map((key) => [key, campaignWord.optional()])) as Record<
      CampaignKey,
      z.ZodOptional<typeof campaignWord>
    >,
  ),
  answer: z.object({ _id: UserId }),
  errors: draftErrors,
});

export const updateSignUpUser = route('PUT /sign-up/users/:id', {
  summary: 'Keep what somebody types who signs up, further on',
  permission: 'public',
  params: byId(UserId),
  body: userDraft,
  answer: done,
  errors: draftErrors,
});

const companyDraft = z.object({
  token,
  nome: name.optional(),
  business_area: z.enum(businessAreas).optional(),
  business_size: z.enum(businessSizes).optional(),
  interests: z.enum(interests).optional(),
  email,
});

export const createSignUpCompany = route('POST /sign-up/companies', {
  summary: 'Keep what is typed of the company; it comes into being when its trial starts, under the id answered here',
  permission: 'public',
  body: companyDraft,
  answer: z.object({ _id: CompanyId }),
  errors: draftErrors,
});

export const updateSignUpCompany = route('PUT /sign-up/companies/:id', {
  summary: 'Keep what is typed of the company, further on',
  permission: 'public',
  params: byId(CompanyId),
  body: companyDraft,
  answer: done,
  errors: draftErrors,
});

export const startTrial = route('POST /sign-up/trial', {
  summary: 'Make the company with its first unit and its owner, and start its trial',
  permission: 'public',
  body: z.object({
    token,
    companyId: CompanyId,
    email,
    language: language.default('pt'),
    /** An IANA zone: that of the browser, for the first unit. */
    timezone: z.string().max(60).default('America/Sao_Paulo'),
  }),
  answer: z.object({ trial_expiration_date: instant }),
  errors: { SIGN_UP_NOT_VERIFIED: 403, EMAIL_ALREADY_SIGNUP: 409, SIGN_UP_INCOMPLETE: 422 },
});

export const inviteColleagues = route('POST /sign-up/invitations', {
  summary: 'Invite colleagues into the company that has just been made',
  permission: 'public',
  body: z.object({ token, companyId: CompanyId, emails: z.array(email).min(1).max(invitesMax) }),
  answer: z.object({ invited: z.number().int() }),
  errors: { SIGN_UP_NOT_VERIFIED: 403 },
});
