import { scoreGroup } from '@escuta/contract/score';
import type { ScoreGroup } from '@escuta/contract/score';
import type { QuestionView } from '../page-model.ts';
import type { Words } from '../words.ts';
import { Closing } from './Closing.tsx';
import { QuestionForm } from './QuestionForm.tsx';

/** From the highest score down: the script takes the first group that does not begin above the score. */
const groups: readonly ScoreGroup[] = ['promoter', 'passive', 'detractor'];
const scores = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * What comes after the question in view, kept in templates: only the page's script ever shows it. A question worded for
 * the score is there once per group, also when it is in view, because the score may still change.
 */
export function LaterSteps({ words, view }: { readonly words: Words; readonly view: QuestionView }) {
  const later: QuestionView = { ...view, problems: {} };
  return (
    <>
      {view.questions.flatMap((question, at) => {
        if (at < view.at) return [];
        if (question.type === 'nps') {
          if (at === view.at) return [];
          return [
            <template key={question.key} data-at={at}>
              <QuestionForm words={words} view={later} at={at} />
            </template>,
          ];
        }
        return groups.map((group) => (
          <template key={`${question.key}-${group}`} data-at={at} data-from={scores.find((score) => scoreGroup(score) === group)}>
            <QuestionForm words={words} view={later} at={at} group={group} />
          </template>
        ));
      })}
      {groups.map((group) => (
        <template key={group} data-at={view.questions.length} data-from={scores.find((score) => scoreGroup(score) === group)}>
          <Closing words={words} text={view.closings[group]} />
        </template>
      ))}
    </>
  );
}
