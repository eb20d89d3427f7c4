import type { QueueEntry } from '@escuta/contract/sends';

/** The title of a send: its surveys. */
export function titleOf({ survey }: Pick<QueueEntry, 'survey'>): string {
  return survey.map(({ title }) => title).join(', ') || '—';
}
