import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of `names` that PATH knows, as an absolute path. */
export function findProgram(names: string[], path = process.env['PATH'] ?? ''): string | undefined {
  const candidates = names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs a system package where that is possible without asking anyone: root on a system with apt. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === undefined) return false;
  console.log(`Installing ${name} from the system's packages …`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options).status === 0;
  // The lists may be missing or old (usual in images): fetch them only when the first try fails.
  return install() || (spawnSync('apt-get', ['update'], options).status === 0 && install());
}
