import type { BusinessUnitId, CompanyId, ContactId, CustomFieldId, UserId } from '@escuta/contract/ids';
import type { CustomField } from '@escuta/contract/custom-fields';
import { newId } from '#platform/crypto/ids.ts';
import { signedIn } from './factories.ts';
import type { TestContext } from './test-context.ts';

/** The internal name of the field that people are narrowed by in tests. */
export const shopField = 'loja';

/** A custom field of a company, whose values are the names of its shops. */
export async function createShopField(
  { database, clock }: TestContext,
  companyId: CompanyId,
  changes: Partial<Pick<CustomField, 'type' | 'options' | 'label' | 'internal_name'>> = {},
): Promise<CustomFieldId> {
  const id = newId<CustomFieldId>();
  const now = clock.now();
  const field = { internal_name: shopField, label: 'Loja', type: 'select' as const, options: ['Centro', 'Praia'] };
  await database.withCompany(companyId, (tx) =>
    tx
      .insertInto('custom_fields')
      .values({ company_id: companyId, id, place: 1, created_at: now, updated_at: now, ...field, ...changes })
      .execute(),
  );
  return id;
}

/** Gives a contact the name of its shop. */
export async function putInShop(
  { database }: TestContext,
  { companyId, contactId, shop }: { companyId: CompanyId; contactId: ContactId; shop: string },
): Promise<void> {
  await database.withCompany(companyId, (tx) =>
    tx
      .updateTable('contacts')
      .set({ custom_fields: JSON.stringify({ [shopField]: shop }) })
      .where('company_id', '=', companyId)
      .where('id', '=', contactId)
      .execute(),
  );
}

/** Somebody of role pdv who signs in, and sees one shop of a unit. */
export async function signedInToShop(
  context: TestContext,
  {
    companyId,
    businessUnitId,
    fieldId,
    shop,
  }: { companyId: CompanyId; businessUnitId: BusinessUnitId; fieldId: CustomFieldId; shop: string },
) {
  const user = await signedIn(context, { companyId, role: 'pdv', ticketingRole: 'adm', units: [businessUnitId] });
  await narrow(context, { companyId, userId: user.userId, fieldId, shop });
  return { ...user, headers: { ...user.headers, 'x-business-id': businessUnitId } };
}

/** Narrows a user, as whoever manages people does. */
export async function narrow(
  { database }: TestContext,
  narrowed: { companyId: CompanyId; userId: UserId; fieldId: CustomFieldId; shop: string },
): Promise<void> {
  const { companyId, userId, fieldId, shop } = narrowed;
  await database.withCompany(companyId, (tx) =>
    tx
      .insertInto('user_narrowings')
      .values({ company_id: companyId, user_id: userId, custom_field_id: fieldId, value: shop })
      .execute(),
  );
}
