import { useRef } from 'react';

/**
 * Runs work that a press begins, and none while it is under way: between two presses nothing may have been drawn, so state
 * would let the second through.
 */
export function useOneAtATime(work: () => Promise<void>): () => Promise<void> {
  const isUnderWay = useRef(false);
  return async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await work();
    } finally {
      isUnderWay.current = false;
    }
  };
}
