import { describe, expect, test } from 'vitest';
import { sessionStateOf, watchStatements } from './session-state.ts';

describe('what a pooler in transaction mode does not carry over', () => {
  test.each([
    "SET app.company_id = '1'",
    'BEGIN; SET ROLE escuta_company; COMMIT',
    'SET SESSION statement_timeout = 5',
    'RESET ALL',
    'listen sends',
    'PREPARE one AS SELECT 1',
    'DECLARE c CURSOR WITH HOLD FOR SELECT 1',
    'CREATE TEMP TABLE staging (a int)',
    'SELECT pg_advisory_lock(1)',
    "SELECT pg_try_advisory_lock(hashtext('x'))",
    "SELECT set_config('app.company_id', '1', false)",
  ])('finds %s', (statement) => {
    expect(sessionStateOf(statement)).toBeTypeOf('string');
  });

  test.each([
    "BEGIN; SET LOCAL ROLE escuta_company; SET LOCAL app.company_id = '1'",
    'SET TRANSACTION READ ONLY',
    'SET CONSTRAINTS ALL DEFERRED',
    'UPDATE sends SET status = $1',
    'ALTER TABLE contacts SET (fillfactor = 85)',
    "SELECT pg_advisory_xact_lock(hashtext('escuta migrations'))",
    "SELECT set_config('app.company_id', $1, true)",
    'CREATE TEMPORARY TABLE staging (a int) ON COMMIT DROP',
    "SELECT '; LISTEN x' -- ; LISTEN y",
    'DO $body$ BEGIN; LISTEN x; END $body$',
    "SET application_name='escuta-jobs';SET client_encoding='UTF8';",
  ])('lets %s pass', (statement) => {
    expect(sessionStateOf(statement)).toBeUndefined();
  });
});

test('a watch reads statements from the log of the server, lines that go on included', () => {
  const watch = watchStatements();
  for (const line of [
    '|LOG:  statement: SELECT 1',
    'escuta|ERROR:  relation "LISTEN" does not exist',
    'escuta|LOG:  execute <unnamed>: UPDATE a',
    '\tSET b = 1',
    'escuta|LOG:  execute <unnamed>: SELECT 1;',
    '\tLISTEN x',
    'escuta|DETAIL:  parameters: none',
    'escuta-jobs|LOG:  execute often: SELECT 2',
    'pg_dump|LOG:  statement: SET row_security = off',
    '\tSET statement_timeout = 0',
    '|LOG:  statement: SET ROLE x',
  ]) {
    watch.hear(line);
  }
  expect(watch.findings()).toEqual([
    'LISTEN needs a connection of its own: SELECT 1; LISTEN x',
    'a named statement stays on the connection: SELECT 2',
    'SET without LOCAL outlives the transaction: SET ROLE x',
  ]);
  expect(watch.heard).toBe(5);
});
