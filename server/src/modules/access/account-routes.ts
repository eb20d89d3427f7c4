import { accountClassOf, passesFilter } from '@escuta/contract/account-class';
import * as contract from '@escuta/contract/accounts';
import type { Account, AccountAccess, QuickAccountName } from '@escuta/contract/accounts';
import type { Output } from '@escuta/contract/route';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { companyNamed, findAccount, findAccounts, openAccesses } from './account-queries.ts';
import type { Reach } from './account-queries.ts';
import { enterAccount } from './enter-account.ts';
import { leaveAccounts } from './leave-account.ts';
import { reachesOf } from './reach.ts';

type Query = Output<(typeof contract.listManagedAccounts)['definition']['query']>;

/** The routes by which our own people go from account to account. */
export function accountRoutes(app: App, context: AppContext): void {
  const { clock, database } = context;
  implement(app, contract.listManagedAccounts)(({ scope, query }) => listAccounts(context, scope, 'managed', query));
  implement(app, contract.listTemporaryAccounts)(({ scope, query }) => listAccounts(context, scope, 'all', query));
  implement(app, contract.listQuickAccounts)(({ scope }) => quickAccounts(context, scope));

  implement(
    app,
    contract.enterAccount,
  )(async ({ scope, body }) => {
    if (body.company === scope.homeCompanyId) {
      await leaveAccounts(context, scope);
      return { access: null };
    }
    await enterAccount(context, scope, body);
    return { access: await currentAccess(context, { ...scope, companyId: body.company }) };
  });

  implement(app, contract.getAccountAccess)(async ({ scope }) => ({ access: await currentAccess(context, scope) }));

  implement(
    app,
    contract.leaveAccount,
  )(async ({ scope }) => {
    await leaveAccounts({ database, clock }, scope);
    return { home: await database.withSystem((tx) => companyNamed(tx, scope.homeCompanyId)) };
  });
}

type Deps = Pick<AppContext, 'database' | 'clock' | 'config'>;

/** Refuses FORBIDDEN to users without that reach. */
async function listAccounts({ database, clock }: Deps, scope: Scope, of: Reach['of'], query: Query) {
  const reach = reachesOf(scope).find((each) => each.of === of);
  if (!reach) throw refuse('FORBIDDEN');
  const now = clock.now();
  const classes: readonly string[] | undefined = query.classes?.split(',');
  const found = (await database.withSystem((tx) => findAccounts(tx, reach, query.search)))
    .map(presentAccount)
    .filter((account) => passesFilter(account, query.filter, now))
    .filter((account) => !classes || classes.includes(accountClassOf(account)));
  const start = (query.page - 1) * query.limit;
  return { data: found.slice(start, start + query.limit), total: found.length };
}

function presentAccount(row: Awaited<ReturnType<typeof findAccounts>>[number]): Account {
  return {
    _id: row.id,
    nome: row.name,
    active: row.active,
    isTrial: row.isTrial,
    trial_expiration_date: row.trialExpiresAt?.toISOString() ?? null,
  };
}

/** The own company counts: its button leads home. */
async function quickAccounts({ database, config }: Deps, scope: Scope) {
  return database.withSystem(async (tx) => {
    const within = async (name: QuickAccountName) => {
      const id = config.quickAccounts[name];
      if (id === undefined) return null;
      if (id === scope.homeCompanyId) return companyNamed(tx, id);
      for (const reach of reachesOf(scope)) {
        const account = await findAccount(tx, reach, id);
        if (account) return { _id: account.id, nome: account.name };
      }
      return null;
    };
    return {
      official: await within('official'),
      sales: await within('sales'),
      tests: await within('tests'),
      cs: await within('cs'),
    };
  });
}

async function currentAccess({ database, clock }: Deps, scope: Scope): Promise<AccountAccess | null> {
  if (scope.companyId === scope.homeCompanyId) return null;
  return database.withSystem(async (tx) => {
    const open = await openAccesses(tx, scope.userId, clock.now());
    const access = open.find(({ company_id: companyId }) => companyId === scope.companyId);
    if (!access) return null;
    return {
      company: await companyNamed(tx, scope.companyId),
      home: await companyNamed(tx, scope.homeCompanyId),
      reason: access.reason,
      began_at: access.began_at.toISOString(),
      ends_at: access.ends_at.toISOString(),
    };
  });
}
