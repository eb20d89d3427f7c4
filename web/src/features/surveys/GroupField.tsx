import type { ScoreGroup } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { ComponentProps } from 'react';
import { GroupMark } from '#web/features/surveys/GroupMark.tsx';
import { SurveyField } from '#web/features/surveys/SurveyField.tsx';
import classes from './SectionTabs.module.css';

/** A text that only the people of one group of scores read, with the sign of the group before it. */
export function GroupField({ group, ...field }: ComponentProps<typeof SurveyField> & { readonly group: ScoreGroup }) {
  return (
    <div className={classes['group']}>
      {scoreQuestionOf(field.definition.questions) && <GroupMark group={group} />}
      <SurveyField {...field} isLong />
    </div>
  );
}
