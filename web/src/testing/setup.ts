import { notifications } from '@mantine/notifications';
import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { startLanguage } from '#web/lib/language.ts';

const nothing = () => undefined;

// React keeps the stack of each element's owner until it has as many in a second, for warnings that nobody reads here: a tenth
// of the time of the tests.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: nothing });

// The first page of a file is loaded and compiled while a busy machine does other things.
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 20_000,
  // What a wait looks for and does not find yet is no failure: only the last look prints the page.
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? new Error(message ?? undefined)
      : getElementError(message, container),
  // What a user does is drawn as in a browser. The act() of each event would drop what waits for code that is on its way
  // (`use` in an act() that nobody awaits), and the page would stay without it for good.
  eventWrapper: (dispatch) => {
    if (!(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT) return dispatch();
    let result: unknown;
    act(() => {
      result = dispatch();
    });
    return result;
  },
});
beforeAll(() => startLanguage());
const { warn } = console;
// Before each: a test that restores its own mocks takes this one away with them.
beforeEach(() => {
  // A menu has no layout here, so its trap finds nothing to focus and prints the whole tree of the page: a second each time.
  vi.spyOn(console, 'warn').mockImplementation((...words: unknown[]) => {
    if (!String(words[0]).startsWith('[@mantine/hooks/use-focus-trap]')) warn(...words);
  });
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // What happy-dom lacks of a browser and the component library asks for.
  window.matchMedia = (query) =>
    ({
      // Whatever moves ends where it begins, so no test meets the menu or the dialog that is on its way out.
      matches: query === '(prefers-reduced-motion: reduce)',
      media: query,
      addEventListener: nothing,
      removeEventListener: nothing,
      addListener: nothing,
      removeListener: nothing,
    }) as unknown as MediaQueryList;
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  window.HTMLElement.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  // Toasts live outside the tree; one of the test before would answer for the next.
  notifications.clean();
});
