import { expect, test } from 'vitest';
import { usualRateLimits } from '#platform/config/rate-limits.ts';
import { signedIn } from '../../testing/factories.ts';
import { upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';

const file = 'Nome;E-mail\nAna;ana@x.com\n';
const dayMs = 24 * 3_600_000;

const context = testContext({
  rateLimits: {
    ...usualRateLimits,
    'upload-user': { burst: 2, perMinute: 2 },
    'upload-company': { burst: 3, perMinute: 60 },
  },
  // Two of these files, and not three.
  waitingUploadBytesMax: file.length * 2.5,
});

type Person = Awaited<ReturnType<typeof signedIn>>;

async function ask(person: Person, content = file) {
  const reply = await upload(context, person, content);
  return [reply.statusCode, reply.json().code ?? 'stored'];
}

async function colleagues() {
  const one = await signedIn(context);
  return [one, await signedIn(context, { companyId: one.companyId })] as const;
}

test('a person, and a company, upload so many files in a row; the file of a refused upload is never read', async () => {
  const [one, two] = await colleagues();
  const tooMany = [429, 'TOO_MANY_REQUESTS'];
  for (let tried = 0; tried < 2; tried += 1) expect(await ask(one, '')).toEqual([422, 'FILE_EMPTY']);
  // A file that would be refused for itself shows that nobody looked at it.
  expect(await ask(one, '')).toEqual(tooMany);
  expect(await ask(two)).toEqual([201, 'stored']);
  expect(await ask(two)).toEqual(tooMany);
  context.clock.advance(30_000);
  expect(await ask(one)).toEqual([201, 'stored']);
});

test('a company keeps so many bytes that nobody imported; an import, or a day, makes room', async () => {
  const [one, two] = await colleagues();
  const next = () => context.clock.advance(60_000);
  const first = (await upload(context, one, file)).json();
  next();
  expect(await ask(two)).toEqual([201, 'stored']);
  next();
  const written: string[] = [];
  const refused = await upload(context, two, file, 'third.csv', (key) => written.push(key));
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'UPLOADS_WAITING']);
  expect(refused.json().params).toEqual({ retryAfter: dayMs / 1_000 - 120 });
  // It fitted until its size was known; what was stored of it is gone.
  expect(await Promise.all(written.map((key) => context.files.size(key)))).toEqual([null]);
  next();
  const other = await signedIn(context);
  expect(await ask(other)).toEqual([201, 'stored']);

  const { uploadId, hasHeader, mapping } = first;
  const started = await context.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: one.headers,
    payload: { uploadId, hasHeader, mapping },
  });
  expect(started.statusCode).toBe(202);
  expect(await ask(two)).toEqual([201, 'stored']);
});

test('who keeps all that it may is refused before the file is read', async () => {
  const person = await signedIn(context);
  expect(await ask(person, `${file}${'Bia;bia@x.com\n'.repeat(3)}`.slice(0, file.length * 2.5))).toEqual([
    201,
    'stored',
  ]);
  expect(await ask(person, '')).toEqual([429, 'UPLOADS_WAITING']);
});
