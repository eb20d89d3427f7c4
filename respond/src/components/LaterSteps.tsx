import { definitionOf, scoreGroups } from '@escuta/contract/metrics';
import { Fragment } from 'react';
import { closingAt } from '../page-model.ts';
import type { QuestionView } from '../page-model.ts';
import { scoreGiven } from '../questions/index.tsx';
import type { Words } from '../words.ts';
import { Closing } from './Closing.tsx';
import { QuestionForm } from './QuestionForm.tsx';

/**
 * What comes after the question in view, kept in templates: only the page's script ever shows it. A title worded for the
 * score is there once per group, also that of the question in view, because the score may still change. From the highest
 * score down: the script takes the first that does not begin above the answer whose key it names.
 */
export function LaterSteps({ words, view }: { readonly words: Words; readonly view: QuestionView }) {
  const later: QuestionView = { ...view, problems: {} };
  const score = scoreGiven(view)?.question;
  const groups = scoreGroups.map((group) => ({
    group,
    choice: score && { 'data-key': score.key, 'data-from': definitionOf(score.type).lowest[group] },
  }));
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
            'titles' in question &&
            groups.map(({ group, choice }) => (
              <template key={group} data-title={at} {...choice}>
                {question.titles[group]}
              </template>
            ))}
        </Fragment>
      ))}
      {groups.map(({ group, choice }) => (
        <template key={group} data-at={closingAt} {...choice}>
          <Closing words={words} text={view.closings[group]} late={later} />
        </template>
      ))}
    </>
  );
}
