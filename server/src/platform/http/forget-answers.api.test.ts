import { expect, test } from 'vitest';
import { idempotencySchedules } from './forget-answers.ts';
import { signedIn } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const hour = 3_600_000;

// As long as the session may live, without a call.
const context = testContext({ sessionIdle: { sessionMs: 48 * hour, keptSessionMs: 48 * hour } });

type User = Awaited<ReturnType<typeof signedIn>>;

async function createContact({ headers }: User, name: string) {
  const answer = await context.app.inject({
    method: 'POST',
    url: '/api/contacts',
    headers: { ...headers, 'idempotency-key': 'the-same-key' },
    payload: { name, email: `${name.toLowerCase()}@test.example`, tel: null },
  });
  return { status: answer.statusCode, id: answer.json()._id as string };
}

function answersOf({ companyId }: User) {
  return context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('idempotency_keys').select('answer').where('company_id', '=', companyId).execute(),
  );
}

async function forget(): Promise<void> {
  for (const { run } of idempotencySchedules(context)) await run();
}

test('an answer that was kept for a repeated request is forgotten after a day, in every company', async () => {
  const users = [await signedIn(context), await signedIn(context)] as const;
  const [first, second] = users;
  const made = await createContact(first, 'Maria');
  await createContact(second, 'Joana');
  expect(JSON.stringify(await answersOf(first))).toContain('Maria');

  // While the session lives the same request gets the same answer.
  context.clock.advance(11 * hour);
  await forget();
  expect(await createContact(first, 'Maria')).toEqual(made);

  context.clock.advance(12 * hour);
  await forget();
  for (const user of users) expect(await answersOf(user)).toHaveLength(1);

  context.clock.advance(2 * hour);
  await forget();
  for (const user of users) expect(await answersOf(user)).toEqual([]);
});
