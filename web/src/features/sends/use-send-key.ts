import { useRef } from 'react';

/**
 * Gives a key for what is about to be sent: the same for every attempt at the same content, so that a double click or a
 * second try after a lost answer sends once; another for other content. To be asked in an event, never while drawing.
 */
export function useSendKey(): (content: string) => string {
  const keys = useRef(new Map<string, string>());
  return (content) => {
    const key = keys.current.get(content) ?? randomKey();
    keys.current.set(content, key);
    return key;
  };
}

// NOTE: crypto.randomUUID exists only on https and localhost; this works on a plain address of the local network too.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
