import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BusinessUnitId, ResponseId, SurveyId } from '@escuta/contract/ids';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { idNamed } from '../../testing/ids.ts';
import { missingAnswers, readAnswers } from './answer.ts';
import { sumChanges } from './metric-days.ts';
import type { MetricChange } from './metric-days.ts';
import { contributionOf, takeStep } from './response.ts';
import type { ResponseState, ResponseStep } from './response.ts';

const text = { top: 'P', middle: 'N', bottom: 'D' };
const definition: SurveyDefinition = {
  language: 'pt',
  questions: [
    { key: 'score', type: 'nps', title: 'Q', help: '', lowLabel: 'L', highLabel: 'H', required: true },
    { key: 'why', type: 'why', titles: text, placeholder: '', required: false },
    { key: 'more', type: 'why', titles: text, placeholder: '', required: true },
  ],
  closings: text,
  email: { subject: 'S', preheader: '', senderName: '', greeting: 'G', intro: 'I' },
  theme: { brandColor: '#0F766E' },
};
const at = new Date('2026-11-20T12:00:00Z');
const mine = idNamed<ResponseId>('mine');
const theirs = idNamed<ResponseId>('theirs');

function step(
  seq: number,
  answers: Record<string, number | string>,
  changes: Partial<ResponseStep> = {},
): ResponseStep {
  const read = readAnswers(definition, answers);
  return { responseId: mine, seq, answers: read.answers, complete: false, at, day: '2026-11-20', ...changes };
}

/** Takes steps one after the other; a refused one changes nothing. */
function takeAll(steps: readonly ResponseStep[], start?: ResponseState): ResponseState | undefined {
  let state = start;
  for (const each of steps) {
    const result = takeStep(state, each, definition);
    if ('state' in result) state = result.state;
  }
  return state;
}

test('a step that comes again is a new state: it is written, so that its thanks wait for the log (decision 0034)', () => {
  const sent = step(1, { score: 9 });
  const state = takeAll([sent]);
  const again = takeStep(state, sent, definition);
  expect(again).toEqual({ state, seq: 1 });
  expect('state' in again && again.state).not.toBe(state);
});

test('counters of days come in the order of their keys', () => {
  const [one, other] = [takeAll([step(1, { score: 9 })]), takeAll([step(1, { score: 2 })])];
  const change = (survey: string, state: ResponseState | undefined): MetricChange => ({
    businessUnitId: idNamed<BusinessUnitId>('unit'),
    surveyId: idNamed<SurveyId>(survey),
    questionKey: 'score',
    metric: 'nps',
    channel: 'email',
    before: null,
    after: state ? contributionOf(state) : null,
  });
  const changes = [change('b', one), change('a', other), change('c', one)];
  const rows = sumChanges(changes);
  expect(rows.map(({ survey_id }) => survey_id)).toEqual(rows.map(({ survey_id }) => survey_id).toSorted());
  expect(sumChanges(changes.toReversed())).toEqual(rows);
});

describe('reading answers', () => {
  test('keeps what the survey asks and names what it does not', () => {
    const read = readAnswers(definition, { score: 10, why: ' a\r\nb\u0000\u0007\t ', other: 1, more: 3 });
    expect([...read.answers]).toEqual([
      ['score', { number: 10, text: null }],
      ['why', { number: null, text: 'a\nb' }],
    ]);
    expect(read.problems).toEqual([
      { key: 'other', rule: 'unknown' },
      { key: 'more', rule: 'not_valid' },
    ]);
    for (const bad of [11, -1, 1.5, 'nine', Number.NaN]) {
      expect(readAnswers(definition, { score: bad }).problems).toEqual([{ key: 'score', rule: 'not_valid' }]);
    }
  });

  test('whatever was typed becomes text that a database can keep', () => {
    // Any UTF-16 units: control characters and halves of pairs too.
    const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(anyText, (typed) => {
        const text = readAnswers(definition, { why: typed }).answers.get('why')?.text ?? '';
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\0');
        expect(readAnswers(definition, { why: text }).answers.get('why')?.text).toBe(text);
      }),
    );
  });

  test('an empty text does not answer a required question', () => {
    const { answers } = readAnswers(definition, { score: 0, more: '   ' });
    expect(missingAnswers(definition, answers)).toEqual([{ key: 'more', rule: 'required' }]);
  });
});

describe('taking a step', () => {
  test('a response is partial with its score and complete when everything required is answered', () => {
    expect(takeAll([step(1, { why: 'x' })])).toMatchObject({ status: 'started', score: null, comment: 'x' });
    expect(takeAll([step(1, { score: 0 })])).toMatchObject({ status: 'partial', score: 0 });
    expect(takeStep(takeAll([step(1, { score: 0 })]), step(2, {}, { complete: true }), definition)).toEqual({
      refused: 'ANSWERS_NOT_VALID',
      problems: [{ key: 'more', rule: 'required' }],
    });
    const state = takeAll([step(1, { score: 0 }), step(2, { more: 'y' }, { complete: true })]);
    expect(state).toMatchObject({ status: 'complete', completedAt: at, comment: 'y' });
  });

  test('the day is that of the first score, and stays', () => {
    const later = { at: new Date('2026-11-22T12:00:00Z'), day: '2026-11-22' };
    const begun = takeAll([
      step(1, { why: 'x' }),
      step(2, { score: 5 }, later),
      step(3, { score: 9 }, { at, day: '2026-11-25' }),
    ]);
    expect(begun).toMatchObject({ day: '2026-11-22', answeredAt: later.at, startedAt: at, score: 9 });
  });

  test('another device goes on after the last step, and gets nothing more once the response is complete', () => {
    const first = takeAll([step(1, { score: 5 }), step(2, { score: 6 })]);
    const result = takeStep(
      first,
      step(1, { score: 7, more: 'z' }, { responseId: theirs, complete: true }),
      definition,
    );
    expect(result).toMatchObject({ seq: 3, state: { id: 'mine', score: 7, lastSeq: 3, status: 'complete' } });
    const done = 'state' in result ? result.state : undefined;
    expect(takeStep(done, step(4, { score: 1 }, { responseId: theirs }), definition)).toEqual({
      refused: 'ALREADY_ANSWERED',
    });
    expect(takeStep(done, step(4, { score: 1 }), definition)).toEqual({ refused: 'ALREADY_ANSWERED' });
    expect(takeStep(done, step(3, { score: 1 }), definition)).toMatchObject({ state: { score: 7 } });
  });

  const anyAnswers = fc.record(
    { score: fc.integer({ min: 0, max: 10 }), why: fc.string(), more: fc.string() },
    { requiredKeys: [] },
  );
  const anySteps = fc.array(anyAnswers, { minLength: 1, maxLength: 6 }).chain((all) => {
    const last = all.length;
    const steps = all.map((answers, index) =>
      index + 1 === last
        ? step(last, { ...answers, score: 3, more: 'end' }, { complete: true })
        : step(index + 1, answers),
    );
    const shuffled = fc.shuffledSubarray([...steps, ...steps, ...steps], { minLength: steps.length * 2 });
    return fc.tuple(
      fc.constant(steps),
      shuffled.filter((some) => steps.every((each) => some.includes(each))),
    );
  });

  test('steps in any order and any number of times end where each once in order ends', () => {
    fc.assert(
      fc.property(anySteps, ([steps, shuffled]) => {
        expect(takeAll(shuffled)).toEqual(takeAll(steps));
      }),
    );
  });

  test('the counters moved step by step are those of the end counted once', () => {
    const ids = { businessUnitId: idNamed<BusinessUnitId>('u'), surveyId: idNamed<SurveyId>('s') };
    const key = { ...ids, questionKey: 'score', metric: 'nps', channel: 'email' } as const;
    fc.assert(
      fc.property(anySteps, ([, shuffled]) => {
        let state: ResponseState | undefined;
        const changes = shuffled.map((each) => {
          const before = contributionOf(state);
          state = takeAll([each], state);
          return { ...key, before, after: contributionOf(state) };
        });
        expect(sumChanges(changes)).toEqual(sumChanges([{ ...key, before: null, after: contributionOf(state) }]));
      }),
    );
  });

  test('what was excluded counts nowhere', () => {
    const state = takeAll([step(1, { score: 5 })]);
    expect(contributionOf(state)).toEqual({ day: '2026-11-20', score: 5, comments: 0 });
    expect(contributionOf(state && { ...state, isCounted: false })).toBeNull();
  });
});
