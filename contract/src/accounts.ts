import { z } from 'zod';
import { accountClasses, accountFilters } from './account-class.ts';
import { BusinessUnitId, CompanyId, SurveyId } from './ids.ts';
import { instant, paged, paging, searchWords } from './primitives.ts';
import { route } from './route.ts';

/** An account of the switcher: a company, with the field names of the specification (SWITCH-15). */
export const Account = z.object({
  _id: CompanyId,
  nome: z.string(),
  active: z.boolean(),
  isTrial: z.boolean().nullable(),
  trial_expiration_date: instant.nullable(),
});
export type Account = z.infer<typeof Account>;

const AccountsQuery = paging.extend({
  /** Any fragment of the company's name. */
  search: searchWords.optional(),
  filter: z.enum(accountFilters).default('all'),
  /** Only these classes, with commas between them; all when absent. */
  classes: z
    .string()
    .regex(new RegExp(`^(${accountClasses.join('|')})(,(${accountClasses.join('|')}))*$`))
    .optional(),
});

export const listManagedAccounts = route('GET /accounts/managed', {
  summary: 'The companies that an account manager looks after, by name',
  permission: 'accounts.switch',
  query: AccountsQuery,
  answer: paged(Account),
});

export const listTemporaryAccounts = route('GET /accounts/temporary', {
  summary: 'The companies that somebody with temporary access may enter, by name',
  permission: 'accounts.switch',
  query: AccountsQuery,
  answer: paged(Account),
});

/** The accounts that a button of the switcher leads to. */
export const quickAccountNames = ['official', 'sales', 'tests', 'cs'] as const;
export type QuickAccountName = (typeof quickAccountNames)[number];

const quickAccount = z.object({ _id: CompanyId, nome: z.string() }).nullable();

export const listQuickAccounts = route('GET /accounts/quick', {
  summary: 'The accounts of the quick buttons, each null where none is configured or the caller may not enter it',
  permission: 'accounts.switch',
  answer: z.object({ official: quickAccount, sales: quickAccount, tests: quickAccount, cs: quickAccount }),
});

const namedCompany = z.object({ _id: CompanyId, nome: z.string() });

/** Somebody of ours inside the account of a customer, until it ends by itself. */
export const AccountAccess = z.object({
  company: namedCompany,
  /** Where they belong, and come back to. */
  home: namedCompany,
  reason: z.string(),
  began_at: instant,
  ends_at: instant,
});
export type AccountAccess = z.infer<typeof AccountAccess>;

/** The access of the session's company; null at home. */
const currentAccess = z.object({ access: AccountAccess.nullable() });

export const accessReasonLength = { min: 5, max: 300 } as const;

export const enterAccount = route('POST /account-access', {
  summary:
    'Enter the account of a company for two hours, with a reason that its people can read. Entering the own one leaves',
  permission: 'accounts.switch',
  body: z.object({
    company: CompanyId,
    reason: z.string().trim().min(accessReasonLength.min).max(accessReasonLength.max),
  }),
  answer: currentAccess,
  status: 201,
  errors: { ACCOUNT_NOT_ACTIVE: 409 },
});

export const getAccountAccess = route('GET /account-access', {
  summary: 'By what access the caller is in this company, and until when',
  permission: 'accounts.switch',
  answer: currentAccess,
});

export const leaveAccount = route('DELETE /account-access', {
  summary: 'Leave the account that was entered before its time is over',
  permission: 'accounts.switch',
  answer: z.object({ home: namedCompany }),
});

/** A survey as the power menu finds it. */
export const FoundSurvey = z.object({
  _id: SurveyId,
  title: z.string(),
  icon: z.string(),
  _business: z.object({ _id: BusinessUnitId, nome: z.string() }),
});
export type FoundSurvey = z.infer<typeof FoundSurvey>;

export const findCompanySurveys = route('GET /company/surveys', {
  summary: 'Surveys of the company in all units that the caller may work in, newest first, at most 50',
  permission: 'accounts.switch',
  query: z.object({ search: searchWords.optional() }),
  answer: z.object({ data: z.array(FoundSurvey) }),
});
