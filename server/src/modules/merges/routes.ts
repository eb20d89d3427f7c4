import * as contract from '@escuta/contract/merges';
import { onceMore } from '#modules/privacy/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { askSearch, listDuplicates, setDismissed } from './duplicates.ts';
import { mergePair } from './merge-pair.ts';
import { compareContacts, readMerges } from './read-merges.ts';
import { undoMerge } from './undo-merge.ts';

/** The routes of contacts that are one person. */
export function mergesRoutes(app: App, context: AppContext): void {
  const { clock } = context;
  duplicatesRoutes(app, context);

  implement(
    app,
    contract.compareContacts,
  )(({ scope, params, query, inCompany }) => inCompany((tx) => compareContacts(tx, scope, params.id, query.with)));

  implement(
    app,
    contract.mergeContacts,
  )(({ scope, params, body, inCompany, fail }) =>
    onceMore(() =>
      inCompany(async (tx) => {
        const now = clock.now();
        const id = await mergePair(tx, scope, params.id, body, now);
        const merge = (await readMerges(tx, scope, params.id, now)).find(({ _id }) => _id === id);
        if (!merge) throw fail('NOT_FOUND');
        return merge;
      }),
    ),
  );

  implement(
    app,
    contract.listMerges,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => ({ data: await readMerges(tx, scope, params.id, clock.now()) })),
  );

  implement(
    app,
    contract.undoMerge,
  )(({ scope, params, inCompany }) => onceMore(() => inCompany((tx) => undoMerge(tx, scope, params.id, clock.now()))));
}

function duplicatesRoutes(app: App, { clock }: AppContext): void {
  implement(
    app,
    contract.listDuplicates,
  )(({ scope, query, inCompany }) => inCompany((tx) => listDuplicates(tx, scope, query)));

  implement(
    app,
    contract.searchDuplicates,
  )(({ scope, inCompany }) =>
    inCompany(async (tx) => {
      await askSearch(tx, scope, clock.now());
      return { ok: true } as const;
    }),
  );

  implement(
    app,
    contract.dismissDuplicate,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => {
      await setDismissed(tx, scope, params.id, clock.now());
      return { ok: true } as const;
    }),
  );

  implement(
    app,
    contract.undismissDuplicate,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => {
      await setDismissed(tx, scope, params.id, null);
      return { ok: true } as const;
    }),
  );
}
