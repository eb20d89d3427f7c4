import * as reading from '@escuta/contract/response-list';
import * as contract from '@escuta/contract/responses';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { implement } from '#platform/http/implement.ts';
import { reachOf } from '#platform/http/scope.ts';
import { readLink } from './answer-link.ts';
import { openAnswerRecorder } from './answer-recorder.ts';
import { countResponseRows, listResponseRows } from './list-responses.ts';
import { noteOpening } from './note-opening.ts';
import { pageRoutes } from './page-routes.ts';
import { presentListedResponse } from './present-response.ts';
import { readResponse } from './read-response.ts';
import { readResponsesFile } from './responses-file.ts';
import { revealAnswer } from './reveal-answer.ts';
import { takeAnswer } from './take-answer.ts';

/** The routes by which people answer, the contract's call and the pages that work without script, and by which staff read. */
export function responsesRoutes(app: App, context: AppContext, openRecorder = openAnswerRecorder): void {
  const recorder = openRecorder(context, context.config.databasePoolMax);
  app.addHook('onClose', () => recorder.drain());

  implement(
    app,
    contract.recordAnswer,
  )(async ({ params, body, fail }) => {
    const link = await readLink(context, params.token);
    if (!link) throw fail('LINK_NOT_VALID');
    const { isAnonymous: _ofThePage, ...recorded } = await takeAnswer(recorder, link, body, context.clock.now());
    return recorded;
  });

  implement(
    app,
    contract.recordOpening,
  )(async ({ params, fail }) => {
    const link = await readLink(context, params.token);
    if (!link) throw fail('LINK_NOT_VALID');
    await noteOpening(context.database, link, context.clock.now());
    return { ok: true };
  });

  readingRoutes(app, context);
  void app.register(async (pages) => pageRoutes(pages, { context, recorder, access: app.links }));
}

/** The list of responses, as a page and as a file, and one of them. */
function readingRoutes(app: App, { clock, database }: AppContext): void {
  implement(
    app,
    reading.listResponses,
  )(({ scope, query: { sort, limit, page, ...narrowed }, inCompany }) => {
    const filter = { ...narrowed, ...reachOf(scope) };
    return inCompany(async (tx) => {
      const rows = await listResponseRows(tx, { ...filter, sort, limit, page });
      const data = rows.map((row) => presentListedResponse(row, scope.role));
      return { data, ...(await countResponseRows(tx, filter)) };
    });
  });

  implement(
    app,
    reading.exportResponses,
  )(async ({ scope, query: { format, fileLanguage, ...filter }, inCompany }) => {
    const now = clock.now();
    const file = await readResponsesFile(database, scope, { filter, format, language: fileLanguage, now });
    const exported = { action: 'responses.exported', target: { type: 'responses' }, after: { format } } as const;
    await inCompany((tx) => recordAudit(tx, scope, exported, now));
    return file;
  });

  implement(
    app,
    reading.getResponse,
  )(({ scope, params, inCompany }) => inCompany((tx) => readResponse(tx, scope, params.id)));

  implement(
    app,
    reading.revealAnswer,
  )(({ scope, params, body, inCompany }) =>
    inCompany((tx) => revealAnswer(tx, scope, params.id, body.question, clock.now())),
  );
}
