// The page's whole script. The page works without it; with it, steps follow each other without a reload, answers wait on
// the device while there is no connection, digits choose a score, and a score that came with the link is kept once
// somebody moves. It knows no rule: templates say what comes next.

import { closingAt } from './page-model.ts';

interface Draft {
  /** The response that the answers belong to, and the number of the last step. */
  responseId: string;
  seq: number;
  complete?: boolean;
  /** Something is not yet known to be stored. */
  pending?: boolean;
  /** The step in view. */
  at: number;
}

const doc = document;
const [main, statusLine] = doc.querySelectorAll('main,.status') as unknown as [HTMLElement, HTMLElement];
// The page always carries what its script works on.
const page = main.dataset as Record<'token' | 'response' | 'seq', string> & { unsaid?: string };
/** The link's, under which the device keeps the draft. */
const token = page.token;
const answersPath = '/api/answers/' + token;

const first = find<HTMLFormElement>('form') as HTMLFormElement;
const start = +(first.dataset.at as string);
let draft: Draft = {
  responseId: page.response,
  seq: +page.seq - 1,
  at: start,
};
let answers: Record<string, number | string> = {};
let busy: boolean | undefined;
let failures = 0;
/** A score that came with the link, while nobody has moved; 0 once somebody has who says nothing yet, false from the first answer on. */
let unsaid: string | 0 | false | undefined = page.unsaid;
/** When the step in view came, by the clock of events; the one that the page came with was always there. */
let shownAt: number | undefined;
const on = addEventListener;

function find<E extends HTMLElement>(selector: string, within = main): E | null {
  return within.querySelector<E>(selector);
}

/** The draft with its answers, as the device keeps it; it holds a step as the server reads one. */
const asText = () => JSON.stringify({ ...draft, answers });

function keep(): void {
  try {
    if (draft.complete && !draft.pending) delete localStorage[token];
    else localStorage[token] = asText();
  } catch {
    // Without storage the answers live as long as the page.
  }
}

function restore(): void {
  try {
    const kept = JSON.parse(localStorage[token] as string) as Draft & { answers: typeof answers };
    // What lies before the page in view is answered. Who knows of more steps than the server said goes on with them: an open
    // link does not know its visitor again.
    if (kept.pending || kept.seq > draft.seq) {
      draft = { ...draft, ...kept, seq: Math.max(kept.seq, draft.seq), at: Math.max(kept.at, start) };
      answers = {};
    }
    // Typed and never sent; what the server already knows is newer.
    answers = { ...kept.answers, ...answers };
  } catch {
    // Nothing was kept.
  }
}

/** The template of a kind for a place; where there are several, that of the answer that chooses among them. */
function templateOf(kind: 'at' | 'title', at: number): DocumentFragment | undefined {
  return [...doc.querySelectorAll<HTMLTemplateElement>(`template[data-${kind}="${at}"]`)].find(
    // One that stands alone begins nowhere, and NaN is above nothing.
    ({ dataset }) => !((dataset.from as string) > (answers[dataset.key as string] as string)),
  )?.content;
}

function fillIn(step: HTMLElement): void {
  for (const key in answers) {
    const value = answers[key] as number | string;
    const field = find<HTMLTextAreaElement>(`[name="t.${key}"]`, step);
    const radio = find<HTMLInputElement>(`[name="n.${key}"][value="${+value}"]`, step);
    const recap = find(`[data-key="${key}"]`, step);
    if (field) field.value ||= value as string;
    if (radio) radio.checked = true;
    if (recap) recap.textContent = value as string;
  }
  const title = templateOf('title', draft.at);
  const label = find('h1 label', step);
  if (title && label) label.textContent = title.textContent;
}

function show(at: number): void {
  // The step that the page came with has no template.
  const template = templateOf('at', at);
  const step = template ? ((template.firstElementChild as HTMLElement).cloneNode(true) as HTMLElement) : first;
  draft.at = at;
  fillIn(step);
  // Who has said why is not asked again.
  const late = find<HTMLTextAreaElement>('#late', step);
  if (late?.value) (late.parentElement as HTMLElement).remove();
  main.replaceChildren(step);
  shownAt = performance.now();
  (find('h1', step) as HTMLElement).focus();
  scrollTo(0, 0);
}

/** Shows or clears the error of a form, beside its field. */
function mark(form: HTMLFormElement, isInvalid: boolean): void {
  const error = find('.error', form) as HTMLElement;
  error.textContent = isInvalid ? (error.dataset.missing as string) : '';
  (find('.question[role],textarea', form) as HTMLElement).setAttribute('aria-invalid', isInvalid as unknown as string);
}

function collect(form: HTMLFormElement): void {
  for (const [name, value] of new FormData(form)) {
    const key = name.slice(2);
    if (name[0] === 'n') answers[key] = +value;
    // A field left alone says nothing; one that was emptied does.
    if (name[0] === 't' && (value || answers[key])) answers[key] = value as string;
  }
}

/** Says under the questions what becomes of the answers; the style knows it by the name. */
function say(what: string): void {
  statusLine.id = what;
  statusLine.textContent = statusLine.dataset[what] as string;
}

/** Sends everything said so far as one step; the same step again until the server has answered. It never rejects. */
async function send(): Promise<void> {
  if (busy || !draft.pending) return;
  busy = true;
  const { seq: step, complete } = draft;
  try {
    const reply = await fetch(answersPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: asText(),
      keepalive: true,
    });
    // Too many at once, or something is wrong on the other side: later.
    if (reply.status > 428) throw new Error();
    failures = 0;
    say('');
    if (!reply.ok) {
      // Closed meanwhile, or answered on another device: the server's page says it best.
      draft.complete = true;
      draft.pending = false;
      keep();
      return location.reload();
    }
    const said = (await reply.json()) as { responseId: string; seq: number };
    draft.pending = step < draft.seq;
    draft.responseId = said.responseId;
    draft.seq = Math.max(draft.seq, said.seq);
    keep();
    // Thanks come when the answer is stored, not before.
    if (complete && !draft.pending) show(closingAt);
  } catch {
    say('unsent');
    // Seconds: 1, 2, 4 and so on, 30 at most.
    setTimeout(send as () => void, Math.min(30, 2 ** failures++) * 1_000);
  }
  busy = false;
  if (!failures) void send();
}

/** Makes a step of everything said so far. */
function commit(): void {
  unsaid = false;
  // Read again, the page must not begin with the score of the link: it may have been changed since.
  history.replaceState(draft.at, '', '?');
  draft.seq++;
  draft.pending = true;
  keep();
  void send();
}

on('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const next = draft.at + 1;
  event.preventDefault();
  collect(form);
  // A second tap on the last button: what is on its way, or waits for a connection, takes with it what was said since.
  if (draft.complete && draft.pending) return;
  if ((draft.complete = 'c' in form.elements)) say('sending');
  else {
    show(next);
    history.pushState(next, '');
  }
  commit();
});

// Only what a person does is a sign of one: scanners of links run scripts too, and neither move nor come back. Who leaves without
// a word has opened the survey; an answer says so by itself. A browser without windows tells every page of a pointer in its
// very corner, where nobody put one.
for (const sign of ['pointerdown', 'mousemove', 'keydown', 'visibilitychange'])
  on(sign, (event) => {
    const { x, y } = event as PointerEvent;
    if (x + y === 0) return;
    if (doc.hidden) {
      if (unsaid === 0) navigator.sendBeacon(answersPath + '/open');
    } else if (unsaid) commit();
    else unsaid ??= 0;
  });

// The second tap of two meets the button of the next step under the same thumb, before anybody has read it. A press that
// began on the step before is no click: its element is gone, and a click is of the element where press and release meet.
on('click', (event) => {
  if (event.timeStamp - (shownAt as number) < 700) event.preventDefault();
  // "Try now"; on any other place there is mostly nothing to send.
  void send();
});

on('input', (event) => {
  const { form, maxLength, value, nextElementSibling: next } = event.target as HTMLTextAreaElement;
  const left = maxLength - value.length;
  // Scores have no limit of length.
  if (maxLength > 0) (next as HTMLElement).textContent = (left > 500 ? '' : left) as string;
  mark(form as HTMLFormElement, false);
  collect(form as HTMLFormElement);
  fillIn(form as HTMLFormElement);
  // A score changed later on was sent before; text waits for the button.
  if ((event.target as HTMLElement).closest('details')) commit();
  else keep();
});

// Instead of the browser's own bubble: the page's words, in its language, where a screen reader finds them.
on(
  'invalid',
  (event) => {
    const { form } = event.target as HTMLInputElement;
    event.preventDefault();
    mark(form as HTMLFormElement, true);
    (find(':invalid', form as HTMLFormElement) as HTMLElement).focus();
  },
  true,
);

let previousKey: string;
let previousAt: number;
on('keydown', ({ key, timeStamp, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey || isNaN(+key)) return;
  // Milliseconds in which 1 and 0 are ten.
  const isTen = previousKey + key === '10' && timeStamp - previousAt < 400;
  previousKey = key;
  previousAt = timeStamp;
  const radio = find<HTMLInputElement>(`.question>.scale [value="${isTen ? 10 : key}"]`);
  radio?.focus();
  radio?.click();
});

on('online', send as () => void);
on('popstate', ({ state }) => {
  if (!draft.complete) show((state as number | null) ?? start);
});

collect(first);
restore();
if (draft.at !== start) show(draft.at);
else fillIn(first);
void send();
