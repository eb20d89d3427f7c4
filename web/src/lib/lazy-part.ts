import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

/** A component whose code comes when it is first drawn: `lazyPart(() => import('…/HelpDialog.tsx'), 'HelpDialog')`. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
