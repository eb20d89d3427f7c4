import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { hashesAtOnce } from '../../server/src/modules/access/password.ts';

// The check of a password and nothing around it, as many at once as the server's: what a sign-in cannot be faster than. For
// each message with a number of checks it does them and says how many it did in a second.

const password = 'a password of the bench';
const kept = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const checking = pLimit(hashesAtOnce);
process.send?.({ ready: true });

process.on('message', ({ checks }: { checks: number }) => void check(checks));
process.once('disconnect', () => process.exit(0));

async function check(checks: number): Promise<void> {
  const began = performance.now();
  await Promise.all(Array.from({ length: checks }, () => checking(() => verify(kept, password))));
  process.send?.({ perSecond: checks / ((performance.now() - began) / 1_000) });
}
