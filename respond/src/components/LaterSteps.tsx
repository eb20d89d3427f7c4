import { Fragment } from 'react';
import { scoreGroup } from '@escuta/contract/score';
import type { ScoreGroup } from '@escuta/contract/score';
import { closingAt } from '../page-model.ts';
import type { QuestionView } from '../page-model.ts';
import type { Words } from '../words.ts';
import { Closing } from './Closing.tsx';
import { QuestionForm } from './QuestionForm.tsx';

/** From the highest score down: the script takes the first group that does not begin above the score. */
const groups: readonly ScoreGroup[] = ['promoter', 'passive', 'detractor'];
const scores = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * What comes after the question in view, kept in templates: only the page's script ever shows it. A title worded for the
 * score is there once per group, also that of the question in view, because the score may still change.
 */
export function LaterSteps({ words, view }: { readonly words: Words; readonly view: QuestionView }) {
  const later: QuestionView = { ...view, problems: {} };
  return (
    <>
      {view.questions.map((question, at) => (
        <Fragment key={question.key}>
          {at > view.at && (
            <template data-at={at}>
              <QuestionForm words={words} view={later} at={at} isNew />
            </template>
          )}
          {at >= view.at &&
            question.type === 'why' &&
            groups.map((group) => (
              <template key={group} data-title={at} data-from={lowestOf(group)}>
                {question.titles[group]}
              </template>
            ))}
        </Fragment>
      ))}
      {groups.map((group) => (
        <template key={group} data-at={closingAt} data-from={lowestOf(group)}>
          <Closing words={words} text={view.closings[group]} late={later} />
        </template>
      ))}
    </>
  );
}

function lowestOf(group: ScoreGroup): number | undefined {
  return scores.find((score) => scoreGroup(score) === group);
}
