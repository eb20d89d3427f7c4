import { posix } from 'node:path';
import { entryPoints, modules } from './table.ts';

/** Where in the project a file stands. */
export interface FileLocation {
  workspace: string;
  /** The layer: `module`, `platform`, `main`, `testing` in the server; `feature`, `app`, `ui`, `lib` … in the web. */
  layer: string;
  /** The module's or the feature's name. */
  name?: string;
  isTest: boolean;
  isEntryPoint: boolean;
  isIndex: boolean;
  isRuleFile: boolean;
}

/** Reads where a file stands from its path alone. */
export function locationOf(path: string): FileLocation {
  const [workspace = '', src = '', folder = '', name = ''] = path.split('/');
  const file = posix.basename(path);
  const isTest = isTestFile(path);
  if (workspace === 'server' && src === 'src' && folder === 'modules') {
    const isTop = posix.dirname(path) === `server/src/modules/${name}`;
    const nouns = modules[name]?.nouns ?? [];
    return {
      workspace,
      layer: 'module',
      name,
      isTest,
      isEntryPoint:
        file === 'routes.ts' || (isTop && [...entryPoints, ...(modules[name]?.entryPoints ?? [])].includes(file)),
      isIndex: isTop && file === 'index.ts',
      isRuleFile: isTop && nouns.includes(file.replace(/\.ts$/, '')),
    };
  }
  const plain = { workspace, isTest, isEntryPoint: false, isIndex: false, isRuleFile: false };
  if (workspace === 'web' && src === 'src' && folder === 'features') return { ...plain, layer: 'feature', name };
  if (workspace === 'web' && posix.dirname(path) === 'web/src') return { ...plain, layer: 'app' };
  return { ...plain, layer: src === 'src' ? folder : 'outside' };
}

/** Tests, the pieces only tests use, and the benches. */
export function isTestFile(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) || /^(contract|server|web)\/src\/testing\//.test(path) || /^(e2e|bench)\//.test(path)
  );
}
