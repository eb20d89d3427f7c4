import { ContactId, ImportId, SurveyId } from '@escuta/contract/ids';
import { describe, expect, test } from 'vitest';
import { sendProblems } from '#web/features/sends/send-problems.ts';
import type { UnfinishedSend } from '#web/features/sends/send-problems.ts';

const ready: UnfinishedSend = {
  surveyId: SurveyId.parse('019a9f3e-0000-7000-8000-0000000000a1'),
  survey: { status: 'active', version: 1 },
  choice: { to: 'all' },
  chosenImport: undefined,
  preview: { contacts: 12, eligible: 12, quarantined: 0 },
  channel: 'email',
  offered: ['email'],
};

describe('what keeps a send from going', () => {
  test('nothing, when all is chosen', () => {
    expect(sendProblems(ready)).toEqual({});
    expect(sendProblems({ ...ready, survey: undefined, preview: undefined })).toEqual({});
  });

  test('a channel that the company has no account for', () => {
    expect(sendProblems({ ...ready, channel: 'sms' })).toEqual({ channel: 'new.channel.notAvailable' });
    expect(sendProblems({ ...ready, channel: 'sms', offered: ['email', 'sms'] })).toEqual({});
    expect(sendProblems({ ...ready, channel: 'sms', offered: undefined })).toEqual({});
  });

  test('a missing survey, or one that takes no answers', () => {
    expect(sendProblems({ ...ready, surveyId: undefined })).toEqual({ survey: 'new.survey.required' });
    expect(sendProblems({ ...ready, survey: { status: 'draft', version: null } })).toEqual({
      survey: 'new.survey.notPublished',
    });
    expect(sendProblems({ ...ready, survey: { status: 'paused', version: 2 } })).toEqual({
      survey: 'new.survey.notPublished',
    });
  });

  test('an audience that is not chosen, not complete or empty', () => {
    expect(sendProblems({ ...ready, choice: {} })).toEqual({ audience: 'new.audience.required' });
    expect(sendProblems({ ...ready, choice: { to: 'search', search: ' ' } })).toEqual({
      search: 'new.audience.searchRequired',
    });
    expect(sendProblems({ ...ready, choice: { to: 'import' } })).toEqual({ importId: 'new.audience.importRequired' });
    expect(sendProblems({ ...ready, preview: { contacts: 4, eligible: 0, quarantined: 0 } })).toEqual({
      audience: 'new.audience.nobody',
    });
    expect(sendProblems({ ...ready, preview: { contacts: 4, eligible: 0, quarantined: 3 } })).toEqual({
      audience: 'new.audience.onlyQuarantined',
    });
    expect(sendProblems({ ...ready, preview: { contacts: 6, eligible: 3, quarantined: 3 } })).toEqual({});
  });

  test('an audience in which there is nobody at all', () => {
    const preview = { contacts: 0, eligible: 0, quarantined: 0 };
    const importId = ImportId.parse('019a9f3e-0000-7000-8000-0000000000aa');
    expect(sendProblems({ ...ready, preview })).toEqual({ audience: 'new.audience.noContacts' });
    expect(sendProblems({ ...ready, preview, choice: { search: 'maria' } })).toEqual({
      search: 'new.audience.searchNoMatch',
    });
    expect(sendProblems({ ...ready, preview, choice: { importId } })).toEqual({ importId: 'new.audience.importEmpty' });
    expect(sendProblems({ ...ready, preview, choice: { importId }, chosenImport: { status: 'running' } })).toEqual({
      importId: 'new.audience.importRunning',
    });
  });

  test('one contact who cannot be reached', () => {
    const choice = { contactId: ContactId.parse('019a9f3e-0000-7000-8000-0000000000ab') };
    expect(sendProblems({ ...ready, choice, preview: { contacts: 1, eligible: 0, quarantined: 1 } })).toEqual({
      audience: 'new.toContact.onlyQuarantined',
    });
    for (const contacts of [0, 1])
      expect(sendProblems({ ...ready, choice, preview: { contacts, eligible: 0, quarantined: 0 } })).toEqual({
        audience: 'new.toContact.nobody',
      });
  });

  test('an import that still runs', () => {
    const choice = { importId: ImportId.parse('019a9f3e-0000-7000-8000-0000000000aa') };
    expect(sendProblems({ ...ready, choice, chosenImport: { status: 'running' } })).toEqual({
      importId: 'new.audience.importRunning',
    });
    for (const status of ['finished', 'error'] as const)
      expect(sendProblems({ ...ready, choice, chosenImport: { status } })).toEqual({});
  });
});
