/** Progress of long work from 0 to 1: 1 only when it has finished, 0 while nobody knows how much there is. */
export function progressOf({ status, total, done }: { status: string; total: number; done: number }): number {
  if (status === 'finished') return 1;
  return total === 0 ? 0 : Math.min(done / total, 0.999);
}
