import { isIndividual } from '@escuta/contract/sends';
import type { Audience, SendChannel } from '@escuta/contract/sends';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { addressees } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { dayIn } from '#platform/time/clock.ts';
import { audienceFilter } from './audience-filter.ts';
import { channels } from './channels/channels.ts';

/** Refuses CHILD_WITHOUT_CONSENT for a send to one person who is a child: nothing of it would leave (decision 0063). */
export async function refuseChild(
  tx: Transaction,
  { companyId, businessUnitId }: Pick<Scope, 'companyId' | 'businessUnitId'>,
  { audience, channel }: { audience: Audience; channel: SendChannel },
  now: Date,
): Promise<void> {
  if (!isIndividual(audience)) return;
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  const filter = await audienceFilter(tx, { companyId, businessUnitId }, audience, now);
  const today = dayIn(unit.timezone, now);
  const people = await addressees(tx, filter, channels[channel].addressing, today).execute();
  if (people.some((person) => person.held_back === 'child_without_consent')) throw refuse('CHILD_WITHOUT_CONSENT');
}
