import { posix } from 'node:path';
import { doors, modules } from './table.ts';

/** Where in the house a file stands. */
export interface Place {
  workspace: string;
  /** The room: `module`, `platform`, `main`, `testing` in the server; `feature`, `app`, `ui`, `lib` … in the web. */
  room: string;
  /** The module's or the feature's name. */
  name?: string;
  isTest: boolean;
  isDoor: boolean;
  isIndex: boolean;
  isRuleFile: boolean;
}

/** Reads the place of a file from its path alone. */
export function placeOf(path: string): Place {
  const [workspace = '', src = '', folder = '', name = ''] = path.split('/');
  const file = posix.basename(path);
  const isTest = isTestFile(path);
  if (workspace === 'server' && src === 'src' && folder === 'modules') {
    const isTop = posix.dirname(path) === `server/src/modules/${name}`;
    const nouns = modules[name]?.nouns ?? [];
    return {
      workspace,
      room: 'module',
      name,
      isTest,
      isDoor: isTop && [...doors, ...(modules[name]?.doors ?? [])].includes(file),
      isIndex: isTop && file === 'index.ts',
      isRuleFile: isTop && nouns.includes(file.replace(/\.ts$/, '')),
    };
  }
  const plain = { workspace, isTest, isDoor: false, isIndex: false, isRuleFile: false };
  if (workspace === 'web' && src === 'src' && folder === 'features') return { ...plain, room: 'feature', name };
  if (workspace === 'web' && posix.dirname(path) === 'web/src') return { ...plain, room: 'app' };
  return { ...plain, room: src === 'src' ? folder : 'outside' };
}

/** Tests, the pieces only tests use, and the benches. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(server|web)\/src\/testing\//.test(path) || /^(e2e|bench)\//.test(path);
}
