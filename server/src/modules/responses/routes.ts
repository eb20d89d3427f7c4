import * as reading from '@escuta/contract/response-list';
import * as contract from '@escuta/contract/responses';
import type { AnswerStep } from '@escuta/contract/responses';
import { languages } from '@escuta/contract/primitives';
import type { Language } from '@escuta/contract/primitives';
import { questionsMax } from '@escuta/contract/surveys';
import { renderPage } from '@escuta/respond';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '#platform/crypto/ids.ts';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import type { LinkDoor } from '#platform/http/scope.ts';
import { Refusal, refuse } from '#platform/http/refusal.ts';
import type { ContentPolicy } from '#platform/http/security-headers.ts';
import { readAnswerForm, rejectedBy, rejectForm, stepOf } from './answer-form.ts';
import { openAnswerRecorder } from './answer-recorder.ts';
import type { AnswerRecorder } from './answer-recorder.ts';
import type { AnswerProblem } from './answer.ts';
import type { RecordedStep } from './answering.ts';
import { findInvitation, readLink } from './find-invitation.ts';
import type { Link } from './find-invitation.ts';
import { countResponseRows, listResponseRows } from './list-responses.ts';
import { noticePage, notKeptPage, presentPage, unsubscribePage } from './present-page.ts';
import type { Page, Rejected } from './present-page.ts';
import { presentListedResponse } from './present-response.ts';
import { readResponse } from './read-response.ts';
import { unsubscribe } from './unsubscribe.ts';

const formBytesMax = 65_536;
/** A number and a text for each question, and what the page itself says: response, step, question in view, completion. */
const formFieldsMax = 2 * questionsMax + 4;

/** The page brings everything with it: only its own script (by nonce) runs, and only its own calls leave. */
const pagePolicy: ContentPolicy = {
  nonces: true,
  directives: {
    defaultSrc: ["'none'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

interface Deps {
  readonly context: AppContext;
  readonly recorder: AnswerRecorder;
  readonly door: LinkDoor;
}

/** The doors by which people answer: the contract's call, and the pages that work without script. */
export function responsesRoutes(app: App, context: AppContext, openRecorder = openAnswerRecorder): void {
  const recorder = openRecorder(context, context.config.databasePoolMax);
  const deps = { context, recorder, door: app.links };
  app.addHook('onClose', () => recorder.drain());

  implement(
    app,
    contract.recordAnswer,
  )(async ({ params, body, fail }) => {
    const link = await readLink(context, params.token);
    if (!link) throw fail('LINK_NOT_VALID');
    return record(deps, link, body);
  });

  readingRoutes(app);
  void app.register(async (pages) => pageRoutes(pages, deps));
}

/** The list of responses, and one of them. */
function readingRoutes(app: App): void {
  implement(
    app,
    reading.listResponses,
  )(({ scope, query: { sort, limit, page, ...narrowed }, inCompany }) => {
    const filter = { ...narrowed, companyId: scope.companyId, businessUnitId: scope.businessUnitId };
    return inCompany(async (tx) => {
      const rows = await listResponseRows(tx, { ...filter, sort, limit, page });
      const data = rows.map((row) => presentListedResponse(row, scope.role));
      return { data, ...(await countResponseRows(tx, filter)) };
    });
  });

  implement(
    app,
    reading.getResponse,
  )(({ scope, params, inCompany }) => inCompany((tx) => readResponse(tx, scope, params.id)));
}

async function record({ context, recorder }: Deps, link: Link, step: AnswerStep): Promise<RecordedStep> {
  if (!link.company.active) throw refuse('SURVEY_CLOSED', { status: 'closed' });
  const { itemsMonth, itemId } = link;
  return recorder.add(link.company.companyId, { itemsMonth, itemId, step, at: context.clock.now() });
}

type TokenRequest = FastifyRequest<{ Params: { token: string }; Querystring: { n?: string }; Body: unknown }>;

function pageRoutes(app: App, deps: Deps): void {
  const { context } = deps;
  const hidden = { schema: { hide: true }, config: { contentPolicy: pagePolicy }, bodyLimit: formBytesMax };
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal && error.code === 'LINK_NOT_VALID') return sendPage(reply, lost(request));
    if (isBusy(error)) {
      sayWhenAgain(reply, error);
      return sendPage(reply, { ...noticePage('unavailable', languageOf(request)), status: 429 });
    }
    const { statusCode = 503 } = error as { statusCode?: number };
    if (statusCode >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'a page failed');
    // What cannot be read is the sender's fault; the page that says so is the same.
    return sendPage(reply, { ...noticePage('unavailable', languageOf(request)), status: statusCode < 500 ? 422 : 503 });
  });

  // Before a form is read. That of a link of ours is read first, so that the page can keep what it holds.
  app.addHook('onRequest', async (request) => {
    const { token } = request.params as TokenRequest['params'];
    if (request.method !== 'POST' || !deps.door.isOurs(token)) deps.door.admit(request, token);
  });

  // A GET only reads: mail scanners open links too (decision 28).
  app.get('/r/:token', hidden, async (request: TokenRequest, reply) => {
    const link = await readLink(context, request.params.token);
    return sendPage(
      reply,
      link ? await openPage(deps, link, { preselected: scoreIn(request.query.n) }) : lost(request),
    );
  });

  app.post('/r/:token', hidden, async (request: TokenRequest, reply) => {
    const page = await takeForm(deps, request).catch((error: unknown) => keepInPage(request, reply, error));
    return page ? sendPage(reply, page) : reply.redirect(`/r/${encodeURIComponent(request.params.token)}`, 303);
  });

  app.get('/u/:token', hidden, async (request: TokenRequest, reply) => {
    const link = await readLink(context, request.params.token);
    return sendPage(reply, link ? await askToUnsubscribe(deps, link, false) : lost(request));
  });

  // The page's button and the mail program's one click (RFC 8058) alike: answered in place, without a redirect.
  app.post('/u/:token', hidden, async (request: TokenRequest, reply) => {
    deps.door.admit(request, request.params.token);
    const link = await readLink(context, request.params.token);
    if (!link) return sendPage(reply, lost(request));
    await context.database.withCompany(link.company.companyId, (tx) => unsubscribe(tx, link, context.clock.now()));
    return sendPage(reply, await askToUnsubscribe(deps, link, true));
  });
}

/** Takes a form: null when it was stored, otherwise the page that says what to do. */
async function takeForm(deps: Deps, request: TokenRequest): Promise<Page | null> {
  deps.door.admit(request, request.params.token);
  const link = await readLink(deps.context, request.params.token);
  if (!link) return lost(request);
  const form = readAnswerForm(fieldsOf(request));
  if (!form.step || form.unanswered !== undefined) {
    const invitation = await read(deps, link);
    const rejected = invitation && rejectForm(form, invitation.survey.definition);
    if (!invitation || rejected)
      return presentPage({ link, invitation, rejected, newId: newId(), now: deps.context.clock.now() });
  }
  if (!form.step) return lost(request);
  try {
    await record(deps, link, stepOf(form, deps.context.clock.now()) ?? form.step);
    return null;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : null;
    if (code === 'ALREADY_ANSWERED') return null;
    if (code === 'ANSWERS_NOT_VALID') {
      const problems = (error as Refusal).params['problems'] as readonly AnswerProblem[];
      return openPage(deps, link, { rejected: rejectedBy(problems, form.values) });
    }
    if (code === 'SURVEY_CLOSED' || code === 'LINK_NOT_VALID') return openPage(deps, link, {});
    throw error;
  }
}

/** Whatever went wrong on our side, from the first look at the link on: what was typed goes back into the page. */
function keepInPage(request: TokenRequest, reply: FastifyReply, error: unknown): Page {
  if (isBusy(error)) sayWhenAgain(reply, error);
  else request.log.error({ err: error }, 'an answer was not stored');
  const retry = { action: `/r/${encodeURIComponent(request.params.token)}`, fields: [...fieldsOf(request)] };
  return notKeptPage(isBusy(error) ? 429 : 503, languageOf(request), retry);
}

function isBusy(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS';
}

function sayWhenAgain(reply: FastifyReply, { params }: Refusal): void {
  reply.header('retry-after', Number(params['retryAfter']));
}

/** The fields of a form of ours: one with more is none, and nothing of it is looked at or shown again. */
function fieldsOf({ body }: TokenRequest): URLSearchParams {
  const isForm = body instanceof URLSearchParams && body.size <= formFieldsMax;
  return isForm ? body : new URLSearchParams();
}

function read({ context }: Deps, link: Link) {
  return context.database.withCompany(link.company.companyId, (tx) => findInvitation(tx, link));
}

async function openPage(
  deps: Deps,
  link: Link,
  shown: { preselected?: number | undefined; rejected?: Rejected },
): Promise<Page> {
  return presentPage({
    link,
    invitation: await read(deps, link),
    newId: newId(),
    now: deps.context.clock.now(),
    ...shown,
  });
}

async function askToUnsubscribe(deps: Deps, link: Link, done: boolean): Promise<Page> {
  return unsubscribePage(link, await read(deps, link), done);
}

function lost(request: FastifyRequest): Page {
  return noticePage('link_not_valid', languageOf(request));
}

function sendPage(reply: FastifyReply, { status, model }: Page): FastifyReply {
  const html = renderPage({ ...model, nonces: reply.cspNonce });
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The score in a link of the message: a whole number, on the survey's scale or not. */
function scoreIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

/** The first language of ours that the browser asks for; Portuguese otherwise. */
function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? 'pt';
}
