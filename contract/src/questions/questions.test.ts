import { describe, expect, test } from 'vitest';
import { definitionOf } from '../metrics.ts';
import { answerOf, commentQuestionOf, isSensitive, Question, questionTypes, typeOf } from './index.ts';

const texts = { help: '', lowLabel: 'Pouco', highLabel: 'Muito' };
const samples: Record<Question['type'], Question> = {
  nps: { key: 'score', type: 'nps', title: 'Quanto?', required: true, ...texts },
  csat: { key: 'score', type: 'csat', title: 'Quanto?', required: true, ...texts },
  ces: { key: 'score', type: 'ces', title: 'Foi fácil?', required: true, ...texts },
  why: {
    key: 'why',
    type: 'why',
    titles: { top: 'A', middle: 'B', bottom: 'C' },
    placeholder: '',
    required: false,
  },
};

describe.each(Object.values(samples))('a question of the type $type', (question) => {
  const entry = typeOf(question);

  test('is read as what it is', () => {
    expect(Question.parse(question)).toEqual(question);
    expect(Object.keys(questionTypes)).toContain(question.type);
  });

  test('has a text at each place that its type names', () => {
    for (const place of entry.texts) {
      const found = place.split('.').reduce<unknown>((held, name) => (held as Record<string, unknown>)[name], question);
      expect([place, typeof found]).toEqual([place, 'string']);
    }
  });

  test('is answered with a score of its metric where it has one', () => {
    const shape = answerOf(question);
    const scores = entry.metric && { kind: 'number', ...definitionOf(entry.metric).scores };
    expect(shape.kind === 'number' ? shape : null).toEqual(scores);
  });
});

test('what may open a survey has a score, which its message carries', () => {
  for (const question of Object.values(samples)) {
    const { mayOpen, metric } = typeOf(question);
    expect(mayOpen).toBe(metric !== null);
  }
});

test('only what people answer in their own words may be sensitive, and is where it says so', () => {
  for (const question of Object.values(samples)) {
    const { mayBeSensitive } = typeOf(question);
    expect([question.type, mayBeSensitive]).toEqual([question.type, answerOf(question).kind === 'text']);
    expect(isSensitive(question)).toBe(false);
    const marked = Question.parse({ ...question, sensitive: true });
    expect([question.type, isSensitive(marked)]).toEqual([question.type, mayBeSensitive]);
  }
});

test('the comment of a response is the answer to the question whose type says so', () => {
  const { why, ...others } = samples;
  expect(commentQuestionOf([...Object.values(others), why])).toBe(why);
  expect(commentQuestionOf(Object.values(others))).toBeUndefined();
});
