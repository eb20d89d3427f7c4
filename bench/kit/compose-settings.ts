import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The settings of the database in `compose.yaml`, `name=value`, as they are where the environment sets none. */
export function composeSettings(): string[] {
  const compose = parse(readFileSync(join(import.meta.dirname, '../../compose.yaml'), 'utf8'), { merge: true }) as {
    services: { db: { command: readonly string[] } };
  };
  const { command } = compose.services.db;
  return command
    .filter((_word, at) => command[at - 1] === '-c')
    .map((setting) => setting.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'));
}
