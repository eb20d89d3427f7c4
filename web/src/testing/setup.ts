import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { startLanguage } from '#web/lib/language.ts';

// A page is loaded when it is first opened, and a busy machine takes its time over it.
configure({ asyncUtilTimeout: 5_000 });

const nothing = () => undefined;

beforeAll(startLanguage);
beforeEach(() => {
  localStorage.clear();
  // What happy-dom lacks of a browser and the component library asks for.
  window.matchMedia = (query) =>
    ({
      matches: false,
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
afterEach(cleanup);
