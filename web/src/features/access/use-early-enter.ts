import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';

/**
 * An Enter that comes before the form can be sent: a browser has filled the fields in, or somebody is faster than the network.
 * The button is still switched off, so the browser would let it go unheard; here it waits, and the form is sent once it can be,
 * unless something is typed meanwhile.
 */
export function useEarlyEnter(canBeSent: boolean) {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  useEffect(() => {
    if (canBeSent) form?.requestSubmit();
  }, [canBeSent, form]);
  return {
    isWaiting: form !== null && !canBeSent,
    onKeyDown: (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!canBeSent && key === 'Enter' && target instanceof HTMLInputElement) setForm(target.form);
    },
    forget: () => setForm(null),
  };
}
