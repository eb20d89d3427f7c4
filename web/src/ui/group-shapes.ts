import type { ScoreGroup } from '@escuta/contract/metrics';

/** The sign of each group of scores, beside its colour: colour never stands alone. */
export const groupShapes: Readonly<Record<ScoreGroup, string>> = { top: '▲', middle: '■', bottom: '▼' };
