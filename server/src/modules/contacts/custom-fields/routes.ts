import * as contract from '@escuta/contract/custom-fields';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { changeCustomField } from './change-custom-field.ts';
import { createCustomField } from './create-custom-field.ts';
import { deleteCustomField } from './delete-custom-field.ts';
import { orderCustomFields } from './order-custom-fields.ts';
import { countHolders, fieldWith, listCustomFields } from './queries.ts';

/** The routes of custom fields. */
export function customFieldsRoutes(app: App, { clock, database }: Pick<AppContext, 'clock' | 'database'>): void {
  implement(
    app,
    contract.listCustomFields,
  )(async ({ scope, inCompany }) => ({ data: await inCompany((tx) => listCustomFields(tx, scope.companyId)) }));

  implement(
    app,
    contract.createCustomField,
  )(({ scope, body, inCompany }) => inCompany((tx) => createCustomField(tx, scope, body, clock.now())));

  implement(
    app,
    contract.orderCustomFields,
  )(async ({ scope, body, inCompany }) => ({
    data: await inCompany((tx) => orderCustomFields(tx, scope, body.ids, clock.now())),
  }));

  implement(
    app,
    contract.changeCustomField,
  )(({ scope, params, body, inCompany }) =>
    inCompany((tx) => changeCustomField(tx, scope, { id: params.id, form: body }, clock.now())),
  );

  implement(
    app,
    contract.getCustomFieldUse,
  )(({ scope: { companyId }, params, inCompany, fail }) =>
    inCompany(async (tx) => {
      const field = fieldWith(await listCustomFields(tx, companyId), params.id);
      if (!field) throw fail('NOT_FOUND');
      return { contacts: await countHolders(tx, companyId, field.internal_name) };
    }),
  );

  implement(
    app,
    contract.deleteCustomField,
  )(async ({ scope, params }) => {
    await deleteCustomField(database, scope, params.id, clock.now());
    return { ok: true };
  });
}
