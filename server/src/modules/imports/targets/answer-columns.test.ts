// cspell:locale en-US,pt-BR,pt,es
import { expect, test } from 'vitest';
import type { Metric } from '@escuta/contract/metrics';
import type { Question } from '@escuta/contract/questions/index';
import { answerColumns } from './answer-columns.ts';
import { guessMapping } from './columns.ts';

/** What a survey asks: for a score, and for a comment. */
function asked(metric: Metric): Question[] {
  return [
    { key: 's', type: metric, title: 'E então?', help: '', lowLabel: '', highLabel: '', required: true },
    { key: 'c', type: 'why', titles: { top: 'A?', middle: 'B?', bottom: 'C?' }, placeholder: '', required: false },
  ];
}
const headerOf = (metric: Metric, header: string) => answerColumns(asked(metric)).readHeader(header);

test.each<[Metric, string]>([
  ['csat', 'Satisfação'],
  ['csat', 'Nível de satisfação'],
  ['csat', 'Satisfacción'],
  ['csat', 'Overall satisfaction'],
  ['csat', 'How satisfied are you?'],
  ['csat', 'CSAT'],
  ['ces', 'Esforço'],
  ['ces', 'Esfuerzo'],
  ['ces', 'Customer Effort Score'],
  ['ces', 'CES'],
  ['nps', 'NPS'],
  ['nps', 'Você recomendaria?'],
  ['nps', 'How likely are you to recommend us?'],
  ['csat', 'Nota'],
  ['csat', 'Avaliação'],
  ['nps', 'Calificación'],
  ['ces', 'Puntuación'],
  ['csat', 'Valoración'],
  ['nps', 'Rating'],
  ['nps', 'Feedback score'],
])('of %s, %j is the score', (metric, header) => {
  expect(headerOf(metric, header)).toBe('question:s');
});

test.each<[Metric, string]>([
  ['csat', 'Comentário sobre a satisfação'],
  ['csat', 'Feedback sobre a satisfação'],
  ['csat', 'Motivo da satisfação'],
  ['csat', 'Comentarios de satisfacción'],
  ['csat', 'Satisfaction comment'],
  ['ces', 'Reason for the effort'],
  ['ces', 'Opinião sobre o esforço'],
  ['nps', 'Motivo da nota'],
  ['nps', 'Why this score?'],
])('of %s, %j is the comment', (metric, header) => {
  expect(headerOf(metric, header)).toBe('question:c');
});

test('a comment is no score where the survey asks for none', () => {
  const [score] = asked('csat');
  expect(answerColumns([score!]).readHeader('Comentário sobre a satisfação')).toBeNull();
});

test('the score of another metric is left to its own survey, in whatever order the columns come', () => {
  const header = ['Data', 'Satisfação', 'NPS', 'Comentário da nota'];
  const mapped = (metric: Metric) =>
    guessMapping(header, [['04/03/2025', '5', '9', 'Bom']], 4, answerColumns(asked(metric)));
  expect(mapped('csat')).toEqual(['answered_at', 'question:s', 'ignore', 'question:c']);
  expect(mapped('nps')).toEqual(['answered_at', 'ignore', 'question:s', 'question:c']);
});

test('the day of a survey of satisfaction is a day', () => {
  expect(headerOf('csat', 'Data da pesquisa de satisfação')).toBe('answered_at');
});
