/** Hears the log of a server that logs every statement, and keeps what would leave something behind on a connection. */
export interface StatementWatch {
  /** Takes one line of the log. */
  hear(line: string): void;
  /** How many statements were heard. */
  readonly heard: number;
  /** The offending statements with the reason, each once. */
  findings(): string[];
}

const lengthMax = 200;

/** An operator's tools, which go past the pooler. */
const tools = ['pg_dump', 'pg_restore'];

/** A PgBouncer follows these itself, and sets them for the next client. */
const followed = /^SET (client_encoding|datestyle|timezone|standard_conforming_strings|application_name)\b/i;

const reasons: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: /^SET (?!LOCAL\b|CONSTRAINTS\b|TRANSACTION\b)/i, reason: 'SET without LOCAL outlives the transaction' },
  { pattern: /^RESET /i, reason: 'RESET is for a setting that should have been LOCAL' },
  { pattern: /^(UN)?LISTEN\b/i, reason: 'LISTEN needs a connection of its own' },
  { pattern: /^PREPARE (?!TRANSACTION\b)/i, reason: 'a prepared statement stays on the connection' },
  { pattern: /^DECLARE .* WITH HOLD\b/i, reason: 'the cursor outlives the transaction' },
  { pattern: /^CREATE (LOCAL )?(TEMP|TEMPORARY) (?!.*ON COMMIT DROP)/i, reason: 'the table outlives the transaction' },
  { pattern: /\bpg_(try_)?advisory_(un)?lock(_shared|_all)?\s*\(/i, reason: 'the lock outlives the transaction' },
  { pattern: /\bset_config\s*\([^()]*,\s*(false|'f'|'false')\s*\)/i, reason: 'set_config without true outlives it' },
];

/** Why a statement does not work through a pooler in transaction mode; undefined when it does. */
export function sessionStateOf(statement: string): string | undefined {
  return statementsOf(statement)
    .filter((one) => !followed.test(one))
    .flatMap((one) => reasons.filter(({ pattern }) => pattern.test(one)))[0]?.reason;
}

/** Opens a watch on a log whose lines begin with the name of the program that speaks (`log_line_prefix=%a|`). */
export function watchStatements(): StatementWatch {
  const found = new Map<string, string>();
  let heard = 0;
  let open: string | undefined;

  function close(): void {
    if (open === undefined) return;
    const entry = /^LOG: {2}(?:statement|execute ([^:]*)): ([^]*)$/.exec(open);
    open = undefined;
    if (!entry) return;
    const [, name = '<unnamed>', statement = ''] = entry;
    heard += 1;
    // A portal's name follows a slash and says nothing: it ends with the transaction.
    const isNamed = !name.startsWith('<unnamed>');
    const reason = isNamed ? 'a named statement stays on the connection' : sessionStateOf(statement);
    if (reason) found.set(statement.replaceAll(/\s+/g, ' ').slice(0, lengthMax), reason);
  }

  return {
    hear(line) {
      // The lines of a statement after its first begin with a tab.
      if (line.startsWith('\t')) {
        if (open !== undefined) open += `\n${line.slice(1)}`;
        return;
      }
      close();
      const [, program = '', text] = /^([^|]*)\|(LOG: {2}.*)$/.exec(line) ?? [];
      if (!tools.includes(program)) open = text;
    },
    get heard() {
      return heard;
    },
    findings() {
      close();
      return [...found].map(([statement, reason]) => `${reason}: ${statement}`);
    },
  };
}

/** The statements of a text, without comments and without what stands in quotes. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, ' ')
    .replaceAll(/\/\*[^]*?\*\//g, ' ')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, (quoted) => (/^'(f|false)'$/i.test(quoted) ? quoted : "''"))
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter((one) => one !== '');
}
