import { useCallback, useState } from 'react';

/** Less than this is nothing hidden, only a rounded width. */
const hiddenMin = 4;

interface HiddenEnds {
  readonly before: boolean;
  readonly after: boolean;
}

/** At which ends a box that scrolls sideways hides something, as it is laid out and scrolled. Give `ref` to the box. */
export function useHiddenEnds(): { ref: (box: HTMLElement | null) => (() => void) | undefined; hidden: HiddenEnds } {
  const [hidden, setHidden] = useState<HiddenEnds>({ before: false, after: false });
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return undefined;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = box;
      const before = scrollLeft > hiddenMin;
      const after = scrollWidth - clientWidth - scrollLeft > hiddenMin;
      setHidden((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // What it holds may grow while the box stays as it is.
    for (const each of [box, ...box.children]) observer.observe(each);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, []);
  return { ref, hidden };
}
