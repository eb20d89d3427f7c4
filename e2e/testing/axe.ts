import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

const wcagAA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Of the good practices: who jumps from landmark to landmark can tell them apart. */
const rules = { 'landmark-unique': { enabled: true } };
/** What is as it should be is not described. */
const resultTypes: ['violations'] = ['violations'];
/** What a colour may break: the rest is the same by day and by night, and takes most of the time. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Fails with what is wrong, where and why, when the screen breaks a rule of WCAG A or AA, by day or by night. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // A colour on its way to another is neither: nothing moves while it is looked at.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(untilStill);
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const asked =
      colorScheme === 'dark'
        ? axe.options({ rules, resultTypes }).withTags(wcagAA)
        : axe.options({ resultTypes }).withRules(rulesOfColour);
    const { violations } = await asked.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary})`),
    );
    expect(found, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Runs in the page: the new colours are drawn, and those that change over time have arrived. */
async function untilStill(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.all(transitions.map(({ finished }) => finished.catch(() => undefined)));
}
