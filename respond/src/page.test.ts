import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Window } from 'happy-dom';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../build.ts';
import { closingAt } from './page-model.ts';
import type { PageModel, QuestionView } from './page-model.ts';

const pageBytesMax = 14_000;
const islandBytesMax = 3_000;
const outDir = 'dist/test';

let island: string;
let renderPage: (model: PageModel) => string;
beforeAll(async () => {
  island = await buildPage(outDir);
  ({ renderPage } = (await import(join(import.meta.dirname, '..', outDir, 'render.js'))) as {
    renderPage: typeof renderPage;
  });
}, 60_000);

const view: QuestionView = {
  kind: 'question',
  token: 'R-G_CJUSAUIBofnm0l50rpeMyIpN_NRsd_ffDo4A2ue1OJfr5-yzuw',
  formPath: '/r/R-G',
  optOutPath: '/u/R-G',
  responseId: '019a9f3e-7c11-7abc-8def-0123456789ab',
  seq: 1,
  openedAt: 0,
  questions: [
    {
      key: 'score',
      type: 'nps',
      title: 'Quanto você nos recomendaria?',
      help: '',
      lowLabel: 'Nada',
      highLabel: 'Muito',
      required: true,
    },
    {
      key: 'why',
      type: 'why',
      titles: { top: 'Do que gostou?', middle: 'O que faltou?', bottom: 'O que deu errado?' },
      placeholder: '',
      required: true,
    },
  ],
  at: 0,
  values: {},
  problems: {},
  closings: { top: 'Que bom!', middle: 'Obrigado.', bottom: 'Vamos melhorar.' },
};
const model: PageModel = {
  language: 'pt',
  nonces: { script: 'n1', style: 'n2' },
  companyName: 'Aurora Hotéis',
  brandColor: '#0F766E',
  legalBasis: 'legitimate_interest',
  view,
};

describe('the size', () => {
  test('the whole response fits into one window of a new connection, also with the longest texts', () => {
    // Words that compress as badly as real ones do.
    const long = (length: number, seed: number) =>
      Array.from({ length }, (_none, at) => String.fromCharCode(97 + ((at * at * 31 + at * seed) % 26))).join('');
    const titles = { top: long(120, 3), middle: long(120, 5), bottom: long(120, 7) };
    const longest: QuestionView = {
      ...view,
      questions: [
        {
          ...view.questions[0],
          title: long(120, 11),
          help: long(500, 13),
          lowLabel: long(60, 17),
          highLabel: long(60, 19),
        },
        { ...view.questions[1], titles, placeholder: long(120, 23) },
      ] as QuestionView['questions'],
      closings: { top: long(500, 29), middle: long(500, 37), bottom: long(500, 41) },
    };
    const closing: QuestionView = { ...longest, at: closingAt, values: { score: 9 } };
    for (const shown of [view, longest, closing]) {
      const html = renderPage({ ...model, view: shown });
      expect(gzipSync(html).length).toBeLessThanOrEqual(pageBytesMax);
      expect(brotliCompressSync(html).length).toBeLessThanOrEqual(pageBytesMax);
    }
  });

  test('the script is small, and there is none where nothing is asked', () => {
    expect(Buffer.byteLength(island)).toBeLessThanOrEqual(islandBytesMax);
    expect(renderPage(model)).toContain(island);
    expect(renderPage({ ...model, view: { kind: 'notice', notice: 'closed' } })).not.toContain('<script');
  });
});

/** The page of a survey that asks for another score, and the numbers on its buttons. */
const otherScores = [
  { type: 'csat', scores: ['1', '2', '3', '4', '5'] },
  { type: 'ces', scores: ['1', '2', '3', '4', '5', '6', '7'] },
] as const;

function asking(type: (typeof otherScores)[number]['type']): QuestionView {
  const questions = view.questions.map((each) => (each.key === 'score' ? { ...each, type } : each));
  return { ...view, questions: questions as QuestionView['questions'] };
}

describe.each(otherScores)('a score of $type', ({ type, scores }) => {
  test('has its buttons, each with a name of its own, and the words at both ends', () => {
    const html = renderPage({ ...model, view: asking(type) });
    expect(
      [...html.matchAll(/<input type="radio"[^>]*value="(\d+)"/g)].slice(0, scores.length).map(([, score]) => score),
    ).toEqual(scores);
    const names = [...html.matchAll(/aria-label="(\d[^"]*)"/g)].map(([, name]) => name);
    const last = scores.at(-1);
    expect(names.slice(0, scores.length)).toEqual(
      scores.map((score) => `${score} de ${last}${score === '1' ? ', Nada' : score === last ? ', Muito' : ''}`),
    );
    expect(html).toContain(`Escolha uma nota de 1 a ${last}.`);
  });

  test('fits into the same budget, also with the longest texts', () => {
    const html = renderPage({ ...model, view: asking(type) });
    expect(gzipSync(html).length).toBeLessThanOrEqual(pageBytesMax);
  });

  test('words what comes after it, and is shown above it', () => {
    const html = renderPage({ ...model, view: { ...asking(type), at: 1, values: { score: 1 } } });
    expect(html).toContain('<label for="text-1">O que deu errado?</label>');
    expect(html).toContain('Sua nota: <b data-key="score">1</b>');
    expect(html).toContain('<template data-title="1" data-key="score" data-from="1">O que deu errado?</template>');
  });
});

describe('the page', () => {
  test.each([
    ['pt', 'consent', 'Base legal: consentimento.'],
    ['pt', 'legitimate_interest', 'Base legal: legítimo interesse.'],
    ['pt', 'contract', 'Base legal: execução de contrato.'],
    ['es', 'contract', 'Base legal: ejecución de un contrato.'],
    ['en', 'consent', 'Legal basis: consent.'],
  ] as const)(
    '[PRIVACY-18] prints in %s the legal basis %s of its survey, on a question and at the end',
    (language, legalBasis, said) => {
      const closing = { kind: 'closing', optOutPath: null, text: '' } as const;
      for (const shown of [view, closing]) {
        const html = renderPage({ ...model, language, legalBasis, view: shown });
        expect(/<footer>.*<\/footer>/s.exec(html)?.[0]).toContain(said);
      }
    },
  );

  test('says that a survey is anonymous, and nothing of it elsewhere', () => {
    expect(renderPage({ ...model, isAnonymous: true })).toContain('nada liga sua resposta a você');
    expect(renderPage(model)).not.toMatch(/anônima/);
  });

  test('[PRIVACY-18] prints no legal basis where none is known', () => {
    expect(renderPage({ ...model, legalBasis: null })).not.toMatch(/base legal/i);
    expect(renderPage(model)).toMatch(/base legal/i);
  });

  test('asks for nothing from elsewhere and puts style and script under their nonces', () => {
    const html = renderPage(model);
    expect(html).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
    expect(html).not.toMatch(/@import|url\(/);
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script nonce="n1">']);
    expect(html.match(/<style[^>]*>/g)).toEqual(['<style nonce="n2">']);
    expect(html).not.toMatch(/ style="| on\w+="/);
  });

  test('what a survey or a person wrote is text, never HTML', () => {
    const evil = '"><script>alert(1)</script>';
    const questions = view.questions.map((question) => ('title' in question ? { ...question, title: evil } : question));
    const html = renderPage({
      ...model,
      companyName: evil,
      view: { ...view, at: 1, questions, values: { score: 3, why: evil } },
    });
    expect(html).not.toContain('<script>');
  });

  test('speaks the survey’s language, with every end of the scale in the names of its buttons', () => {
    for (const [language, tag, of] of [
      ['pt', 'pt-BR', 'de'],
      ['es', 'es', 'de'],
      ['en', 'en', 'out of'],
    ] as const) {
      const html = renderPage({ ...model, language });
      expect(html).toContain(`<html lang="${tag}">`);
      expect(html).toContain(`aria-label="0 ${of} 10, Nada"`);
      expect(html).toContain(`aria-label="5 ${of} 10"`);
      expect(html).toContain(`aria-label="10 ${of} 10, Muito"`);
    }
  });

  test('whoever answered before reads when, and with which score', () => {
    const before = { day: '2026-11-21', score: 9 };
    for (const [language, title] of [
      ['pt', 'Você já respondeu em 21 de novembro de 2026 (nota 9)'],
      ['es', 'Usted ya respondió el 21 de noviembre de 2026 (calificación 9)'],
      ['en', 'You already answered on November 21, 2026 (score 9)'],
    ] as const) {
      const closing = { kind: 'closing', optOutPath: null, text: 'Obrigado.' } as const;
      for (const shown of [
        { ...closing, answered: before },
        { ...view, at: closingAt, answered: before },
      ])
        expect(renderPage({ ...model, language, view: shown })).toContain(`<h1 tabindex="-1">${title}</h1>`);
      const bare = { ...closing, answered: { ...before, score: null } };
      expect(renderPage({ ...model, language, view: bare })).toContain(
        `<h1 tabindex="-1">${title.split(' (')[0]}</h1>`,
      );
    }
  });

  test('an answer that may be left out can be skipped by name, one that may not cannot', () => {
    const optional = view.questions.map((question) => ({ ...question, required: question.type !== 'why' }));
    const skip = '<span class="skip">Pular</span><span>Enviar resposta</span></button>';
    const shown = { ...view, at: 1, values: { score: 9 } };
    const html = renderPage({ ...model, view: { ...shown, questions: optional as QuestionView['questions'] } });
    expect(html).toContain(skip);
    // The words stand over the field, and an empty field has a placeholder for the style to know it by.
    expect(html).toMatch(/id="optional-1">Opcional<\/p><textarea[^>]*placeholder=" "/);
    expect(renderPage({ ...model, view: shown })).not.toContain('class="skip"');
  });

  test('every notice has its words and repeats what could not be kept', () => {
    for (const notice of [
      'link_not_valid',
      'stop_link_over',
      'closed',
      'paused',
      'answered',
      'not_kept',
      'unavailable',
    ] as const) {
      expect(renderPage({ ...model, view: { kind: 'notice', notice } })).toMatch(
        /<h1>[^<]{10,}<\/h1><p class="text">[^<]{10,}/,
      );
    }
    const retry = {
      action: '/r/abc',
      fields: [
        ['n.score', '9'],
        ['t.why', 'Bom & barato'],
      ] as [string, string][],
    };
    const html = renderPage({
      ...model,
      companyName: null,
      brandColor: null,
      legalBasis: null,
      view: { kind: 'notice', notice: 'not_kept', retry },
    });
    expect(html).toContain('value="Bom &amp; barato"');
  });
});

describe('the script', () => {
  let window: Window;
  afterEach(() => window.close());

  /** Opens a page with its script, in front of a server that answers as told: a status, or null for no connection. */
  function open(replies: (number | null)[], stored?: Record<string, string>, shown: QuestionView = view) {
    window = new Window({ url: 'https://respond.example/r/x?n=9', settings: { enableJavaScriptEvaluation: false } });
    const sent: { responseId: string; seq: number; answers: object; complete: boolean }[] = [];
    for (const [key, value] of Object.entries(stored ?? {})) window.localStorage.setItem(key, value);
    window.document.write(renderPage({ ...model, view: shown }).replace(/<script.*<\/script>/s, ''));
    const later: (() => void)[] = [];
    const told: string[] = [];
    const world = {
      fetch: (_url: string, { body }: { body: string }) => {
        // What the server reads of it.
        const { responseId, seq, answers, complete } = JSON.parse(body);
        sent.push({ responseId, seq, answers, complete });
        const status = replies.shift() ?? null;
        if (status === null) return Promise.reject(new TypeError('no connection'));
        return Promise.resolve({ ok: status < 400, status, json: () => Promise.resolve(JSON.parse(body)) });
      },
      setTimeout: (work: () => void) => later.push(work),
      scrollTo: () => undefined,
      navigator: { sendBeacon: (url: string) => told.push(url) },
    };
    // The clock of the page, moved by hand: taps of a person come a while apart.
    let now = 1_000_000;
    const clock = { performance: { now: () => now } };
    const names = ['document', 'localStorage', 'history', 'FormData', 'location', 'HTMLFormElement'] as const;
    const listen = { addEventListener: window.addEventListener.bind(window) };
    const given = { ...Object.fromEntries(names.map((name) => [name, window[name]])), ...world, ...listen, ...clock };
    runInNewContext(island, given);
    const find = (selector: string) => window.document.querySelector(`main ${selector}`) as unknown as HTMLInputElement;
    const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
    const submit = async () => {
      find('form').dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }) as unknown as Event);
      await settled();
    };
    const press = (key: string, timeStamp: number) => {
      const event = new window.KeyboardEvent('keydown', { key, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      find('form').dispatchEvent(event as unknown as Event);
    };
    const chosen = () => find('form>.question>.scale :checked')?.value;
    /** A tap on a button, some time after the one before: it submits the form unless the page stops it. */
    const tap = async (afterMs: number) => {
      now += afterMs;
      const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
      Object.defineProperty(click, 'timeStamp', { value: now });
      find('button').dispatchEvent(new window.Event('pointerdown', { bubbles: true }) as unknown as Event);
      find('button').dispatchEvent(click as unknown as Event);
      await settled();
    };
    /** A sign of a person; of a pointer, where it is. */
    const sign = async (type: string, [x, y] = [0, 2]) => {
      const event = new window.Event(type, { bubbles: true });
      window.document.body.dispatchEvent(/pointer|mouse/.test(type) ? Object.assign(event, { x, y }) : event);
      await settled();
    };
    const hide = (isHidden: boolean) =>
      Object.defineProperty(window.document, 'hidden', { value: isHidden, configurable: true });
    const status = () => window.document.querySelector('.status')?.textContent;
    return { sent, told, later, find, submit, press, chosen, status, settled, tap, sign, hide };
  }

  test('digits choose a score; 1 and then 0 within 400 ms is ten, later it is zero', () => {
    const page = open([]);
    page.press('7', 1_000);
    expect(page.chosen()).toBe('7');
    page.press('1', 2_000);
    page.press('0', 2_399);
    expect(page.chosen()).toBe('10');
    page.press('1', 5_000);
    page.press('0', 5_400);
    expect(page.chosen()).toBe('0');
  });

  test.each(otherScores)('a $type is chosen by its digit, sent, and words the next question', async ({ type }) => {
    const page = open([200], undefined, asking(type));
    page.press('1', 0);
    await page.submit();
    expect(page.sent).toMatchObject([{ answers: { score: 1 } }]);
    expect(page.find('h1').textContent).toBe('O que deu errado?');
    expect(page.find('summary b').textContent).toBe('1');
  });

  test.each(otherScores)('a $type given before can be changed, and the question with it', async ({ type, scores }) => {
    const page = open([200], undefined, { ...asking(type), at: 1, values: { score: 1 } });
    page.find(`details [value="${scores.at(-1)}"]`).click();
    await page.settled();
    expect(page.find('h1').textContent).toBe('Do que gostou?');
    expect(page.find('summary b').textContent).toBe(scores.at(-1));
  });

  test('a step is sent once, and the next question is worded for the score and has the focus', async () => {
    const page = open([200]);
    page.press('3', 0);
    await page.submit();
    expect(page.sent).toEqual([{ responseId: view.responseId, seq: 1, answers: { score: 3 }, complete: false }]);
    expect(page.find('h1').textContent).toBe('O que deu errado?');
    expect(window.document.activeElement?.textContent).toBe('O que deu errado?');
    expect(page.find('summary b').textContent).toBe('3');
  });

  test('without a connection the answer is kept, said so, and sent again under the same number', async () => {
    const page = open([null, 503, 200]);
    page.press('9', 0);
    await page.submit();
    expect(page.status()).toContain('Sua resposta está guardada neste aparelho');
    expect(window.localStorage.length).toBe(1);
    for (const again of [1, 2]) {
      page.later.shift()?.();
      await page.settled();
      expect(page.sent).toHaveLength(1 + again);
    }
    expect(new Set(page.sent.map((step) => JSON.stringify(step)))).toHaveProperty('size', 1);
    expect(page.status()).toBe('');
  });

  test('nothing stays on the device once the last answer has arrived', async () => {
    const page = open([200, 200]);
    page.press('9', 0);
    await page.submit();
    page.find('textarea').value = 'Tudo';
    await page.submit();
    expect(page.sent.at(-1)).toMatchObject({ seq: 2, answers: { score: 9, why: 'Tudo' }, complete: true });
    expect(page.find('.text').textContent).toBe('Que bom!');
    expect(window.localStorage.length).toBe(0);
  });

  test('thanks for the last answer come when it is stored, and not before', async () => {
    const page = open([200, 503, null, 200]);
    page.press('9', 0);
    await page.submit();
    page.find('textarea').value = 'Tudo';
    const submitted = page.submit();
    expect(page.status()).toBe('Enviando…');
    await submitted;
    for (const sent of [2, 3]) {
      expect(page.sent).toHaveLength(sent);
      expect(page.find('textarea').value).toBe('Tudo');
      expect(page.status()).toContain('Ainda não conseguimos enviar');
      page.later.shift()?.();
      await page.settled();
    }
    expect(page.find('.text').textContent).toBe('Que bom!');
    expect(page.status()).toBe('');
    expect(window.localStorage.length).toBe(0);
  });

  test('the second of two taps on the last button sends nothing of its own, and what was said since goes along', async () => {
    const page = open([200, 503, 200]);
    page.press('9', 0);
    await page.submit();
    page.find('textarea').value = 'Tudo';
    await page.submit();
    page.find('textarea').value = 'Tudo mesmo';
    await Promise.all([page.submit(), page.submit()]);
    expect(page.sent).toHaveLength(2);
    page.later.shift()?.();
    await page.settled();
    expect(page.sent.slice(1)).toMatchObject([
      { seq: 2, answers: { why: 'Tudo' }, complete: true },
      { seq: 2, answers: { why: 'Tudo mesmo' }, complete: true },
    ]);
    expect(page.find('.text').textContent).toBe('Que bom!');
  });

  test('a page that is opened again sends what was never sent', async () => {
    const draft = {
      responseId: 'kept',
      seq: 2,
      answers: { score: 1, why: 'Ontem' },
      complete: true,
      pending: true,
      at: 1,
    };
    const page = open([200], { [view.token]: JSON.stringify(draft) });
    await page.settled();
    expect(page.sent).toEqual([{ responseId: 'kept', seq: 2, answers: { score: 1, why: 'Ontem' }, complete: true }]);
    expect(page.find('.text').textContent).toBe('Vamos melhorar.');
  });

  test('what was never sent counts for more than the score that the link brings once more', async () => {
    const draft = { responseId: 'kept', seq: 1, answers: { score: 3 }, pending: true, at: 1 };
    const shown = { ...view, isUnsaid: true, at: 1, values: { score: 9 } };
    const page = open([200], { [view.token]: JSON.stringify(draft) }, shown);
    await page.settled();
    expect(page.sent).toMatchObject([{ responseId: 'kept', seq: 1, answers: { score: 3 } }]);
  });

  test('an open link that is opened again goes on with the response that this device began', async () => {
    const draft = { responseId: 'kept', seq: 1, answers: { score: 3 }, pending: false, at: 1 };
    const shown = { ...view, formPath: '/s/R-G', optOutPath: null };
    const page = open([200], { [view.token]: JSON.stringify(draft) }, shown);
    await page.settled();
    expect([page.sent, page.find('h1').textContent]).toEqual([[], 'O que deu errado?']);
    page.find('textarea').value = 'Frio';
    await page.submit();
    expect(page.sent).toEqual([{ responseId: 'kept', seq: 2, answers: { score: 3, why: 'Frio' }, complete: true }]);
  });

  test('says how many characters are left from 500 on, and nothing while a score is changed', async () => {
    const page = open([200], undefined, { ...view, at: 1, values: { score: 9 } });
    const write = (length: number) => {
      page.find('textarea').value = 'x'.repeat(length);
      page.find('textarea').dispatchEvent(new window.Event('input', { bubbles: true }) as unknown as Event);
    };
    write(4_499);
    expect(page.find('.left').textContent).toBe('');
    write(4_500);
    expect(page.find('.left').textContent).toBe('500');
    write(4_999);
    expect(page.find('.left').textContent).toBe('1');
    page.find('details [value="3"]').click();
    expect(page.find('.left').textContent).toBe('1');
    expect(page.find('details [value="3"] + span').textContent).toBe('3');
    write(3);
    expect(page.find('.left').textContent).toBe('');
  });

  test('tries again at once when asked, also while the next try is far off', async () => {
    const page = open([null, null, 200]);
    page.press('9', 0);
    await page.submit();
    const bar = () => window.document.querySelector('.bar button') as unknown as HTMLElement;
    for (const sent of [2, 3]) {
      expect(window.document.querySelector('#unsent ~ button')?.textContent).toBe('Tentar agora');
      bar().click();
      await page.settled();
      expect(page.sent).toHaveLength(sent);
    }
    expect(page.status()).toBe('');
    expect(window.document.querySelector('#unsent')).toBeNull();
    page.later.forEach((retry) => retry());
    await page.settled();
    expect(page.sent).toHaveLength(3);
  });

  test('a comment with quotation marks ends like any other', async () => {
    const page = open([200, 200]);
    page.press('9', 0);
    await page.submit();
    page.find('textarea').value = 'Disseram "já vai" e [nada]';
    page.find('textarea').dispatchEvent(new window.Event('input', { bubbles: true }) as unknown as Event);
    await page.submit();
    expect(page.find('.text').textContent).toBe('Que bom!');
    expect(page.status()).toBe('');
  });

  test('a tap within 700 ms of a new step is not taken, a later one is', async () => {
    const questions = view.questions.map((question) => ({ ...question, required: question.type !== 'why' }));
    const optional = { ...view, questions } as QuestionView;
    for (const apart of [80, 200, 350, 600, 699]) {
      const page = open([200, 200], undefined, optional);
      page.press('9', 0);
      await page.tap(5_000);
      await page.tap(apart);
      expect(page.sent.map(({ complete }) => complete)).toEqual([false]);
      expect(page.find('h1').textContent).toBe('Do que gostou?');
      page.find('textarea').value = 'Tudo';
      await page.tap(700);
      expect(page.sent.map(({ complete }) => complete)).toEqual([false, true]);
      expect(page.sent.at(-1)?.answers).toEqual({ score: 9, why: 'Tudo' });
      window.close();
    }
  });
  describe('who leaves', () => {
    const leave = async (page: ReturnType<typeof open>) => {
      page.hide(true);
      await page.sign('visibilitychange');
    };

    test('has opened the survey if they moved, or came back to it', async () => {
      for (const type of ['pointerdown', 'mousemove', 'keydown', 'visibilitychange']) {
        const page = open([]);
        await page.sign('scroll');
        await leave(page);
        expect(page.told).toEqual([]);
        page.hide(false);
        await page.sign(type);
        await leave(page);
        expect(page.told).toEqual([`/api/answers/${view.token}/open`]);
        window.close();
      }
    });

    test('has not, where a browser without windows says that its pointer lies in the corner', async () => {
      for (const [at, told] of [
        [[0, 0], 0],
        [[0, 1], 1],
        [[1, 0], 1],
      ] as const) {
        const page = open([]);
        await page.sign('mousemove', [...at]);
        await leave(page);
        expect(page.told).toHaveLength(told);
        window.close();
      }
    });

    test('has said so where they answered: nothing else is sent', async () => {
      const page = open([200, 200]);
      await page.sign('mousemove');
      page.find('[value="3"]').click();
      await page.submit();
      await leave(page);
      expect([page.sent.length, page.told]).toEqual([1, []]);
    });
  });

  describe('a score that came with the link', () => {
    const arrived: QuestionView = { ...view, isUnsaid: true, at: 1, values: { score: 9 } };

    test('is sent at the first sign of a person, once, and nothing before', async () => {
      for (const type of ['pointerdown', 'mousemove', 'keydown', 'visibilitychange']) {
        const page = open([200, 200], undefined, arrived);
        await page.settled();
        window.dispatchEvent(new window.Event('online'));
        await page.sign('scroll');
        await page.sign('mouseover');
        await page.sign('mousemove', [0, 0]);
        expect(page.sent).toEqual([]);
        await page.sign(type);
        await page.sign(type);
        expect(page.sent).toMatchObject([{ responseId: view.responseId, seq: 1, answers: { score: 9 } }]);
        expect(page.sent[0]?.answers).toEqual({ score: 9 });
        expect(page.sent[0]?.complete).toBeUndefined();
        window.close();
      }
    });

    test('is not sent from a page that nobody sees', async () => {
      const page = open([200], undefined, arrived);
      page.hide(true);
      await page.sign('mousemove');
      expect(page.sent).toEqual([]);
      page.hide(false);
      await page.sign('mousemove');
      expect(page.sent).toHaveLength(1);
    });

    test('goes with the words when the button is the first sign, and can be changed', async () => {
      const page = open([200, 200, 200], undefined, arrived);
      expect(page.find('summary b').textContent).toBe('9');
      page.find('details [value="3"]').click();
      await page.settled();
      expect(page.sent.at(-1)).toMatchObject({ answers: { score: 3 } });
      expect([page.find('summary b').textContent, page.find('h1').textContent]).toEqual(['3', 'O que deu errado?']);
      page.find('textarea').value = 'Frio';
      await page.submit();
      expect(page.sent.at(-1)).toMatchObject({ answers: { score: 3, why: 'Frio' }, complete: true });
      expect(page.find('.text').textContent).toBe('Vamos melhorar.');
    });

    test('waits on the device while there is no connection', async () => {
      const page = open([null, 200], undefined, arrived);
      await page.sign('pointerdown');
      expect(page.status()).toContain('Sua resposta está guardada neste aparelho');
      expect(window.localStorage.length).toBe(1);
      page.later.shift()?.();
      await page.settled();
      expect(new Set(page.sent.map((step) => JSON.stringify(step)))).toHaveProperty('size', 1);
      expect(page.status()).toBe('');
    });

    test('a score that the server knows already is not sent again', async () => {
      const page = open([200], undefined, { ...arrived, seq: 2, isUnsaid: false });
      await page.sign('pointerdown');
      expect(page.sent).toEqual([]);
    });

    test('changes one that was sent before, on this device too, until the page is read again', async () => {
      const draft = { responseId: 'kept', seq: 1, answers: { score: 2 }, pending: false, at: 1 };
      const changed = { ...arrived, responseId: 'kept', seq: 2 };
      const page = open([200], { [view.token]: JSON.stringify(draft) }, changed);
      expect(window.location.search).toBe('?n=9');
      await page.sign('mousemove');
      expect(page.sent).toMatchObject([{ responseId: 'kept', seq: 2, answers: { score: 9 } }]);
      expect(window.location.search).toBe('');
    });

    test('a choice that nobody confirmed is not sent by moving on the page', async () => {
      const page = open([200]);
      page.press('4', 0);
      await page.sign('mousemove');
      expect(page.sent).toEqual([]);
    });
  });

  describe('a comment after the end', () => {
    test('is asked for where none came, kept as a step of its own, and not asked for twice', async () => {
      const page = open([200, 200, 200]);
      page.press('9', 0);
      await page.submit();
      await page.submit();
      expect(page.find('.text').textContent).toBe('Que bom!');
      expect(page.find('.late label').textContent).toBe('Quer contar o motivo?');
      page.find('.late textarea').value = 'O café';
      await page.submit();
      expect(page.sent.map(({ seq, answers, complete }) => ({ seq, answers, complete }))).toEqual([
        { seq: 1, answers: { score: 9 }, complete: false },
        { seq: 2, answers: { score: 9 }, complete: true },
        { seq: 3, answers: { score: 9, why: 'O café' }, complete: true },
      ]);
      expect(page.find('.text').textContent).toBe('Que bom!');
      expect(page.find('.late')).toBeNull();
      expect(window.localStorage.length).toBe(0);
    });

    test('is taken on a page that begins with the closing words, also after the connection was away', async () => {
      const page = open([null, 200], undefined, { ...view, at: closingAt, seq: 3, values: { score: 2 } });
      expect(page.find('.text').textContent).toBe('Vamos melhorar.');
      page.find('textarea').value = 'Frio';
      await page.submit();
      expect(page.find('textarea').value).toBe('Frio');
      page.later.shift()?.();
      await page.settled();
      expect(page.sent.at(-1)).toMatchObject({ seq: 3, answers: { why: 'Frio' }, complete: true });
      expect(page.find('.late')).toBeNull();
    });
  });
});
