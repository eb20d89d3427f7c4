import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { CompanySettings, UnitSettings } from './company-settings.ts';
import { ContactForm } from './contacts.ts';
import { acceptInvitation, updateInvitation } from './invitations.ts';
import { draftName, name, tidyName } from './name.ts';
import { ProfileForm } from './profile.ts';
import { createSignUpCompany, createSignUpUser } from './sign-up.ts';
import { createSurvey, saveSurveyDraft } from './surveys.ts';

const unseen = [
  '\u200b',
  '\ufeff',
  '\u0007',
  '\u202e',
  '\u2066\u2069',
  '\u200d',
  '\u00ad',
  '\u3164',
  '\u2800',
  ' \t\n',
];

describe('a name', () => {
  test.each(unseen)('of signs that nobody sees is none: %j', (typed) => {
    expect(tidyName(typed)).toBe('');
    expect(name(120).safeParse(typed).success).toBe(false);
    expect(draftName(120).parse(typed)).toBe('');
  });

  test.each([
    ['\u202eAna\u202c', 'Ana'],
    ['Ana\u0007 \u200bMaria', 'Ana Maria'],
    ['  Ana\n\tMaria ', 'Ana Maria'],
    ['\ufeffAurora \u2067Hotéis\u2069', 'Aurora Hotéis'],
    ['José Conceição'.normalize('NFD'), 'José Conceição'],
  ])('is kept without them, each letter and its accent one sign: %j', (typed, kept) =>
    expect(name(120).parse(typed)).toBe(kept),
  );

  test.each(['👩\u200d🚀 Lua', '🇧🇷', '\u0646\u0645\u06cc\u200c\u062e\u0648', '李', '7', 'O’Neill & Cia.'])(
    'stays as it is written: %s',
    (typed) => expect(name(120).parse(typed)).toBe(typed),
  );
});

test.each<[string, z.ZodType]>([
  ['a person', ProfileForm.shape.nome],
  ['a person who is invited', updateInvitation.definition.body.shape.nome],
  ['a person who accepts', acceptInvitation.definition.body.shape.nome],
  ['a company', CompanySettings.shape.nome],
  ['a unit', UnitSettings.shape.nome],
  ['a new survey', createSurvey.definition.body.shape.title],
  ['a survey', saveSurveyDraft.definition.body.shape.title],
  ['a contact', ContactForm.shape.name],
])('%s has one that can be seen', (_who, schema) => {
  expect(schema.safeParse('\u200b\u200b\u200b').success).toBe(false);
  expect(schema.parse('\u202eAurora\u0007')).toBe('Aurora');
});

test.each<[string, z.ZodType]>([
  ['a person', createSignUpUser.definition.body.shape.nome],
  ['a company', createSignUpCompany.definition.body.shape.nome],
])('of %s who signs up, nothing is kept that nobody sees', (_who, schema) => {
  expect(schema.parse('\u200b')).toBe('');
  expect(schema.parse('\u202eAurora\u0007')).toBe('Aurora');
});
