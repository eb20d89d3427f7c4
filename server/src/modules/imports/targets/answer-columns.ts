// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore pontuac pontuacao puntaje puntuacion calificacion avaliacao evaluacion recomend opiniao sugestao sugestoes respondid
import { dayNotation } from '@escuta/contract/day-text';
import { answerFields, columnOfQuestion } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import { answerOf, commentQuestionOf, scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import { headerWords } from '#modules/contacts/index.ts';
import { looksLikeEmail, looksLikePhone, plainWords } from './columns.ts';
import type { KnownColumns } from './columns.ts';

/** What the headers of other tools say of the score and of the comment, whatever their question was. */
const scoreWords =
  /\b(nota|score|nps|csat|ces|pontuac|pontuacao|puntaje|puntuacion|calificacion|avaliacao|evaluacion|rating)\b|recomend/;
const commentWords =
  /\b(comentarios?|comments?|motivos?|justificativa|feedback|opiniao|opinion|sugestao|sugestoes|sugerencias?|why|reason|verbatim)\b/;
const answeredAtWords =
  /\b(data|fecha|date|dt|quando|cuando|timestamp|time|hora|dia)\b|respondid[oa]|respostas? em|answered|submitted|carimbo/;

/** What the columns of a file of answers are known by: the questions by their titles and keys first, then by the usual words. */
export function answerColumns(questions: readonly Question[]): KnownColumns {
  const score = scoreQuestionOf(questions);
  const comment = commentQuestionOf(questions);
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
    [score ? columnOfQuestion(score.key) : null, scoreWords],
    [comment ? columnOfQuestion(comment.key) : null, commentWords],
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
      ...(score ? [[columnOfQuestion(score.key), (cell: string) => isScore(score, cell)] as const] : []),
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
