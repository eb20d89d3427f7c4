import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog } from './log.ts';

const name = 'Maria Aparecida';
const email = 'maria.aparecida@cliente.example';
const phone = '+55 11 98765-4321';
const token = '0a1b2c3d4e5f6a7b8c9d0e1f2a';

function logged(write: (log: ReturnType<typeof createLog>) => void): { text: string; line: Record<string, unknown> } {
  let text = '';
  write(createLog('test', 'trace', { write: (line: string) => void (text += line) }));
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}

function databaseError(code: string, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { name: 'error', severity: 'ERROR', code, ...more });
}

describe('an error of the database', () => {
  test('about a value says which rule refused it, and nothing of the value', () => {
    const error = databaseError('23505', 'duplicate key value violates unique constraint "contacts_email"', {
      detail: `Key (email)=(${email}) already exists.`,
      where: `unnamed portal parameter $1 = '${name}'`,
      table: 'contacts',
      constraint: 'contacts_email',
    });
    const { text, line } = logged((log) => log.error({ err: error }, 'a request failed'));
    expect(text).not.toContain(email);
    expect(text).not.toContain(name);
    expect(line).toMatchObject({
      level: 'error',
      msg: 'a request failed',
      err: { code: '23505', table: 'contacts', constraint: 'contacts_email' },
    });
    expect((line['err'] as { at: string[] }).at[0]).toContain('log.test.ts');
  });

  test('about a value that it quotes, or that a function raised, loses its message', () => {
    for (const error of [
      databaseError('22P02', `invalid input syntax for type uuid: "${name}"`),
      databaseError('P0001', `${name} may not be changed`),
    ]) {
      const { text, line } = logged((log) => log.error({ err: error }, 'a request failed'));
      expect(text).not.toContain(name);
      expect(line['err']).toMatchObject({ message: 'the database refused a value' });
    }
  });

  test('about our own words keeps them', () => {
    const { line } = logged((log) =>
      log.error({ err: databaseError('42P01', 'relation "contacts" does not exist') }, 'x'),
    );
    expect(line['err']).toMatchObject({ message: 'relation "contacts" does not exist' });
  });

  test('is reduced as a cause, and among several, too', () => {
    const inner = databaseError('23505', `${name}`, { detail: name });
    const error = new AggregateError([inner], 'all failed', { cause: inner });
    expect(logged((log) => log.error({ err: error }, 'x')).text).not.toContain(name);
  });
});

test('an error that quotes its input, or carries it in a field, loses both', () => {
  const parse = (text: string): Error => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return error as Error;
    }
  };
  const address = Object.assign(new TypeError('Invalid URL'), {
    code: 'ERR_INVALID_URL',
    input: `s3://KEY:${token}@x`,
  });
  const errors = [parse(`"${name}", ${email}`), address, new Error(`no row for "${name}`)];
  for (const err of errors) {
    const { text } = logged((log) => log.error({ err }, 'x'));
    for (const value of [name, email, token]) expect(text).not.toContain(value);
  }
});

test('an error that a library made a plain object of is reduced alike', () => {
  const err = { ...databaseError('23505', name, { detail: name }), message: name, stack: new Error(name).stack };
  const { text, line } = logged((log) => log.error({ err }, 'x'));
  expect(text).not.toContain(name);
  expect(line['err']).toMatchObject({ code: '23505', message: 'the database refused a value' });
});

test('what a mail server answered keeps its code and loses the address', () => {
  const err = Object.assign(new Error(`550 5.1.1 <${email}>: user unknown`), { responseCode: 550 });
  const { text, line } = logged((log) => log.warn({ err }, 'x'));
  expect(text).not.toContain(email);
  expect(line['err']).toMatchObject({ message: '550 5.1.1 <[address]>: user unknown', responseCode: 550 });
});

test('the net catches addresses, phones, links and query strings in any fact and in the message', () => {
  const { line } = logged((log) =>
    log.info(
      { note: `to ${email}`, list: [{ deep: `call ${phone}` }], url: `/r/${token}?n=9&name=${encodeURI(name)}` },
      `wrote to ${email} (CPF 123.456.789-09) at smtps://user:hunter2@smtp.example`,
    ),
  );
  // What the time and the process are is no matter here, and may hold any digits.
  const { time: _time, pid: _pid, hostname: _hostname, ...said } = line;
  const text = JSON.stringify(said);
  for (const value of [email, phone, '98765', token, 'Aparecida', 'hunter2', '456']) expect(text).not.toContain(value);
  expect(text).toContain('wrote to');
});

test('ids, versions, times and counts stay readable', () => {
  const facts = {
    sendId: '0198f3a2-7c1e-7b3a-9d52-3f1f6a0b9c4d',
    count: 12_345_678_901,
    at: new Date(0),
    port: '192.168.100.200:5432',
  };
  const { line } = logged((log) => log.info(facts, 'took 1500 ms of 24.21.0'));
  expect(line).toMatchObject({ ...facts, at: '1970-01-01T00:00:00.000Z', msg: 'took 1500 ms of 24.21.0' });
});

test('a request is its method and its route, never its address or its caller', () => {
  const req = {
    method: 'GET',
    url: `/r/${token}?n=9`,
    headers: { cookie: token, authorization: token },
    ip: '203.0.113.9',
    routeOptions: { url: '/r/:token' },
  };
  const { text, line } = logged((log) => log.info({ req }, 'x'));
  expect(line['req']).toEqual({ method: 'GET', route: '/r/:token' });
  expect(text).not.toContain(token);
  expect(text).not.toContain('203.0.113.9');
});

test('[ASVS-43] every line is one object of JSON with its time in UTC, whatever is put into it', () => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'America/Sao_Paulo';
  let text = '';
  const log = createLog('test', 'trace', { write: (piece: string) => void (text += piece) });
  try {
    const nasty = fc.array(
      fc.oneof(
        fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\0', '\x1b[2J', '"', '\\', '}', '{"level":"fatal"}', '\ud83d'),
        fc.string({ unit: 'binary', maxLength: 5 }),
      ),
    );
    fc.assert(
      fc.property(nasty, nasty, fc.constantFrom('info', 'warn', 'error'), (message, fact, level) => {
        text = '';
        const [said, value] = [message.join(''), fact.join('')];
        log[level]({ value, deep: { [value]: value }, err: new Error(value) }, said);
        expect(text.endsWith('\n')).toBe(true);
        const lines = text.slice(0, -1).split(/[\r\n]/);
        expect(lines).toHaveLength(1);
        const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
        expect(line['level']).toBe(level);
        const time = String(line['time']);
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
      }),
      { numRuns: 40 },
    );
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
