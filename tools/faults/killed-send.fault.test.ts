import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startMailSink } from '../../server/src/testing/mail-sink.ts';
import { endProcesses } from '../../server/src/testing/own-process.ts';
import { startSmsSink } from '../../server/src/testing/sms-sink.ts';
import { answerMessage } from './answer-message.ts';
import { anyDatabase, ownDatabases } from './own-database.ts';
import { connections, seed, surviveKills } from './survive-kills.ts';

/** A send of 5,000 messages while its worker and its database are killed, at moments chosen by chance. */

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endProcesses();
  for (const close of closings.splice(0).reverse()) await close();
});

const accept = () => sleep(3, 'accept' as const);

describe.each(ownDatabases)('e-mail on $name', ({ isMissing, open }) => {
  test.skipIf(isMissing)(
    `kill -9 of worker and database loses nothing and sends nothing twice (seed ${seed})`,
    async () => {
      const database = await open();
      closings.push(database.stop);
      const sink = await startMailSink({ connections, message: accept });
      closings.push(sink.close);
      const { context, last } = await surviveKills({ database, channel: 'email', sink, closings });
      expect(await answerMessage(context, last)).toBe(200);
    },
  );
});

test(`SMS: kill -9 of worker and database loses nothing and sends nothing twice (seed ${seed})`, async () => {
  const database = await anyDatabase.open();
  closings.push(database.stop);
  // A provider that takes every message as often as it comes, and tells nobody what it has: only the ledger keeps count.
  const sink = await startSmsSink({ connections, message: accept });
  closings.push(sink.close);
  const { last } = await surviveKills({ database, channel: 'sms', sink, closings });
  expect(last?.key).toBe(last?.id);
});
