const dayMs = 24 * 3_600_000;

/** How many calendar days `YYYY-MM-DD` lie between today and another day: below zero once it is over. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayMs);
}
