import axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

const wcagAA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const asked: Readonly<Record<'dark' | 'light', RunOptions>> = {
  dark: {
    runOnly: wcagAA,
    // Of the good practices: who jumps from landmark to landmark can tell them apart.
    rules: { 'landmark-unique': { enabled: true } },
  },
  // What a colour may break: the rest is the same by day and by night, and takes most of the time.
  light: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

/** Fails with what is wrong, where and why, when the screen breaks a rule of WCAG A or AA, by day or by night. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // A colour on its way to another is neither: nothing moves while it is looked at.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(untilStill);
    const violations = await violationsOf(page, asked[colorScheme]);
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary})`),
    );
    expect(found, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Looks at a page and the frames in it. The rules are put into each document once: that takes as long as to look. */
async function violationsOf(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  }
  return page.evaluate(
    async (given) => {
      const { axe: rules } = globalThis as unknown as { readonly axe: typeof axe };
      const { violations } = await rules.run(document, given);
      return violations;
    },
    // What is as it should be is not described.
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
}

/** Runs in the page: the new colours are drawn, and those that change over time have arrived. */
async function untilStill(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.all(transitions.map(({ finished }) => finished.catch(() => undefined)));
}
