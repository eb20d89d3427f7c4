import { expect, test } from 'vitest';
import en from '#web/locales/en/notify.json';
import es from '#web/locales/es/notify.json';
import pt from '#web/locales/pt/notify.json';

/** The sentence of a notice in each language, by the key that the specification has for it. */
function sentencesOf(key: string): unknown[] {
  const path = key.split('.').slice(1);
  return [pt, es, en].map((texts) =>
    path.reduce<unknown>((within, name) => (within as Record<string, unknown> | undefined)?.[name], texts),
  );
}

function expectSentences(key: string): void {
  const sentences = sentencesOf(key);
  for (const sentence of sentences) expect([key, sentence]).toEqual([key, expect.stringMatching(/^\S.{8,}[.!]$/)]);
  expect([key, new Set(sentences).size]).toEqual([key, sentences.length]);
}

test('[I18N-05] the notices of a forgotten password and of any failure have their sentences', () => {
  expectSentences('notify.forgot-password.success');
  expectSentences('notify.forgot-password.request_success');
  expectSentences('notify.general_error');
});

test('[I18N-06] the notices of a contact have their sentences', () => {
  expectSentences('notify.contato.warning_contact_data');
  expectSentences('notify.customer.updated');
});
