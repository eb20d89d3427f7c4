import { useSyncExternalStore } from 'react';
import { dayIn, now } from '#web/lib/time.ts';

const minuteMs = 60_000;

/** Today `YYYY-MM-DD` in a zone; a page left open over midnight goes on to the new day within a minute. */
export function useToday(timeZone: string): string {
  return useSyncExternalStore(everyMinute, () => dayIn(timeZone, now()));
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
}
