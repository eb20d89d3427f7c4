import type { BusinessUnitId, CompanyId, ImportId } from '@escuta/contract/ids';
import type { Metric } from '@escuta/contract/metrics';
import { addressFields, sendChannels } from '@escuta/contract/sends';
import type { AddressField } from '@escuta/contract/sends';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { writeRows } from '#platform/db/write-rows.ts';
import type { Random } from '#platform/drawing/random.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';
import type { DemoContact } from './make-contacts.ts';
import { cnpjOfWorkplace, segmentsOfWorkplaces } from './workplaces.ts';
import { hashAddresses } from '../address-hash.ts';
import { addConsent } from '../consents/add-consent.ts';
import { addOwnStops } from '../stops/stops.ts';
import { byContact } from '../stops/suppress-contact.ts';

interface DemoUnit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly random: Random;
  readonly time: TimeLine;
}

/** When somebody was last written to, and what they last answered. */
export interface Activity {
  readonly sentAt: Date;
  readonly answer: { readonly answeredAt: Date; readonly score: number; readonly metric: Metric } | null;
}

/** Writes the contacts of a unit, with the companies that they work for and the import that each came by. */
export async function writeContacts(
  tx: Transaction,
  unit: DemoUnit,
  {
    contacts,
    importIds,
    activity,
  }: {
    contacts: readonly DemoContact[];
    importIds: readonly ImportId[];
    activity: ReadonlyMap<object, Activity>;
  },
): Promise<void> {
  const workplaceIds = await writeWorkplaces(tx, unit, contacts);
  await writeRows(
    tx,
    unit.companyId,
    'contacts',
    {
      id: 'uuid',
      business_unit_id: 'uuid',
      name: 'text',
      email: 'text',
      tel: 'text',
      contact_company_id: 'uuid',
      source: 'text',
      created_import_id: 'uuid',
      last_sent_at: 'timestamptz',
      last_answered_at: 'timestamptz',
      last_score: 'smallint',
      last_metric: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    contacts.map((contact) => ({
      id: contact.id,
      business_unit_id: unit.businessUnitId,
      name: contact.name,
      email: contact.email,
      tel: contact.tel,
      contact_company_id: contact.workplace && workplaceIds.get(contact.workplace),
      source: contact.source,
      created_import_id: contact.importIndex === null ? null : importIds[contact.importIndex],
      last_sent_at: activity.get(contact)?.sentAt ?? null,
      last_answered_at: activity.get(contact)?.answer?.answeredAt ?? null,
      last_score: activity.get(contact)?.answer?.score ?? null,
      last_metric: activity.get(contact)?.answer?.metric ?? null,
      created_at: contact.createdAt,
      updated_at: contact.createdAt,
    })),
  );
  await writeRows(
    tx,
    unit.companyId,
    'contact_imports',
    { import_id: 'uuid', contact_id: 'uuid', met_at: 'timestamptz' },
    contacts.flatMap(({ id, importIndex, createdAt }) =>
      importIndex === null ? [] : [{ import_id: importIds[importIndex], contact_id: id, met_at: createdAt }],
    ),
  );
}

async function writeWorkplaces(
  tx: Transaction,
  { companyId, businessUnitId, random, time }: DemoUnit,
  contacts: readonly DemoContact[],
): Promise<Map<string, string>> {
  const names = [...new Set(contacts.flatMap(({ workplace }) => workplace ?? []))];
  const ids = new Map(names.map((name) => [name, random.idAt(time.at(396, 9))]));
  const columns = {
    id: 'uuid',
    business_unit_id: 'uuid',
    name: 'text',
    cnpj: 'text',
    market_segment: 'text',
    created_at: 'timestamptz',
  };
  const rows = [...ids].map(([name, id]) => ({
    id,
    business_unit_id: businessUnitId,
    name,
    cnpj: cnpjOfWorkplace(name),
    market_segment: segmentsOfWorkplaces[name] ?? null,
    created_at: time.at(396, 9),
  }));
  await writeRows(tx, companyId, 'contact_companies', columns, rows);
  return ids;
}

/** Who is written to no more: who left, on every channel, as their history says, and whose mail came back, by e-mail. */
export async function writeSuppressions(
  tx: Transaction,
  { companyId, businessUnitId }: Pick<DemoUnit, 'companyId' | 'businessUnitId'>,
  people: readonly {
    readonly contact: Pick<DemoContact, AddressField | 'id'>;
    readonly reason: 'unsubscribed' | 'bounced';
    readonly at: Date;
  }[],
): Promise<void> {
  const rows = people.flatMap(({ contact, reason, at }) => {
    const wordId = newId();
    return sendChannels
      .filter((channel) => reason === 'unsubscribed' || channel === 'email')
      .map((channel) => ({ id: contact.id, channel, address: contact[addressFields[channel]], wordId, reason, at }));
  });
  const left = rows.filter(({ reason }) => reason === 'unsubscribed');
  const hashes = await hashAddresses(
    tx,
    rows.flatMap(({ address }) => address ?? []),
  );
  const stops = rows.flatMap(({ id: _, address, ...row }) =>
    address === null ? [] : [{ businessUnitId, addressHash: hashes.get(address)!, ...row }],
  );
  const ofContacts = left.map(({ id: contactId, address: _, ...row }) => ({ businessUnitId, contactId, ...row }));
  await addOwnStops(tx, companyId, [...stops, ...ofContacts]);
  for (const { id: contactId, channel, address, at } of left)
    if (address !== null)
      await addConsent(tx, {
        ...byContact,
        companyId,
        businessUnitId,
        contactId,
        channel,
        status: 'withdrawn',
        now: at,
      });
}
