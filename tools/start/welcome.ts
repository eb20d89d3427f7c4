import { isLoopback } from '../../server/src/platform/config/config.ts';

const demoUsers = [
  ['own@aurora.example', 'owner of Aurora'],
  ['adm@aurora.example', 'administrator'],
  ['ana@aurora.example', 'analyst'],
  ['pdv@aurora.example', 'point of sale'],
  ['readonly@aurora.example', 'reads only'],
  ['notesonly@aurora.example', 'scores only'],
  ['dashonly@aurora.example', 'dashboard only'],
  ['agent@aurora.example', 'ticket agent'],
  ['own@horizonte.example', 'owner of Horizonte, the second company'],
  ['acmng@escuta.example', 'manages all accounts'],
  ['suporte@escuta.example', 'temporary access to all accounts'],
] as const;

/** The block printed when everything runs. */
export function welcome(running: {
  address: string;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  logPath: string;
  hasDemo: boolean;
}): string {
  const database = running.databaseUrl === undefined ? `embedded, in ${running.dataDir}` : 'PostgreSQL of DATABASE_URL';
  const lines = [
    '',
    `  Escuta runs at ${running.address}`,
    '',
    `  Database  ${database}`,
    `  Log       ${running.logPath}`,
  ];
  if (running.hasDemo) {
    const width = Math.max(...demoUsers.map(([mail]) => mail.length));
    lines.push('', '  Demo users, all with the password Escuta@Demo1');
    for (const [mail, role] of demoUsers) lines.push(`    ${mail.padEnd(width)}  ${role}`);
    if (!isLoopback(running.host)) {
      lines.push('', `  Careful: HOST is ${running.host}; whoever reaches this port can sign in as a demo user.`);
    }
  }
  lines.push('', '  Ctrl-C stops it.', '');
  return lines.join('\n');
}
