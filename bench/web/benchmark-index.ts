import type { Browser } from '@playwright/test';

/**
 * How fast the browser runs script on this machine, at its full speed: the BenchmarkIndex of Lighthouse (`page-functions.js`,
 * `computeBenchmarkIndex`), by which figures of several machines can be told apart. About 1,500 and more is a desktop.
 */
export async function benchmarkIndex(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(() => {
      const runMs = 500;
      const perSecond = (work: (round: number) => void) => {
        const start = Date.now();
        let rounds = 0;
        for (; Date.now() - start < runMs; rounds += 1) work(rounds);
        return rounds / 10 / ((Date.now() - start) / 1_000);
      };
      const strings = perSecond(() => {
        let text = '';
        for (let length = 0; length < 10_000; length += 1) text += 'a';
        if (text.length === 1) throw new Error('nothing was built');
      });
      const arrays = [0, 1].map(() => Array.from({ length: 100_000 }, (_, index) => index));
      const copies = perSecond((round) => {
        const [from, to] = [arrays[round % 2] ?? [], arrays[(round + 1) % 2] ?? []];
        for (let index = 0; index < from.length; index += 1) to[index] = from[index] ?? 0;
      });
      return (strings + copies) / 2;
    });
  } finally {
    await page.close();
  }
}
