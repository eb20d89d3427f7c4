// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore pontuac pontuacao puntaje puntuacion calificacion avaliacao evaluacion opiniao sugestao sugestoes respondid valoracion
// cspell:ignore recomm satisfacao satisfaccion satisfeit satisfech esforco
import { dayNotation } from '@escuta/contract/day-text';
import { answerFields, columnOfQuestion } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import type { Metric } from '@escuta/contract/metrics';
import { answerOf, commentQuestionOf, scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import { headerWords } from '#modules/contacts/index.ts';
import { plainWords } from '#platform/tabular/plain-words.ts';
import { looksLikeEmail, looksLikePhone } from './columns.ts';
import type { KnownColumns } from './columns.ts';

/** What the headers of other tools call a score, whatever their question was. */
const scoreWords =
  /\b(nota|score|pontuac|pontuacao|puntaje|puntuacion|calificacion|valoracion|avaliacao|evaluacion|rating)\b/;
/** What only the score of one metric is called: a file may have the others' scores beside it. */
const metricWords: Readonly<Record<Metric, RegExp>> = {
  nps: /\b(nps)\b|recomm?end/,
  csat: /\b(csat|satisfacao|satisfaccion|satisfaction|satisfeit[oa]s?|satisfech[oa]s?|satisfied)\b/,
  ces: /\b(ces|esforco|esfuerzo|effort)\b/,
};
/** What is a comment also where it speaks of the score: 'motivo da nota'. */
const commentWords =
  /\b(comentarios?|comments?|motivos?|justificativa|sugestao|sugestoes|sugerencias?|why|reasons?|verbatim)\b/;
/** What is one unless it is a score: 'feedback score'. */
const opinionWords = /\b(feedback|opiniao|opinion)\b/;
const answeredAtWords =
  /\b(data|fecha|date|dt|quando|cuando|timestamp|time|hora|dia)\b|respondid[oa]|respostas? em|answered|submitted|carimbo/;

/** What the columns of a file of answers are known by: the questions by their titles and keys first, then by the usual words. */
export function answerColumns(questions: readonly Question[]): KnownColumns {
  const score = scoreQuestionOf(questions);
  const comment = commentQuestionOf(questions);
  const scoreField = score ? columnOfQuestion(score.key) : null;
  const commentField = comment ? columnOfQuestion(comment.key) : null;
  const names = new Map(
    questions.flatMap((question) =>
      [question.key, ...titlesOf(question)].map((name) => [plainWords(name), columnOfQuestion(question.key)] as const),
    ),
  );
  const rules: readonly (readonly [ImportField | null, RegExp])[] = [
    ['external_id', headerWords.external_id],
    ['email', headerWords.email],
    ['tel', headerWords.tel],
    ['answered_at', answeredAtWords],
    [commentField, commentWords],
    [scoreField, scoreWords],
    [commentField, opinionWords],
    ...(score ? [[scoreField, metricWords[score.type]] as const] : []),
  ];
  return {
    readHeader(cell) {
      const words = plainWords(cell);
      return names.get(words) ?? rules.find(([, known]) => known.test(words))?.[0] ?? null;
    },
    looks: [
      ['email', looksLikeEmail],
      ['tel', looksLikePhone],
      ['answered_at', (cell) => dayNotation(cell) !== null],
      ...(score && scoreField ? [[scoreField, (cell: string) => isScore(score, cell)] as const] : []),
    ],
  };
}

/** What a mapping of answers may say beside the questions. */
export const answerFieldSet: ReadonlySet<ImportField> = new Set(answerFields);

function titlesOf(question: Question): readonly string[] {
  return 'title' in question ? [question.title] : Object.values(question.titles);
}

function isScore(question: Question, cell: string): boolean {
  const shape = answerOf(question);
  return shape.kind === 'number' && /^\d{1,2}$/.test(cell) && Number(cell) >= shape.min && Number(cell) <= shape.max;
}
