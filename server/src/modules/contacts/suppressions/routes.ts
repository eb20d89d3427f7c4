import * as contract from '@escuta/contract/suppressions';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { addSuppressions } from './add-suppressions.ts';
import { liftEntry } from './lift-entry.ts';
import { presentSuppression } from './present-suppression.ts';
import { countSuppressions, listSuppressionRows, suppressionsOfAddress } from './queries.ts';
import { readTypedAddress } from './typed-address.ts';

/** The routes of the addresses that a unit does not write to. */
export function suppressionsRoutes(app: App, { clock }: Pick<AppContext, 'clock'>): void {
  implement(
    app,
    contract.listSuppressions,
  )(({ scope: { companyId, businessUnitId, role }, query: { limit, page, ...narrowed }, inCompany }) =>
    inCompany(async (tx) => {
      const filter = { companyId, businessUnitId, ...narrowed };
      const rows = await listSuppressionRows(tx, { ...filter, limit, page });
      return { data: rows.map((row) => presentSuppression(row, role)), total: await countSuppressions(tx, filter) };
    }),
  );

  implement(
    app,
    contract.checkAddress,
  )(({ scope: { companyId, businessUnitId, role }, body, inCompany, fail }) => {
    const typed = readTypedAddress(body.address);
    if (typed === null) throw fail('ADDRESS_NOT_VALID');
    const { address, channels } = typed;
    return inCompany(async (tx) => {
      const found = await suppressionsOfAddress(tx, { companyId, businessUnitId, address });
      const shown = found.map((row) => presentSuppression(row, role));
      return {
        channels: channels.map((channel) => ({
          channel,
          suppression: shown.find((suppression) => suppression.channel === channel) ?? null,
        })),
      };
    });
  });

  implement(
    app,
    contract.addSuppressions,
  )(({ scope, body, inCompany }) => inCompany((tx) => addSuppressions(tx, scope, body, clock.now())));

  implement(
    app,
    contract.liftSuppression,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      await liftEntry(tx, scope, { id: params.id, ...body }, clock.now());
      return { ok: true } as const;
    }),
  );
}
