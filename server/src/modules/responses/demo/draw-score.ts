import { scoresOf } from '@escuta/contract/metrics';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import type { Random } from '#platform/drawing/random.ts';

const middleShare = 0.24;
/** How much rarer each score of a group is than the one above it. */
const decline = 0.61;

/** Draws one answer of a moment: of so many more people in the top group than in the bottom one. */
export function drawScore(random: Random, metric: Metric, balance: number): { score: number; group: ScoreGroup } {
  const shift = balance / 100;
  const group = random.weighted<ScoreGroup>([
    ['top', Math.max(0.02, (1 - middleShare + shift) / 2)],
    ['middle', middleShare],
    ['bottom', Math.max(0.02, (1 - middleShare - shift) / 2)],
  ]);
  const fromTop = scoresOf(metric, group).toReversed();
  return { score: random.weighted(fromTop.map((score, rank) => [score, decline ** rank])), group };
}
