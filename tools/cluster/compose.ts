import { parse } from 'yaml';
import { StartError } from '../start/start-error.ts';

/** How compose.yaml starts a service of ours. */
export interface ComposeService {
  /** The program, from the root: `server/src/main/api.ts`. */
  readonly script: string;
  readonly args: readonly string[];
  /** The settings that it is given, by name. */
  readonly settings: readonly string[];
}

/** Reads the services of the name from the text of a compose file; throws `StartError` for one that node does not run. */
export function readServices<Name extends string>(
  text: string,
  names: readonly Name[],
): Readonly<Record<Name, ComposeService>> {
  const { services = {} } = parse(text, { merge: true }) as { services?: Record<string, unknown> };
  return Object.fromEntries(names.map((name) => [name, readService(name, services[name])])) as Record<
    Name,
    ComposeService
  >;
}

function readService(name: string, service: unknown): ComposeService {
  const { command, environment } = Object(service) as { command?: unknown; environment?: unknown };
  const [program, script, ...args] = Array.isArray(command) ? command.map(String) : [];
  if (program !== 'node' || script === undefined) {
    throw new StartError(`compose.yaml does not start ${name} with a command of the form [node, <script>].`);
  }
  return { script, args, settings: Object.keys(Object(environment)) };
}
