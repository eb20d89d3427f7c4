import { readFileSync } from 'node:fs';
import { languages } from '@escuta/contract/primitives';
import { itemReasons } from '@escuta/contract/sends';
import { expect, test } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

test.each(languages)('[I18N-07] a file of sends says reasons in the words of the queue: %s', (language) => {
  const { reasons, reasonsBy } = read(`./locales/${language}.json`);
  const queue: Record<string, string> = read(`../../../../web/src/locales/${language}/sends.json`);
  const wordsOf = (suffix: string) =>
    Object.fromEntries(
      itemReasons.flatMap((reason) => {
        const words = queue[`error-queue-${reason}${suffix}`];
        return words === undefined ? [] : [[reason, words]];
      }),
    );
  expect(reasons).toEqual(wordsOf(''));
  expect(reasonsBy).toEqual({ sms: wordsOf('-sms') });
});
