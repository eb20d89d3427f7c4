import { afterEach, describe, expect, test } from 'vitest';
import { createInvitations } from '../../server/src/testing/response-factories.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';
import { ownDatabases } from './own-database.ts';

/** A database that is killed while people of many companies answer: nobody was thanked for an answer that is gone. */

const companies = 8;
const linksOfEach = 30;

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function openFilled(databaseUrl: string) {
  const context = await openTestContext({ databaseUrl });
  closings.push(context.close);
  const all = [];
  for (let company = 0; company < companies; company += 1) {
    const { links } = await createInvitations(context, { count: linksOfEach });
    all.push(...links.map((link, at) => ({ ...link, at })));
  }
  // In turn of their companies, so that several share a message.
  return { context, links: all.toSorted((one, other) => one.at - other.at) };
}

async function storedIds({ database }: TestContext): Promise<ReadonlySet<string>> {
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM responses');
  return new Set(rows.map(({ id }) => id));
}

describe.each(ownDatabases)('on $name', ({ isMissing, open }) => {
  test.skipIf(isMissing)(
    'every answer that was thanked for is there when it comes back',
    { timeout: 90_000 },
    async () => {
      const database = await open();
      closings.push(database.stop);
      const { context, links } = await openFilled(database.url);
      const thanked: string[] = [];
      const told = new Set<number>();
      let kill: Promise<void> | undefined;
      await Promise.all(
        links.map(async ({ token, responseId }, at) => {
          const payload = { responseId, seq: 1, answers: { score: at % 11 }, complete: true };
          const { statusCode } = await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
          told.add(statusCode);
          if (statusCode !== 200) return;
          thanked.push(responseId);
          if (thanked.length === links.length / 3) kill = database.killNow();
        }),
      );
      await kill;
      await database.startAgain();
      const stored = await storedIds(context);
      expect(thanked.filter((id) => !stored.has(id))).toEqual([]);
      expect(told).toEqual(new Set([200, 503]));
    },
  );
});
