import type { ResponseId } from '@escuta/contract/ids';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import type { Random } from '#platform/drawing/random.ts';
import type { Moment, TimeLine } from '#platform/drawing/time-line.ts';
import { drawScore } from './draw-score.ts';

/** What people make of a survey. */
export interface Asked {
  readonly metric: Metric;
  /** How many more score in the top group than in the bottom one, in % of all. */
  readonly story: (moment: Moment) => number;
  readonly comment: (random: Random, moment: Moment, group: ScoreGroup) => string;
}

export interface DemoAnswer {
  readonly id: ResponseId;
  readonly score: number;
  readonly group: ScoreGroup;
  readonly comment: string | null;
  readonly isComplete: boolean;
  readonly startedAt: Date;
  readonly answeredAt: Date;
  readonly completedAt: Date | null;
  readonly day: string;
}

const hourMs = 3_600_000;
const completeShare = 0.84;
const commentShare: Readonly<Record<ScoreGroup, number>> = { top: 0.4, middle: 0.36, bottom: 0.58 };

/** What somebody answers at an instant. */
export function makeAnswer(random: Random, asked: Asked, answeredAt: Date, time: TimeLine): DemoAnswer {
  const moment = time.momentOf(answeredAt);
  const { score, group } = drawScore(random, asked.metric, asked.story(moment));
  const isComplete = random.chance(completeShare);
  const hasComment = isComplete && random.chance(commentShare[group]);
  return {
    id: random.idAt(answeredAt),
    score,
    group,
    comment: hasComment ? asked.comment(random, moment, group) : null,
    isComplete,
    startedAt: new Date(answeredAt.getTime() - random.int(4, 40) * 1_000),
    answeredAt,
    completedAt: isComplete ? new Date(answeredAt.getTime() + random.int(3, 120) * 1_000) : null,
    day: time.dayOf(answeredAt),
  };
}

/** When a message sent at an instant is answered: most within a day, by daylight; null when that is still to come. */
export function answerTime(random: Random, sentAt: Date, time: TimeLine): Date | null {
  const hours = random.weighted([
    [random.next() * 5, 46],
    [5 + random.next() * 22, 30],
    [27 + random.next() * 110, 19],
    [137 + random.next() * 200, 5],
  ]);
  return byDaylight(random, new Date(sentAt.getTime() + hours * hourMs), time);
}

/** Answers by the code on the counter: so many a day, give or take, and fewer on Mondays. */
export function counterTimes(random: Random, perDay: number, time: TimeLine): Date[] {
  const times: Date[] = [];
  for (let daysAgo = 364; daysAgo >= 0; daysAgo -= 1) {
    const isMonday = time.at(daysAgo, 12).getUTCDay() === 1;
    const expected = perDay * (isMonday ? 0.6 : 1.1);
    for (let left = expected; left > 0; left -= 1) {
      const at = time.at(daysAgo, 7 + random.next() * 15);
      if (random.chance(Math.min(1, left)) && isPast(at, time)) times.push(at);
    }
  }
  return times;
}

function byDaylight(random: Random, instant: Date, time: TimeLine): Date | null {
  const hour = time.localHour(instant);
  const awake = hour >= 7 ? instant : new Date(instant.getTime() + (7 - hour + random.next() * 3) * hourMs);
  return isPast(awake, time) ? awake : null;
}

/** Long enough ago that the answer is finished. */
function isPast(instant: Date, { now }: TimeLine): boolean {
  return instant.getTime() < now.getTime() - 180_000;
}
