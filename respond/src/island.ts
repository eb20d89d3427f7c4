// The page's whole script. The page works without it; with it, steps follow each other without a reload, answers wait on
// the device while there is no connection, and digits choose a score. It knows no rule: templates say what comes next.

interface Draft {
  /** The response that the answers belong to, and the number of the last step. */
  response: string;
  seq: number;
  answers: Record<string, number | string>;
  complete: boolean;
  /** Something is not yet known to be stored. */
  pending: boolean;
  /** The step in view. */
  at: number;
}

const [main, statusLine] = document.querySelectorAll('main,.status') as unknown as [HTMLElement, HTMLElement];
// The page always carries what its script works on.
const page = main.dataset as Record<'token' | 'response' | 'seq' | 'score', string>;
const scoreKey = page.score;
const place = `escuta:${page.token}`;

const first = main.firstElementChild as HTMLFormElement;
const start = placeOf(first);
const shown: Record<number, HTMLElement> = { [start]: first };
let draft: Draft = {
  response: page.response,
  seq: +page.seq - 1,
  answers: {},
  complete: false,
  pending: false,
  at: start,
};
let busy = false;
let failures = 0;

function placeOf(step: HTMLElement): number {
  return +(step.dataset.at as string);
}

function keep(): void {
  try {
    if (draft.complete && !draft.pending) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(draft));
  } catch {
    // Without storage the answers live as long as the page.
  }
}

function restore(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(place) as string) as Draft;
    if (kept.pending) draft = { ...kept, seq: Math.max(kept.seq, draft.seq) };
    // Words typed and never sent; what the server already knows is newer.
    for (const key in kept.answers)
      if ((draft.answers[key] ?? '') === '') draft.answers[key] = kept.answers[key] as string;
  } catch {
    // Nothing was kept.
  }
}

/** The template of a kind for a place; where there is one per group of scores, that of the score. */
function templateOf(kind: 'at' | 'title', at: number): DocumentFragment | undefined {
  const score = draft.answers[scoreKey] ?? 7;
  return [...document.querySelectorAll<HTMLTemplateElement>(`template[data-${kind}="${at}"]`)].find(
    ({ dataset }) => +(dataset.from ?? 0) <= +score,
  )?.content;
}

function fillIn(step: HTMLElement): void {
  for (const key in draft.answers) {
    const value = draft.answers[key];
    const words = step.querySelector<HTMLTextAreaElement>(`[name="t.${key}"]`);
    const radio = step.querySelector<HTMLInputElement>(`[name="n.${key}"][value="${value}"]`);
    if (words) words.value ||= value as string;
    if (radio) radio.checked = true;
  }
  const title = templateOf('title', placeOf(step));
  const label = step.querySelector('h1 label');
  if (title && label) label.textContent = title.textContent;
  const recap = step.querySelector('summary b');
  if (recap) recap.textContent = draft.answers[scoreKey] as string;
}

function show(at: number): void {
  const step = (shown[at] ??= templateOf('at', at)?.firstElementChild?.cloneNode(true) as HTMLElement);
  draft.at = at;
  fillIn(step);
  step.classList.add('new');
  main.replaceChildren(step);
  step.querySelector('h1')?.focus();
  scrollTo(0, 0);
}

/** Shows or clears the error of a form, beside its field. */
function mark(form: HTMLFormElement, isInvalid: boolean): void {
  const error = form.querySelector('.error') as HTMLElement;
  error.textContent = (isInvalid && error.dataset.missing) || '';
  form.querySelector('.question[role],textarea')?.setAttribute('aria-invalid', `${isInvalid}`);
}

function collect(form: HTMLFormElement): void {
  for (const [name, value] of new FormData(form)) {
    const key = name.slice(2);
    if (name.startsWith('n.')) draft.answers[key] = +value;
    if (name.startsWith('t.')) draft.answers[key] = value as string;
  }
}

/** Says under the questions what becomes of the answers. */
function say(what: string): void {
  statusLine.textContent = statusLine.dataset[what] as string;
}

/** Sends everything said so far as one step; the same step again until the server has answered. */
async function send(): Promise<void> {
  if (busy || !draft.pending) return;
  busy = true;
  const { response: responseId, seq: step, answers, complete } = draft;
  try {
    const reply = await fetch(`/api/answers/${page.token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ responseId, seq: step, answers, complete }),
      keepalive: true,
    });
    if (reply.status > 499 || reply.status === 429) throw new Error();
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
    draft.response = said.responseId;
    draft.seq = Math.max(draft.seq, said.seq);
    keep();
    // Thanks come when the answer is stored, not before.
    if (complete && !draft.pending) show(draft.at + 1);
  } catch {
    say('unsent');
    // Seconds: 1, 2, 4 and so on, 30 at most.
    setTimeout(() => void send(), Math.min(30, 2 ** failures++) * 1_000);
  }
  busy = false;
  if (!failures) void send();
}

addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const next = placeOf(form) + 1;
  event.preventDefault();
  collect(form);
  draft.seq += 1;
  draft.pending = true;
  draft.complete = 'c' in form.elements;
  if (draft.complete) say('sending');
  else {
    show(next);
    history.pushState(next, '');
  }
  keep();
  void send();
});

addEventListener('input', (event) => {
  const form = (event.target as HTMLInputElement).form as HTMLFormElement;
  mark(form, false);
  collect(form);
  fillIn(form);
  keep();
});

// Instead of the browser's own bubble: the page's words, in its language, where a screen reader finds them.
addEventListener(
  'invalid',
  (event) => {
    const { form } = event.target as HTMLInputElement;
    event.preventDefault();
    mark(form as HTMLFormElement, true);
    (form as HTMLFormElement).querySelector<HTMLElement>(':invalid')?.focus();
  },
  true,
);

let previousKey: string;
let previousAt: number;
addEventListener('keydown', ({ key, timeStamp, target, ctrlKey, metaKey, altKey }) => {
  const isTyping = (target as HTMLElement).localName === 'textarea';
  if (isTyping || ctrlKey || metaKey || altKey || !/^\d$/.test(key)) return;
  // Milliseconds in which 1 and 0 are ten.
  const isTen = key === '0' && previousKey === '1' && timeStamp - previousAt < 400;
  previousKey = key;
  previousAt = timeStamp;
  const radio = main.querySelector<HTMLInputElement>(`form>.question>.scale [value="${isTen ? 10 : key}"]`);
  radio?.focus();
  radio?.click();
});

addEventListener('online', () => void send());
addEventListener('popstate', ({ state }) => {
  if (!draft.complete) show((state as number | null) ?? start);
});

collect(first);
restore();
if (draft.at !== start) show(draft.at);
else fillIn(first);
void send();
