import { getDashboard } from '@escuta/contract/analytics';
import type { Business } from '@escuta/contract/companies';
import { call } from '#web/lib/call.ts';
import type { DayRange } from '#web/lib/format.ts';

/** What may be asked: each is a figure that a route of the dashboard knows. */
export const askedQuestions = ['score', 'responseRate', 'worstUnit'] as const;
export type AskedQuestion = (typeof askedQuestions)[number];

/** A figure with what it stands on. A share runs from 0 to 1. */
interface Answer {
  readonly kind: 'score' | 'share';
  readonly value: number | null;
  /** Answers that the score is of, messages that the share is of. */
  readonly n: number;
  readonly unit: string;
}

interface Asking {
  readonly days: DayRange;
  readonly business: Business;
  readonly businesses: readonly Business[];
  readonly signal: AbortSignal;
}

/** The answer to a question, from the same routes as the dashboard. */
export async function answerOf(question: AskedQuestion, asking: Asking): Promise<Answer> {
  if (question === 'worstUnit') return worstUnit(asking);
  const { business } = asking;
  const { score, responseRate } = await dashboardOf(business, asking);
  if (question === 'score') return { kind: 'score', value: score.value, n: score.n, unit: business.nome };
  return { kind: 'share', value: responseRate.value, n: responseRate.delivered, unit: business.nome };
}

async function worstUnit(asking: Asking): Promise<Answer> {
  const scores = await Promise.all(
    asking.businesses.map(async (business) => ({ business, ...(await dashboardOf(business, asking)).score })),
  );
  const known = scores.filter((score) => score.value !== null);
  const worst = known.toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0))[0];
  return { kind: 'score', value: worst?.value ?? null, n: worst?.n ?? 0, unit: worst?.business.nome ?? '—' };
}

function dashboardOf({ _id }: Business, { days, signal }: Asking) {
  return call(getDashboard, { query: days, unit: _id, signal });
}
