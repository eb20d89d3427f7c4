import { expect } from '@playwright/test';
import type { Frame, Locator, Page } from '@playwright/test';

type Key = 'Tab' | 'Shift+Tab';

/** More stops than any page of ours has. */
const stopsMax = 160;

/**
 * Walks with Tab, or backwards, until `target` has the focus. At each stop on the way the focus can be seen and is not
 * lost; a walk forwards goes down or to the right, as the eye does.
 */
export async function tabTo(page: Page, target: Locator, key: Key = 'Tab'): Promise<void> {
  let before: Stop | undefined;
  for (let stops = 0; stops < stopsMax; stops += 1) {
    await page.keyboard.press(key);
    const stop = await stopOf(page);
    // Past the last element the browser's own controls come; then the page begins again.
    if (stop === undefined) {
      before = undefined;
      continue;
    }
    expect(stop.isSeen, `the focus on ${stop.name} can be seen`).toBe(true);
    if (before && key === 'Tab' && before.region === stop.region) {
      const isBackwards = stop.bottom <= before.top && stop.left <= before.left;
      expect(isBackwards, `${stop.name} comes after ${before.name}`).toBe(false);
    }
    if (await isFocused(target)) return;
    before = stop;
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** The focus is somewhere on the page, on an element that shows it. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(async () => (await stopOf(page))?.isSeen, { message: `the focus is kept and seen on ${page.url()}` })
    .toBe(true);
}

export async function isFocused(target: Locator): Promise<boolean> {
  return (await target.count()) === 1 && target.evaluate((element) => element === document.activeElement);
}

interface Stop {
  readonly name: string;
  readonly region: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly isSeen: boolean;
}

/** What has the focus, as somebody in front of the screen meets it; undefined when nothing has. */
async function stopOf(within: Page | Frame): Promise<Stop | undefined> {
  return within.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return undefined;
    const shows = (each: Element | null) => {
      if (!each) return false;
      const style = getComputedStyle(each);
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
    };
    // A field that is drawn by something else shows the focus there: on its frame, or on the label or the sign beside it.
    const drawn = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
    const { top, bottom, left } = element.getBoundingClientRect();
    const region = element.closest('[role="dialog"], header, nav, aside, main')?.tagName ?? '';
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
    return {
      name: `<${element.localName}> ${words}`,
      region,
      // On the page, not in the window: the focus scrolls.
      top: top + scrollY,
      bottom: bottom + scrollY,
      left: left + scrollX,
      isSeen: element.localName === 'iframe' || drawn.some((each) => shows(each ?? null)),
    };
  });
}
