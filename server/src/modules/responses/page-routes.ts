import { ResponseId } from '@escuta/contract/ids';
import { languages } from '@escuta/contract/primitives';
import type { Language } from '@escuta/contract/primitives';
import { questionsMax } from '@escuta/contract/surveys';
import { renderPage } from '@escuta/respond';
import type { UnsubscribeView } from '@escuta/respond';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '#platform/crypto/ids.ts';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { LinkAccess } from '#platform/http/scope.ts';
import { Refusal } from '#platform/http/refusal.ts';
import type { ContentPolicy } from '#platform/http/security-headers.ts';
import { readAnswerForm, rejectedBy, rejectForm, stepOf } from './answer-form.ts';
import { readLink } from './answer-link.ts';
import type { RecordedStep } from './answering.ts';
import type { AnswerLink } from './answer-link.ts';
import type { AnswerRecorder } from './answer-recorder.ts';
import type { AnswerProblem } from './answer.ts';
import { findAsked } from './find-asked.ts';
import { eachLinkedOrigin, linkedOriginOf } from './origins/origins.ts';
import type { AnyLinkedOrigin } from './origins/origins.ts';
import { noticePage, notKeptPage, presentPage, unsubscribePage } from './present-page.ts';
import type { Page, Rejected } from './present-page.ts';
import { takeAnswer } from './take-answer.ts';
import { hasUnsubscribed, resubscribe, unsubscribe } from './unsubscribe.ts';
import type { LinkedMessage } from './unsubscribe.ts';

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
  readonly access: LinkAccess;
}

type TokenRequest = FastifyRequest<{
  Params: { token: string };
  Querystring: { n?: string; r?: string };
  Body: unknown;
}>;

/** The pages by which people answer, and by which they stop the messages. */
export function pageRoutes(app: App, deps: Deps): void {
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
    if (request.method !== 'POST' || !deps.access.isOurs(token)) deps.access.admit(request, token);
  });

  for (const origin of eachLinkedOrigin) answerRoutes(app, deps, origin, hidden);

  app.get('/u/:token', hidden, async (request: TokenRequest, reply) => {
    const link = await readLink(context, request.params.token);
    const message = link && messageBehind(link);
    if (!message) return sendPage(reply, lost(request));
    const isDone = await context.database.withCompany(message.companyId, (tx) => hasUnsubscribed(tx, message));
    if (isDone === undefined) return sendPage(reply, noticePage('stop_link_over', link.company.language));
    return sendPage(reply, await askToUnsubscribe(deps, link, isDone ? 'done' : 'asked'));
  });

  // The page's button and the mail program's one click (RFC 8058) alike: answered in place, without a redirect. The button
  // under the outcome takes it back.
  app.post('/u/:token', hidden, async (request: TokenRequest, reply) => {
    deps.access.admit(request, request.params.token);
    const link = await readLink(context, request.params.token);
    const message = link && messageBehind(link);
    if (!message) return sendPage(reply, lost(request));
    const isBack = fieldsOf(request).get('back') === '1';
    const act = isBack ? resubscribe : unsubscribe;
    const press = { ip: request.ip, now: context.clock.now() };
    const isKnown = await context.database.withCompany(message.companyId, (tx) => act(tx, message, press));
    if (!isKnown) return sendPage(reply, noticePage('stop_link_over', link.company.language));
    return sendPage(reply, await askToUnsubscribe(deps, link, isBack ? 'back' : 'done'));
  });
}

type HiddenRoute = { schema: { hide: boolean }; config: { contentPolicy: ContentPolicy }; bodyLimit: number };

/** The page of one origin's links, and its form. */
function answerRoutes(app: App, deps: Deps, origin: AnyLinkedOrigin, hidden: HiddenRoute): void {
  const path = `${origin.page.path}/:token`;
  // A GET only reads: mail scanners open links too (decision 28).
  app.get(path, hidden, async (request: TokenRequest, reply) => {
    const link = await readLinkOf(origin, deps, request);
    const { n, r } = request.query;
    return sendPage(
      reply,
      link ? await openPage(deps, link, { preselected: scoreIn(n), responseId: idIn(r) }) : lost(request),
    );
  });

  app.post(path, hidden, async (request: TokenRequest, reply) => {
    const page = await takeForm(deps, origin, request).catch((error: unknown) =>
      keepInPage(request, reply, origin, error),
    );
    if ('model' in page) return sendPage(reply, page);
    return reply.redirect(addressOf(request, origin) + origin.page.queryAfter(page), 303);
  });
}

/** A link by the path of its own origin, or undefined. */
async function readLinkOf(
  origin: AnyLinkedOrigin,
  { context }: Deps,
  { params }: TokenRequest,
): Promise<AnswerLink | undefined> {
  const link = await readLink(context, params.token);
  return link && linkedOriginOf(link.source) === origin ? link : undefined;
}

/** The message whose receiver may stop the messages by a link, or undefined where nobody was written to. */
function messageBehind({ company: { companyId }, source }: AnswerLink): LinkedMessage | undefined {
  const message = linkedOriginOf(source).page.messageOf(source);
  return message ? { ...message, companyId } : undefined;
}

/** The page of a link, as the request names it. */
function addressOf({ params }: TokenRequest, { page }: AnyLinkedOrigin): string {
  return `${page.path}/${encodeURIComponent(params.token)}`;
}

/** Takes a form: what was stored of it, otherwise the page that says what to do. */
async function takeForm(deps: Deps, origin: AnyLinkedOrigin, request: TokenRequest): Promise<Page | RecordedStep> {
  deps.access.admit(request, request.params.token);
  const link = await readLinkOf(origin, deps, request);
  if (!link) return lost(request);
  const form = readAnswerForm(fieldsOf(request));
  if (!form.step || form.unanswered !== undefined) {
    const asked = await read(deps, link, form.step?.responseId);
    const rejected = asked && rejectForm(form, asked.survey.definition);
    if (!asked || rejected)
      return presentPage({ link, asked, rejected, newId: newId(), now: deps.context.clock.now() });
  }
  if (!form.step) return lost(request);
  const { responseId } = form.step;
  try {
    const now = deps.context.clock.now();
    return await takeAnswer(deps.recorder, link, stepOf(form, now) ?? form.step, now);
  } catch (error) {
    const code = error instanceof Refusal ? error.code : null;
    if (code === 'ALREADY_ANSWERED') return openPage(deps, link, { isRefused: true, responseId });
    if (code === 'ANSWERS_NOT_VALID') {
      const problems = (error as Refusal).params['problems'] as readonly AnswerProblem[];
      return openPage(deps, link, { rejected: rejectedBy(problems, form.values), responseId });
    }
    if (code === 'SURVEY_CLOSED' || code === 'LINK_NOT_VALID') return openPage(deps, link, { responseId });
    throw error;
  }
}

/** Whatever went wrong on our side, from the first look at the link on: what was typed goes back into the page. */
function keepInPage(request: TokenRequest, reply: FastifyReply, origin: AnyLinkedOrigin, error: unknown): Page {
  if (isBusy(error)) sayWhenAgain(reply, error);
  else request.log.error({ err: error }, 'an answer was not stored');
  const retry = { action: addressOf(request, origin), fields: [...fieldsOf(request)] };
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

function read({ context }: Deps, link: AnswerLink, responseId?: ResponseId) {
  return context.database.withCompany(link.company.companyId, (tx) => findAsked(tx, link, responseId));
}

async function openPage(
  deps: Deps,
  link: AnswerLink,
  {
    responseId,
    ...shown
  }: {
    preselected?: number | undefined;
    rejected?: Rejected;
    isRefused?: boolean;
    responseId?: ResponseId | undefined;
  },
): Promise<Page> {
  return presentPage({
    link,
    asked: await read(deps, link, responseId),
    newId: newId(),
    now: deps.context.clock.now(),
    ...shown,
  });
}

async function askToUnsubscribe(deps: Deps, link: AnswerLink, state: UnsubscribeView['state']): Promise<Page> {
  return unsubscribePage(link, await read(deps, link), state);
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

/** The id of a response in an address, or undefined where there is none. */
function idIn(text: string | undefined): ResponseId | undefined {
  return ResponseId.safeParse(text).data;
}
