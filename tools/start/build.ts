import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

export interface Build {
  workspace: string;
  /** What goes into the result; paths from the root. */
  sources: string[];
}

/** In this order: the web draws its previews with respond's components, both speak the contract. */
export const builds: Build[] = [
  { workspace: 'respond', sources: ['respond', 'contract/src', 'package-lock.json'] },
  { workspace: 'web', sources: ['web', 'respond/src', 'contract/src', 'package-lock.json'] },
];

/** Whether `npm run build` of this workspace would bring something new, by the content of its sources. */
export function isStale(root: string, build: Build): boolean {
  if (!existsSync(join(root, build.workspace, 'dist'))) return true;
  try {
    return readFileSync(stampPath(root, build), 'utf8') !== hashSources(root, build.sources);
  } catch {
    return true;
  }
}

/** Builds the workspace; `environment` is npm's. Throws `StartError` with the last lines of the output. */
export async function runBuild(options: {
  root: string;
  build: Build;
  environment: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}): Promise<void> {
  const { root, build } = options;
  const hash = hashSources(root, build.sources);
  const child = spawn('npm', ['run', 'build', '-w', build.workspace, '--loglevel=error'], {
    cwd: root,
    env: options.environment,
    ...(options.signal && { signal: options.signal }),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise;
  if (code !== 0) {
    throw new StartError(`The build of ${build.workspace} failed:\n${output.trim().split('\n').slice(-50).join('\n')}`);
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stampPath(root, build), hash);
}

/** Builds what is not there yet or older than its sources; `onBuild` is told of each. Throws `StartError`. */
export async function buildStale(options: {
  root: string;
  environment: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  onBuild: (workspace: string) => void;
}): Promise<void> {
  const { onBuild, ...rest } = options;
  for (const build of builds.filter((candidate) => isStale(rest.root, candidate))) {
    onBuild(build.workspace);
    await runBuild({ ...rest, build });
  }
}

function stampPath(root: string, build: Build): string {
  return join(root, '.cache', `build-${build.workspace}.sha256`);
}

function hashSources(root: string, sources: string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listFiles(root, source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

const ignored = /^(node_modules|dist|coverage|\..*)$|\.test\.tsx?$/;

function listFiles(root: string, path: string): string[] {
  if (path.includes('.') && existsSync(join(root, path))) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !ignored.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      return entry.isDirectory() ? listFiles(root, inner) : [inner];
    });
}
