import { scoreGroups } from '@escuta/contract/metrics';
import type { ScoreGroup } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';

/** The groups whose texts people may read: whoever gave no score, as in a survey that asks for none, reads those of the middle. */
export function groupsRead(questions: readonly Question[]): readonly ScoreGroup[] {
  return scoreQuestionOf(questions) ? scoreGroups : ['middle'];
}
