import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPress } from '#web/lib/after-press.ts';

interface Edited<Name> {
  readonly name: Name;
  /** What stood in the field when its editing began. */
  readonly before: string;
}

/**
 * Which field of the editor is being edited, one at a time. The focus goes into what it is written in, and back to its pencil by
 * a key. A field that is left goes back to text once the press that left it has come to its end: what would move under the
 * pointer then is what is being pressed.
 */
export function useEditing<Name extends string>() {
  const [edited, setEdited] = useState<Edited<Name>>();
  const [editor, attach] = useState<HTMLElement | null>(null);
  const find = (kind: 'edited' | 'pencil', name: Name) =>
    editor?.querySelector<HTMLElement>(`[data-${kind}="${name}"]`) ?? null;
  return {
    attach,
    edited,
    begin(name: Name, before: string): void {
      flushSync(() => setEdited({ name, before }));
      find('edited', name)?.querySelector<HTMLElement>('input, select')?.focus();
    },
    end(name: Name): void {
      flushSync(() => setEdited(undefined));
      find('pencil', name)?.focus();
    },
    leave(): void {
      // Another one may be edited by then, or the same one again.
      afterPress(() => setEdited((now) => (now === edited ? undefined : now)));
    },
  };
}
