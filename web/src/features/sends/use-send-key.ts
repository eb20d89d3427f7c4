import { useState } from 'react';

/**
 * A key for what is about to be sent: the same for every attempt at the same content, so that a double click or a second
 * try after a lost answer sends once; another as soon as the content changes.
 */
export function useSendKey(content: string): string {
  const [held, setHeld] = useState(() => ({ content, key: randomKey() }));
  if (held.content === content) return held.key;
  const next = { content, key: randomKey() };
  setHeld(next);
  return next.key;
}

// NOTE: crypto.randomUUID exists only on https and localhost; this works on a plain address of the local network too.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
