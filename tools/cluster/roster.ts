import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../start/bootstrap.mjs';
import { type ComposeService, readServices } from './compose.ts';
import { type Member, startMember } from './member.ts';

/** How many apis and how many workers run. */
export const membersOfAKind = 2;

export interface ClusterPorts {
  readonly apis: readonly number[];
  /** Where machines ask after each process: first the apis', then the workers'. */
  readonly operations: readonly number[];
}

/** What all processes of a cluster have in common. */
export interface Place {
  readonly host: string;
  readonly ports: ClusterPorts;
  readonly dataDir: string;
  /** Settings by name; a process gets those that compose.yaml hands to its service. */
  readonly settings: NodeJS.ProcessEnv;
  readonly verbose: boolean;
  readonly onStart: (member: Member) => void;
}

/** The ports of a cluster whose load balancer is at `port`: those that follow it. */
export function clusterPorts(port: number): ClusterPorts {
  const following = (after: number, length: number) => Array.from({ length }, (_, index) => port + after + index);
  return {
    apis: following(1, membersOfAKind),
    operations: following(1 + membersOfAKind, 2 * membersOfAKind),
  };
}

/** Runs the migration, and the demo companies where they are wanted, each to its end. */
export async function prepareDatabase(place: Place, { demo }: { demo: boolean }): Promise<void> {
  const { migrate } = services();
  await begin(place, 'migrate', migrate).untilDone();
  if (!demo) return;
  const { settings } = services().api;
  await begin(place, 'demo', { script: 'server/src/main/demo.ts', args: ['--yes'], settings }).untilDone();
}

/** Starts the apis, each on a port of its own. */
export function startApis(place: Place): Member[] {
  return place.ports.apis.map((port, index) =>
    begin(place, `api ${index + 1}`, services().api, { PORT: String(port), ...operations(place, index) }),
  );
}

/** Starts the workers. */
export function startWorkers(place: Place): Member[] {
  return Array.from({ length: membersOfAKind }, (_, index) =>
    begin(place, `worker ${index + 1}`, services().worker, operations(place, membersOfAKind + index)),
  );
}

function operations({ host, ports }: Place, index: number): NodeJS.ProcessEnv {
  return { OPERATIONS_HOST: host, OPERATIONS_PORT: String(ports.operations[index]) };
}

function begin(place: Place, name: string, service: ComposeService, own: NodeJS.ProcessEnv = {}): Member {
  const { host, dataDir, settings, verbose, onStart } = place;
  const member = startMember({
    name,
    service,
    settings,
    // What the image sets, and what a process of the system needs. LOG_LEVEL: readiness is read from the log.
    own: {
      PATH: process.env['PATH'],
      NODE_ENV: settings['NODE_ENV'],
      LOG_LEVEL: 'info',
      HOST: host,
      DATA_DIR: dataDir,
      ...own,
    },
    logsDir: join(dataDir, 'logs'),
    verbose,
  });
  onStart(member);
  return member;
}

function services() {
  return readServices(readFileSync(join(root, 'compose.yaml'), 'utf8'), ['migrate', 'api', 'worker']);
}
