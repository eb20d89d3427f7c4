/** An error as it is logged: what happened and where, never the values that it happened to. */
export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The frames of the stack, without the message that Node begins it with. */
  readonly at?: readonly string[];
  readonly cause?: LoggableError;
  readonly errors?: readonly LoggableError[];
  readonly [name: string]: unknown;
}

const causesMax = 4;
const sqlState = /^[0-9A-Z]{5}$/;
/** Classes of SQLSTATE that are about values: data exception, constraint, check of a view, raised by a function. */
const aboutValues = /^(22|23|44|P0)/;
/** The class of SQLSTATE that is about the words of a statement, which are ours. */
const aboutOurWords = /^42/;
/** What PostgreSQL names of our own schema. Its `detail`, `where`, `hint` and `internalQuery` hold people's values. */
const ownNames = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;
/** Numbers and codes of Node and of mail servers; `path` and `address` may be people's. */
const plainFacts = ['errno', 'syscall', 'statusCode', 'responseCode', 'validationContext'] as const;

/**
 * Turns what was thrown into plain facts: the allowed fields only. A message of PostgreSQL about a value is left out,
 * because it quotes the value (`invalid input syntax for type uuid: "maria@…"`); from other messages goes what stands in
 * double quotes, which is where Node's and PostgreSQL's messages quote data.
 */
export function loggableError(thrown: unknown, depth = 0): LoggableError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: withoutPeople(String(thrown)) };
  const fields = thrown as Error & Readonly<Record<string, unknown>>;
  const code = typeof fields['code'] === 'string' ? fields['code'] : undefined;
  const isOfPostgres = code !== undefined && sqlState.test(code) && typeof fields['severity'] === 'string';
  const facts: Record<string, unknown> = {};
  for (const name of isOfPostgres ? ownNames : plainFacts) {
    const value = fields[name];
    if (typeof value === 'number' || typeof value === 'string') facts[name] = value;
  }
  return {
    type: thrown.name,
    message: isOfPostgres ? messageOfPostgres(code, thrown.message) : withoutPeople(withoutQuotes(thrown.message)),
    ...(code === undefined ? {} : { code }),
    ...facts,
    ...(thrown.stack ? { at: framesOf(thrown.stack) } : {}),
    ...(thrown.cause !== undefined && depth < causesMax ? { cause: loggableError(thrown.cause, depth + 1) } : {}),
    ...(thrown instanceof AggregateError && depth < causesMax
      ? { errors: thrown.errors.slice(0, 10).map((one) => loggableError(one, depth + 1)) }
      : {}),
  };
}

function messageOfPostgres(code: string, message: string): string {
  if (aboutValues.test(code)) return 'the database refused a value';
  return withoutPeople(aboutOurWords.test(code) ? message : withoutQuotes(message));
}

function withoutQuotes(message: string): string {
  return message.replaceAll(/"[^"]*("|$)/g, '"…"');
}

function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim().slice(3));
}

/** The net below the rule that nobody logs such things: addresses, numbers of phones and papers, links that open. */
const people: readonly (readonly [RegExp, string])[] = [
  [/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+\.[^\s<>"'(),;:=]+/g, '[address]'],
  [/\/(r|u)\/[\w-]{8,}/g, '/$1/[token]'],
  [/([?&][\w-]+=)[^&\s"']+/g, '$1[value]'],
  [/:\/\/[^\s/@]+@/g, '://[credentials]@'],
  [/(?<![\w-])\+?\d(?:[ ()-]{0,2}\d){9,14}(?![\w-])/g, '[number]'],
  [/\d{3}\.\d{3}\.\d{3}-\d{2}/g, '[number]'],
];

/** A text without e-mail addresses, phone numbers, answer links, values of query strings and passwords in addresses. */
export function withoutPeople(text: string): string {
  return people.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text);
}

/** Facts as they are logged: errors as plain facts, texts through the net, to a depth of four. */
export function loggableFacts(facts: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, loggable(value, depth)]));
}

function loggable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutPeople(value);
  if (value instanceof Error) return loggableError(value);
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  if (depth >= 4) return '[deeper]';
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => loggable(one, depth + 1));
  return loggableFacts(value, depth + 1);
}
