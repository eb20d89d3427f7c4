import * as contract from '@escuta/contract/privacy-requests';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import type { RateLimit } from '#platform/limits/rate-limit.ts';
import { askPackage } from '../packages/ask-package.ts';
import { readPersonFile } from '../packages/read-package.ts';
import { onceMore } from '../once-more.ts';
import { changeRequest } from './change-request.ts';
import { eraseRequester, rehearseErasure } from './erase-requester.ts';
import { findForm } from './find-form.ts';
import { readRequest, readRequests } from './read-requests.ts';
import { receiveRequest } from './receive-request.ts';

function limitedBy(limit: RateLimit) {
  return { admit: ({ request }: { request: { ip: string } }) => limit.take(callerAddress(request.ip)) };
}

/** The routes of the form for privacy requests, and of the desk that answers them. */
export function privacyRequestRoutes(app: App, context: AppContext): void {
  const { clock } = context;
  // Whoever reads the form behind the address of an office takes nothing from those who send it.
  const reads = limitedBy(openRateLimit(context, 'address'));
  const sends = limitedBy(openRateLimit(context, 'privacy-form'));

  implement(
    app,
    contract.getPrivacyForm,
    reads,
  )(async ({ params }) => {
    const { name, language } = await findForm(context, params.slug);
    return { company: name, language, due_days: contract.privacyRequestDueDays };
  });

  implement(
    app,
    contract.createPrivacyRequest,
    sends,
  )(({ params, body }) => receiveRequest(context, params.slug, body));

  implement(app, contract.listPrivacyRequests)(({ scope, query }) => readRequests(context, scope, query));

  implement(app, contract.getPrivacyRequest)(({ scope, params }) => readRequest(context, scope, params.id));

  implement(
    app,
    contract.changePrivacyRequest,
  )(async ({ scope, params, body, inCompany }) => {
    await inCompany((tx) => changeRequest(tx, scope, params.id, body, clock.now()));
    return readRequest(context, scope, params.id);
  });

  implement(
    app,
    contract.rehearseErasure,
  )(({ scope, params, query, inCompany }) =>
    onceMore(() => inCompany((tx) => rehearseErasure(tx, scope, params.id, query, clock.now()))),
  );

  implement(
    app,
    contract.eraseRequester,
  )(async ({ scope, params, body, inCompany }) => {
    await onceMore(() => inCompany((tx) => eraseRequester(tx, scope, params.id, body, clock.now())));
    return readRequest(context, scope, params.id);
  });

  implement(
    app,
    contract.createPersonPackage,
  )(async ({ scope, params, body, inCompany }) => {
    await inCompany((tx) => askPackage(tx, scope, params.id, body, clock.now()));
    return readRequest(context, scope, params.id);
  });

  implement(
    app,
    contract.downloadPersonPackage,
  )(({ scope, params, query, inCompany }) =>
    readPersonFile(context, scope, { fileId: params.id, format: query.format }, inCompany),
  );
}
