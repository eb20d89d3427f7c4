import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactField, contactFieldNames } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import type { ImportId } from '@escuta/contract/ids';
import { importModes } from '@escuta/contract/imports';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, createContact } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { nothingSaid } from './contact-fields.ts';
import { isMetBy } from './contact-imports.ts';
import type { CustomValues } from './custom-fields/custom-field.ts';
import { openUpsertRehearsal } from './rehearse-upserts.ts';
import { upsertContacts } from './upsert-contacts.ts';
import { decideUpsert, newContact, noParticulars } from './upsert-decision.ts';
import type { IncomingContact, KnownContact, UpsertOutcome, UpsertScope } from './upsert-decision.ts';

const context = testContext();

/** The same rules one row at a time, on a list: slow, and plain enough to be believed. */
function oneByOne(known: KnownContact[], rows: readonly IncomingContact[], { mode }: UpsertScope): UpsertOutcome[] {
  return rows.map((row) => {
    const byExternalId = known.find(({ external_id: id }) => id !== null && id === row.external_id);
    const byEmail = known.find(({ email }) => email !== null && email === row.email);
    const byTel = known.find(({ tel }) => tel !== null && tel === row.tel);
    if (!byExternalId && !byEmail && !byTel && mode !== 'update') {
      if (row.email === null && row.tel === null) return 'no_address';
      const { company: companyName, clearsCompany: _, custom, ...values } = newContact(row);
      known.push({ ...values, id: newId(), companyName, isMet: true, customFields: withoutNulls(custom) });
      return 'created';
    }
    const decision = decideUpsert(row, { byExternalId, byEmail, byTel }, { mode });
    if (!decision.target) return decision.outcome;
    const { company, clearsCompany, custom, ...values } = decision.values;
    known[known.indexOf(decision.target)] = {
      ...decision.target,
      ...values,
      tags: [...decision.target.tags, ...values.tags],
      companyName: company ?? (clearsCompany ? null : decision.target.companyName),
      isMet: true,
      customFields: withoutNulls({ ...decision.target.customFields, ...custom }),
    };
    return decision.outcome;
  });
}

const withoutNulls = (values: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Record<string, string>;

const letters = ['a', 'b', 'c', 'd'];
const address = (of: (letter: string, at: number) => string) =>
  fc.option(fc.constantFrom(...letters.map(of)), { nil: null });
/** The fields that neither find a contact nor name it. */
const otherFields = contactFieldNames.filter((field) => !['name', 'email', 'tel'].includes(field));
const otherValues = otherFields.map((field) => {
  const values = contactField(field).type === 'date' ? ['1990-05-17', '2001-02-03'] : ['one', 'two'];
  return [field, fc.option(fc.constantFrom(...values), { nil: null })] as const;
});
const person = fc
  .record({
    ...(Object.fromEntries(otherValues) as Record<ContactFieldName, fc.Arbitrary<string | null>>),
    name: fc.option(fc.constantFrom('Ana', 'Rui'), { nil: null }),
    email: address((letter) => `${letter}@x.com`),
    tel: address((_, at) => `+551198765432${at}`),
    company: fc.option(fc.constantFrom('Sol', 'SOL', 'Lua'), { nil: null }),
    cleared: fc.subarray([...contactFieldNames, 'company' as const]),
    language: fc.option(fc.constantFrom('pt' as const, 'es' as const), { nil: null }),
    timezone: fc.option(fc.constantFrom('America/Manaus', 'UTC'), { nil: null }),
    tags: fc.uniqueArray(fc.constantFrom('vip', 'praia', 'it is "a", \\b'), { maxLength: 2 }),
    custom: fc.dictionary(fc.constantFrom('quarto', 'nivel'), fc.constantFrom('1', '2', null), { maxKeys: 2 }),
  })
  .filter(({ email, tel, external_id: id }) => email !== null || tel !== null || id !== null);
const people = fc.uniqueArray(
  person.filter(({ email, tel }) => email !== null || tel !== null),
  {
    maxLength: 4,
    comparator: (one, other) =>
      (one.email !== null && one.email === other.email) || (one.tel !== null && one.tel === other.tel),
  },
);

test(
  'many rows at once do what they would do one after the other, and a rehearsal in two parts says so before',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        people,
        fc.array(person, { maxLength: 12 }),
        fc.constantFrom(...importModes),
        fc.nat(12),
        async (before, rows, mode, cut) => {
          const unit = await createCompany(context);
          const place = { ...unit, importId: newId<ImportId>(), mode };
          const known: KnownContact[] = [];
          for (const { name, email, tel } of before) {
            const contact = await createContact(context, { ...unit, name: name ?? 'Zoe', email, tel });
            known.push({
              ...nothingSaid,
              ...contact,
              companyName: null,
              isMet: false,
              customFields: {},
              ...noParticulars,
            });
          }

          const rehearse = openUpsertRehearsal();
          const foretold = await context.database.withCompany(unit.companyId, async (tx) => [
            ...(await rehearse(tx, place, rows.slice(0, cut))),
            ...(await rehearse(tx, place, rows.slice(cut))),
          ]);
          const outcomes = await context.database.withCompany(unit.companyId, (tx) =>
            upsertContacts(tx, place, rows, context.clock.now()),
          );

          expect(outcomes.map(({ outcome }) => outcome)).toEqual(oneByOne(known, rows, place));
          expect(foretold).toEqual(outcomes);
          const after = await context.database.withCompany(unit.companyId, (tx) =>
            tx
              .selectFrom('contacts')
              .leftJoin('contact_companies', (join) =>
                join
                  .onRef('contact_companies.company_id', '=', 'contacts.company_id')
                  .onRef('contact_companies.id', '=', 'contacts.contact_company_id'),
              )
              .select([
                ...contactFieldNames.map((field) => `contacts.${field}` as const),
                'contact_companies.name as companyName',
                'contacts.custom_fields as customFields',
                'contacts.language',
                'contacts.timezone',
                'contacts.tags',
                isMetBy(place).as('isMet'),
              ])
              .where('contacts.company_id', '=', unit.companyId)
              .execute(),
          );
          const plain = (contacts: readonly Omit<KnownContact, 'id'>[]) =>
            contacts
              .map(({ isMet, companyName, customFields: { quarto, nivel }, ...contact }) =>
                [
                  ...contactFieldNames.map((field) => contact[field]),
                  contact.language,
                  contact.timezone,
                  contact.tags.join('+'),
                  isMet,
                  companyName?.toLowerCase() ?? null,
                  quarto,
                  nivel,
                ].join(' '),
              )
              .sort();
          expect(
            plain(after.map((contact) => ({ ...contact, customFields: contact.customFields as CustomValues }))),
          ).toEqual(plain(known));
        },
      ),
      { numRuns: 150 },
    );
  },
);

test('companies are remembered from one call to the next, and each is made once', async () => {
  const place = { ...(await createCompany(context)), importId: newId<ImportId>(), mode: 'create_and_update' as const };
  const companyIds = new Map<string, string>();
  const employees = ['Padaria', 'padaria', 'Mercado', 'Padaria'];
  for (const [at, company] of employees.entries()) {
    const row = { ...nothingSaid, email: `person-${at}@work.example`, company };
    await context.database.withCompany(place.companyId, (tx) =>
      upsertContacts(tx, { ...place, companyIds }, [row], context.clock.now()),
    );
  }
  const worksFor = await context.database.withCompany(place.companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .innerJoin('contact_companies as work', 'work.id', 'contacts.contact_company_id')
      .select('work.name')
      .where('contacts.company_id', '=', place.companyId)
      .orderBy('contacts.email')
      .execute(),
  );
  expect(worksFor.map(({ name }) => name)).toEqual(['Padaria', 'Padaria', 'Mercado', 'Padaria']);
  expect(companyIds.size).toBe(3);
  expect(companyIds.get('padaria')).toBe(companyIds.get('Padaria'));
});

test('a company in other letters, upper or lower, is the one that the contact works for: nothing changes', async () => {
  const unit = { ...(await createCompany(context)), mode: 'create_and_update' as const };
  const row = { ...nothingSaid, name: 'Ana', email: 'ana@work.example' };
  const upsert = async (company: string) => {
    const rows = await context.database.withCompany(unit.companyId, (tx) =>
      upsertContacts(tx, { ...unit, importId: newId<ImportId>() }, [{ ...row, company }], context.clock.now()),
    );
    return rows.map(({ outcome }) => outcome);
  };
  expect([await upsert('ACME'), await upsert('Acme'), await upsert('Other')]).toEqual([
    ['created'],
    ['unchanged'],
    ['updated'],
  ]);
  const companies = await context.database.withCompany(unit.companyId, (tx) =>
    tx
      .selectFrom('contact_companies')
      .select('name')
      .where('company_id', '=', unit.companyId)
      .orderBy('name')
      .execute(),
  );
  expect(companies.map(({ name }) => name)).toEqual(['ACME', 'Other']);
});
