import { describe, expect, test } from 'vitest';
import { testDefinition } from '#web/testing/test-survey.ts';
import {
  differences,
  faultsIn,
  lengthsOf,
  problemsOf,
  textAt,
  textPathsOf,
  textsOf,
  withTextAt,
  withTexts,
} from '#web/features/surveys/survey-texts.ts';

const texts = textsOf('Clientes', testDefinition);
const textPaths = textPathsOf(testDefinition);

test('takes the texts out of a survey and puts them back unchanged', () => {
  expect(withTexts(testDefinition, texts)).toEqual(testDefinition);
  // Switches that are off say nothing.
  expect(textPaths.filter((path) => textAt(texts, path) === '')).toEqual(['questions.why.sensitive', 'anonymous']);
});

test.each(textPaths)('changes %s and nothing else', (path) => {
  const other = path === 'anonymous' || path === 'questions.why.sensitive' ? 'yes' : 'other words';
  const changed = withTextAt(texts, path, other);
  expect(differences(texts, changed)).toEqual([path]);
  const kept = textsOf(changed.title, withTexts(testDefinition, changed));
  expect(textAt(kept, path)).toBe(other);
  expect(differences(texts, kept)).toEqual([path]);
});

test('a survey without an address for answers and words for an SMS does not gain empty ones', () => {
  const { replyTo: _none, ...email } = testDefinition.email;
  const { sms: _nor, ...rest } = testDefinition;
  const before = { ...rest, email };
  expect(withTexts(before, textsOf('Clientes', before))).toEqual(before);
});

test('does not count spaces at the ends as a difference', () => {
  expect(
    differences(texts, withTextAt(texts, 'questions.score.title', ` ${textAt(texts, 'questions.score.title')} `)),
  ).toEqual([]);
});

describe('what keeps a text from being saved', () => {
  test('nothing, when all is well', () => {
    expect(problemsOf(texts, testDefinition)).toEqual({});
  });

  test.each([
    'title',
    'questions.score.title',
    'questions.why.titles.top',
    'questions.why.titles.middle',
    'questions.why.titles.bottom',
    'email.subject',
  ])('%s is required', (path) => {
    expect(problemsOf(withTextAt(texts, path, '  '), testDefinition)).toEqual({ [path]: 'missing' });
  });

  test.each([
    'questions.score.help',
    'closings.top',
    'email.preheader',
    'email.greeting',
    'sms.text',
    'questions.why.placeholder',
  ])('%s may be empty', (path) => {
    expect(problemsOf(withTextAt(texts, path, ''), testDefinition)).toEqual({});
  });

  test.each(
    textPaths.filter((path) => !['brandColor', 'legalBasis', 'anonymous', 'questions.why.sensitive'].includes(path)),
  )('%s has the limit of the contract', (path) => {
    expect(
      problemsOf(withTextAt(texts, path, 'x'.repeat(lengthsOf(testDefinition, path).max)), testDefinition),
    ).toEqual({});
    const long = withTextAt(texts, path, 'x'.repeat(lengthsOf(testDefinition, path).max + 1));
    expect(problemsOf(long, testDefinition)).toEqual({ [path]: 'too_long' });
  });

  test('a colour that is not one', () => {
    expect(problemsOf(withTextAt(texts, 'brandColor', 'teal'), testDefinition)).toEqual({ brandColor: 'not_a_color' });
  });

  test('a survey without a why-question needs no words for it', () => {
    const short = { ...testDefinition, questions: testDefinition.questions.slice(0, 1) };
    expect(problemsOf(textsOf('Clientes', short), short)).toEqual({});
  });
});

describe('what keeps a text from being published', () => {
  const others = ['title', 'brandColor', 'legalBasis', 'anonymous', 'questions.why.sensitive', 'email.replyTo'];
  test.each(textPaths.filter((path) => !others.includes(path)))('a variable that nobody knows in %s', (path) => {
    const faults = faultsIn(withTextAt(texts, path, 'Oi {{apelido}}'), []);
    expect(faults).toEqual({ [path]: { reason: 'unknown_variable', found: ['{{apelido}}'] } });
  });

  test('no variable where none is read, and no address for answers that is none', () => {
    expect(faultsIn(withTextAt(texts, 'title', 'Oi {{apelido}}'), [])).toEqual({});
    expect(faultsIn(withTextAt(texts, 'brandColor', 'Oi {{apelido}}'), [])).toEqual({});
    const broken = { 'email.replyTo': { reason: 'not_an_address', found: [] } };
    expect(faultsIn(withTextAt(texts, 'email.replyTo', '{{apelido}}@aurora.example'), [])).toEqual(broken);
  });

  test('a custom field that the survey may not name', () => {
    const naming = withTextAt(texts, 'email.intro', 'Sobre o quarto {{quarto}}');
    expect(faultsIn(naming, ['quarto'])).toEqual({});
    const faults = { 'email.intro': { reason: 'unknown_variable', found: ['{{quarto}}'] } };
    expect(faultsIn(naming, ['visita'])).toEqual(faults);
  });

  test('nothing, when all is well; a sender called like an address', () => {
    expect(faultsIn(texts, [])).toEqual({});
    expect(faultsIn(withTextAt(texts, 'email.intro', '{{nome}} {{empresa|nós}}'), [])).toEqual({});
    expect(faultsIn(withTextAt(texts, 'email.senderName', 'eu@bank.example'), [])).toEqual({
      'email.senderName': { reason: 'sender_looks_like_address', found: [] },
    });
  });
});
