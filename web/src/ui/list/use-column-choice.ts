import { useState } from 'react';
import { z } from 'zod';
import { storeOfBrowser } from '#web/lib/browser-store.ts';
import type { Column } from '#web/ui/list/column.ts';

const Choice = z.record(z.string(), z.boolean());

/** Which columns of a list are shown. This browser remembers it, list by list. */
export function useColumnChoice<Row>(list: string, columns: readonly Column<Row>[]) {
  const key = `columns:${list}`;
  const [choice, setChoice] = useState(() => remembered(key));
  const isShown = (column: Column<Row>) =>
    column.choice === undefined || (choice[column.key] ?? column.choice === 'shown');
  return {
    shown: columns.filter(isShown),
    isShown,
    show: (column: Column<Row>, isWanted: boolean) => {
      const next = { ...choice, [column.key]: isWanted };
      setChoice(next);
      storeOfBrowser.set(key, JSON.stringify(next));
    },
  };
}

function remembered(key: string): z.infer<typeof Choice> {
  try {
    return Choice.parse(JSON.parse(storeOfBrowser.get(key) ?? '{}'));
  } catch {
    return {};
  }
}
