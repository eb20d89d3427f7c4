import { useCallback, useState } from 'react';

/** The width of an element in pixels as it is laid out, `initial` until it is measured. Give `ref` to the element. */
export function useWidth(initial: number): {
  ref: (element: Element | null) => (() => void) | undefined;
  width: number;
} {
  const [width, setWidth] = useState(initial);
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
