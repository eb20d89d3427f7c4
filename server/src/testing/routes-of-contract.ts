import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asksForSession } from '@escuta/contract/route';
import type { Route } from '@escuta/contract/route';

const contractFolder = join(import.meta.dirname, '../../../contract/src');
const modules = await Promise.all(
  readdirSync(contractFolder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name): Promise<Record<string, unknown>> => import(join(contractFolder, name))),
);

/** Every route that the contract exports: what walks them grows by itself with each new one. */
export const contractRoutes: readonly Route[] = modules.flatMap((module) => Object.values(module)).filter(isRoute);
/** Those that ask who calls. */
export const guardedRoutes = contractRoutes.filter(({ definition }) => asksForSession(definition));
/** Those that a link of ours opens. */
export const linkRoutes = contractRoutes.filter(({ definition }) => definition.permission === 'link');

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'definition' in value && 'path' in value && 'method' in value;
}
