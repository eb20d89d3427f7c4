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

const main = document.querySelector('main') as HTMLElement;
const statusLine = document.querySelector('.status') as HTMLElement;
const { token = '', response = '', seq = '', score: scoreKey = '' } = main.dataset;
const place = `escuta:${token}`;
const retrySecondsMax = 30;
const twoDigitsMs = 400;

const first = main.firstElementChild as HTMLFormElement;
const start = placeOf(first);
const shown: Record<number, HTMLElement> = { [start]: first };
let draft: Draft = { response, seq: +seq - 1, answers: {}, complete: false, pending: false, at: start };
let busy = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout>;

function placeOf(step: HTMLElement): number {
  return +(step.dataset.at ?? 0);
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
    const kept = JSON.parse(localStorage.getItem(place) ?? '') as Draft;
    if (kept.pending) draft = { ...kept, seq: Math.max(kept.seq, draft.seq) };
    // Words typed and never sent; what the server already knows is newer.
    for (const key in kept.answers) if ((draft.answers[key] ?? '') === '') draft.answers[key] = kept.answers[key] ?? '';
  } catch {
    // Nothing was kept.
  }
}

/** The template of a step; where there is one per group, that of the score. */
function templateOf(at: number): HTMLTemplateElement | undefined {
  const score = draft.answers[scoreKey] ?? 7;
  return [...document.querySelectorAll<HTMLTemplateElement>(`template[data-at="${at}"]`)].find(
    ({ dataset }) => !(+(dataset.from ?? 0) > +score),
  );
}

function fillIn(step: HTMLElement): void {
  for (const [key, value] of Object.entries(draft.answers)) {
    const words = step.querySelector<HTMLTextAreaElement>(`[name="t.${key}"]`);
    const radio = step.querySelector<HTMLInputElement>(`[name="n.${key}"][value="${value}"]`);
    if (words) words.value = `${value}`;
    if (radio) radio.checked = true;
  }
  const title = templateOf(placeOf(step))?.content.querySelector('h1 label');
  const own = step.querySelector('h1 label');
  if (title && own) own.textContent = title.textContent;
  const recap = step.querySelector('[data-score]');
  if (recap) recap.textContent = `${draft.answers[scoreKey] ?? recap.textContent}`;
}

function show(at: number): void {
  const content = templateOf(at)?.content.firstElementChild;
  const step = shown[at] ?? (content?.cloneNode(true) as HTMLElement | undefined);
  if (!step) return;
  shown[at] = step;
  draft.at = at;
  if (step instanceof HTMLFormElement) step.noValidate = true;
  fillIn(step);
  step.classList.add('new');
  main.replaceChildren(step);
  step.querySelector('h1')?.focus();
  scrollTo(0, 0);
}

/** Takes over what the form says; false while something required is missing. */
function read(form: HTMLFormElement): boolean {
  const isValid = form.checkValidity();
  const error = form.querySelector<HTMLElement>('.error');
  if (error) error.textContent = isValid ? '' : (error.dataset.missing ?? '');
  const field = form.querySelector('.question[role],textarea');
  if (isValid) field?.removeAttribute('aria-invalid');
  else {
    field?.setAttribute('aria-invalid', 'true');
    form.querySelector<HTMLElement>(':invalid')?.focus();
  }
  collect(form);
  return isValid;
}

function collect(form: HTMLFormElement): void {
  for (const [name, value] of new FormData(form)) {
    const key = name.slice(2);
    if (name.startsWith('n.')) draft.answers[key] = +value;
    if (name.startsWith('t.')) draft.answers[key] = `${value}`;
  }
}

/** Sends everything said so far as one step; the same step again until the server has answered. */
async function send(): Promise<void> {
  if (busy || !draft.pending) return;
  busy = true;
  clearTimeout(timer);
  const { response: responseId, seq: step, answers, complete } = draft;
  try {
    const reply = await fetch(`/api/answers/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ responseId, seq: step, answers, complete }),
      keepalive: true,
    });
    if (reply.status > 499 || reply.status === 429) throw reply;
    failures = 0;
    statusLine.textContent = '';
    const said = (await reply.json()) as { responseId?: string; seq?: number };
    draft.pending = step < draft.seq;
    if (!reply.ok) {
      // Closed meanwhile, or answered on another device: the server's page says it best.
      draft.complete = true;
      draft.pending = false;
      keep();
      location.reload();
      return;
    }
    draft.response = said.responseId ?? responseId;
    draft.seq = Math.max(draft.seq, said.seq ?? 0);
  } catch {
    statusLine.textContent = statusLine.dataset.offline ?? '';
    timer = setTimeout(() => void send(), Math.min(retrySecondsMax, 2 ** failures) * 1_000);
    failures += 1;
    busy = false;
    return;
  }
  keep();
  busy = false;
  void send();
}

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const at = placeOf(form);
  event.preventDefault();
  if (!read(form)) return;
  draft.seq += 1;
  draft.pending = true;
  draft.complete = form.elements.namedItem('c') !== null;
  show(at + 1);
  keep();
  if (!draft.complete) history.pushState(at + 1, '');
  void send();
});

document.addEventListener('input', (event) => {
  const form = (event.target as HTMLInputElement).form;
  if (!form) return;
  collect(form);
  fillIn(form);
  keep();
});

let previous = { key: '', at: 0 };
document.addEventListener('keydown', ({ key, timeStamp, target, ctrlKey, metaKey, altKey }) => {
  const isTyping = (target as HTMLElement).localName === 'textarea';
  if (isTyping || ctrlKey || metaKey || altKey || !/^\d$/.test(key)) return;
  const isTen = key === '0' && previous.key === '1' && timeStamp - previous.at < twoDigitsMs;
  previous = { key, at: timeStamp };
  const radio = main.querySelector<HTMLInputElement>(`form>.question>.scale [value="${isTen ? 10 : key}"]`);
  radio?.focus();
  radio?.click();
});

addEventListener('online', () => void send());
addEventListener('popstate', ({ state }) => {
  if (!draft.complete) show((state as number | null) ?? start);
});

first.noValidate = true;
collect(first);
restore();
if (draft.at === start) fillIn(first);
else show(draft.at);
void send();
