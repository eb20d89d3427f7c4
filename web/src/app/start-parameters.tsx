import { getMe } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { getCompany } from '@escuta/contract/companies';
import { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { ReactElement } from 'react';
import { endSession } from '#web/app/end-session.ts';
import { adoptSession } from '#web/app/adopt-session.ts';
import { AdoptSessionDialog } from '#web/app/AdoptSessionDialog.tsx';
import { FederatedErrorDialog } from '#web/features/access/FederatedErrorDialog.tsx';
import { storeOfTab } from '#web/lib/browser-store.ts';
import { askAs } from '#web/lib/ask-as.ts';
import { hasSession, remember, remembered } from '#web/lib/session.ts';
import { chooseUnit, forgetUnit } from '#web/lib/unit.ts';

const names = ['access_token', 'empresa', 'business', 'msal_error'] as const;

/** This tab went away to sign in elsewhere, and expects to come back with a token. Written by whoever leads it away. */
export const awayToSignInKey = 'away_to_sign_in';

/**
 * Takes what the address asks for at the start (SHELL-04 to -08) out of it, before it is in the history or anybody reads it,
 * and does it. Answers what there is to ask or to say over the page.
 */
export async function takeStartParameters(): Promise<ReactElement | undefined> {
  const address = new URL(location.href);
  const [token, company, unit, failure] = names.map((name) => address.searchParams.get(name));
  for (const name of names) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);

  const wasAway = storeOfTab.get(awayToSignInKey) !== null;
  storeOfTab.remove(awayToSignInKey);
  if (failure) {
    await endSession();
    return <FederatedErrorDialog failure={failure} />;
  }
  // The address may come from anybody: nobody is signed in as somebody else without being asked (decision 0036).
  const offered = token ? await whoseToken(token) : undefined;
  const isAsked = offered && !wasAway && remembered('userId') !== offered._id;
  if (token && offered && !isAsked) await adoptSession(token);
  if (hasSession()) await chooseCompany(company);
  const { data: unitId } = BusinessUnitId.safeParse(unit);
  if (unitId && hasSession()) chooseUnit(unitId);
  return token && offered && isAsked ? (
    <AdoptSessionDialog token={token} user={offered} current={remembered('userEmail')} />
  ) : undefined;
}

async function whoseToken(token: string): Promise<User | undefined> {
  return askAs(getMe, token).catch(() => undefined);
}

/** A company that the user may not enter is none of theirs: nothing changes. */
async function chooseCompany(given: string | null | undefined): Promise<void> {
  const { data: id } = CompanyId.safeParse(given);
  const token = remembered('token');
  if (!id || !token || id === remembered('companyId')) return;
  const company = await askAs(getCompany, token, id).catch(() => undefined);
  if (!company) return;
  remember('companyId', id);
  remember('companyName', company.nome);
  forgetUnit();
}
