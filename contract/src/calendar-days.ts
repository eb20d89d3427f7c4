/** Calendar days `YYYY-MM-DD`. They have no zone: what day an instant is was decided when it was written. No zod here. */

const dayMs = 86_400_000;

/** How many days the periods hold that people choose by their length, today the last of them. */
export const rollingDays = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** The day `count` days later, or earlier when negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}
