import * as contract from '@escuta/contract/erasures';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { erasePerson } from './erase-person.ts';
import { onceMore } from './once-more.ts';
import { processingRecordRoutes } from './processing-record/routes.ts';
import { privacyRequestRoutes } from './requests/routes.ts';
import { retentionRoutes } from './retention/routes.ts';
import { subProcessorRoutes } from './sub-processors/routes.ts';

/** The routes by which a person is anonymized or deleted, and those of the company's other duties towards people. */
export function privacyRoutes(app: App, context: AppContext): void {
  const { clock } = context;
  privacyRequestRoutes(app, context);
  retentionRoutes(app, context);
  processingRecordRoutes(app, context);
  subProcessorRoutes(app, context);

  implement(
    app,
    contract.anonymizeContact,
  )(({ scope, params, body: { comments }, inCompany }) => {
    const erasure = { contactId: params.id, as: 'anonymized', comments } as const;
    return onceMore(() => inCompany((tx) => erasePerson(tx, scope, erasure, clock.now())));
  });

  implement(
    app,
    contract.deleteContact,
  )(({ scope, params, query: { comments }, inCompany }) => {
    const erasure = { contactId: params.id, as: 'deleted', comments } as const;
    return onceMore(() => inCompany((tx) => erasePerson(tx, scope, erasure, clock.now())));
  });
}
