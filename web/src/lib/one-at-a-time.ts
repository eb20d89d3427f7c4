import { useRef } from 'react';

/**
 * Runs work that a press begins, and none while it is under way: between two presses nothing may have been drawn, so state
 * would let the second through.
 */
export function useOneAtATime<Given extends readonly unknown[]>(
  work: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  const isUnderWay = useRef(false);
  return async (...given) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await work(...given);
    } finally {
      isUnderWay.current = false;
    }
  };
}
