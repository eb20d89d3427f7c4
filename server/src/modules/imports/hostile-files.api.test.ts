import { describe, expect, test } from 'vitest';
import { signedIn } from '../../testing/factories.ts';
import type { HostileFile, RefusedOutcome } from '../../testing/hostile-files/hostile-file.ts';
import { hostileFiles } from '../../testing/hostile-files/hostile-files.ts';
import { upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';

/** The files of the corpus that are refused, through the real route: in words that the screen has, and nothing of them stays. */

const context = testContext();

const refused = hostileFiles.filter(
  (file): file is HostileFile & { outcome: RefusedOutcome } => 'code' in file.outcome,
);

describe('refused when it is uploaded', () => {
  test.each(refused)('$name', async ({ make, outcome: { code, ...params } }) => {
    const user = await signedIn(context);
    const written: string[] = [];
    const answer = await upload(context, user, make(), 'contatos.csv', (key) => written.push(key));
    expect([answer.statusCode, answer.json().code, answer.json().params]).toEqual([422, code, params]);
    expect(written).toHaveLength(1);
    expect(await context.files.size(written[0] ?? '')).toBe(null);
  });
});
