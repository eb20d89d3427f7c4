import { expect, test } from 'vitest';
import { answersLeft, createInvitations } from '../../testing/response-factories.ts';
import { testContext } from '../../testing/test-context.ts';

/** An answer that needs a row which somebody else holds, and does not let go. */

const context = testContext();

/** The embedded database does one transaction after the other, so nobody meets in it. */
const meets = process.env['TEST_DATABASE_URL'] !== undefined;

test.skipIf(!meets)(
  'hears "try again" while the other transaction is still open, and is taken once it ends',
  async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    const step = { responseId, seq: 1, answers: { score: 9 } };
    const ask = () => context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload: step });
    const askByForm = () =>
      context.app.inject({
        method: 'POST',
        url: `/r/${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'pt-BR' },
        payload: new URLSearchParams({ r: responseId, s: '1', q: 'score', 'n.score': '9' }).toString(),
      });
    const holder = await context.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM contacts WHERE company_id = $1 FOR NO KEY UPDATE', [companyId]);
      const busy = await ask();
      expect([busy.statusCode, busy.json()]).toMatchObject([503, { code: 'UNAVAILABLE', params: { retryAfter: 5 } }]);
      const kept = await askByForm();
      expect([kept.statusCode, kept.body.includes('Não conseguimos guardar sua resposta')]).toEqual([503, true]);
      expect((await answersLeft(context, companyId)).responses).toEqual([]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect((await ask()).statusCode).toBe(200);
    expect((await answersLeft(context, companyId)).responses).toMatchObject([{ id: responseId, score: 9 }]);
  },
);

test.skipIf(!meets)('keeps nobody of another company waiting', async () => {
  const held = await createInvitations(context);
  const others = await Promise.all(Array.from({ length: 8 }, () => createInvitations(context)));
  const done: string[] = [];
  const ask = async (name: string, { token, responseId }: typeof held) => {
    const payload = { responseId, seq: 1, answers: { score: 9 } };
    const { statusCode } = await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
    done.push(`${name}: ${statusCode}`);
  };
  const holder = await context.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM contacts WHERE company_id = $1 FOR NO KEY UPDATE', [held.companyId]);
    await Promise.all([ask('held', held), ...others.map((other) => ask('free', other))]);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(done).toEqual([...others.map(() => 'free: 200'), 'held: 503']);
});
