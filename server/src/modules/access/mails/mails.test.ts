import { describe, expect, test } from 'vitest';
import { mailHtml } from '#platform/mail/transactional/mail-html.ts';
import { mailPlainText } from '#platform/mail/transactional/mail-plain-text.ts';
import { invitationMail } from './invitation.ts';
import { noticeContent } from './security-notice.ts';
import { federatedRecoveryMail, recoveryMail } from './recovery-mail.ts';
import { trialMail } from './trial-mail.ts';

const instant = new Date('2026-11-24T01:02:30Z');
const email = `${'renata.lopes.de.almeida'.repeat(2)}@aurora.example`;
const link = { company: 'Aurora', inviter: 'Helena', email, link: 'https://escuta.example/signup/x' };

function invitation(language: 'pt' | 'es' | 'en') {
  return invitationMail({ language, ...link, expiresAt: instant, timezone: 'America/Sao_Paulo' });
}

const factsOf = ({ blocks }: ReturnType<typeof invitation>) =>
  blocks.flatMap((block) => ('facts' in block ? block.facts : [])).map(([, value]) => value);

describe('the time that a mail names', () => {
  test('is the company’s, as the reader’s language writes it, and says the zone', () => {
    expect(factsOf(invitation('pt'))).toContain('23 de nov. de 2026, 22:02 (GMT-3)');
    expect(factsOf(invitation('es'))).toContain('23 nov 2026, 10:02 p.m. (GMT-3)');
    expect(factsOf(invitation('en'))).toContain('Nov 23, 2026, 10:02 PM (GMT-3)');
  });

  test('is written alike in every mail', () => {
    const user = {
      email,
      name: 'Renata',
      language: null,
      companyLanguage: 'pt',
      companyTimezone: 'America/Manaus',
    } as const;
    const notice = {
      user,
      notice: 'passwordChanged',
      address: null,
      now: instant,
      supportEmail: 's@escuta.example',
    } as const;
    expect(factsOf(noticeContent(notice))).toEqual(['23 de nov. de 2026, 21:02 (GMT-4)']);
    const trial = { kind: 'soon', language: 'pt', userName: 'Renata', name: 'Aurora' } as const;
    const end = {
      trialExpiresAt: instant,
      supportEmail: 's@escuta.example',
      url: 'https://escuta.example/',
      timeZone: 'America/Manaus',
    };
    expect(factsOf(trialMail({ ...trial, ...end }))).toEqual(['23 de nov. de 2026, 21:02 (GMT-4)']);
  });
});

test('a long address breaks instead of making a phone scroll to the side', () => {
  const cell = mailHtml(invitation('pt'))
    .split('<td')
    .find((part) => part.includes(email));
  expect(cell).toContain('word-break:break-word');
});

test.each(['pt', 'es', 'en'] as const)(
  'the part in plain text speaks of no button, which it has not: %s',
  (language) => {
    for (const mail of [recoveryMail, federatedRecoveryMail]) {
      const text = mailPlainText(mail({ language, name: 'Renata', url: 'https://escuta.example/forgotPassword/x' }));
      expect(text).toContain('https://escuta.example/forgotPassword/x');
      expect(text).toMatch(/link|enlace/);
      expect(text).not.toMatch(/botão|botón|button/i);
    }
  },
);
