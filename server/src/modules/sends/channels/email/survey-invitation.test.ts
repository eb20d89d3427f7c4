import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { brandColours, contrast } from './brand-colour.ts';
import { compileMessage } from '#platform/mail/compile-message.ts';
import { surveyInvitation } from './survey-invitation.ts';
import type { SurveyInvitation } from './invitation-words.ts';

const nps: SurveyInvitation = {
  language: 'pt',
  companyName: 'Aurora Hotéis',
  brandColor: '#7c3aed',
  subject: 'Como foi sua estadia, {{firstName}}?',
  preheader: 'Leva menos de um minuto.',
  greeting: 'Olá, {{firstName}}!',
  intro: 'Você se hospedou conosco.\nConte como foi.',
  questionTitle: 'De 0 a 10, quanto você nos recomendaria?',
  lowLabel: 'Nada provável',
  highLabel: 'Muito provável',
  scores: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  buttonLabel: 'Responder à pesquisa',
  footer: 'Rua do Comércio, 120',
};
const values = {
  firstName: 'Zé <b>',
  answerUrl: 'https://escuta.example/r/abc',
  unsubscribeUrl: 'https://escuta.example/u/abc',
};

async function delivered(invitation: SurveyInvitation) {
  const compiled = compileMessage({ from: { address: 'a@b.example' }, ...surveyInvitation(invitation) });
  const to = { address: 'ze@x.example' };
  const raw = compiled.render({ to, messageId: '<1@b.example>', date: new Date(0), values });
  const { subject, html = '', text = '' } = await PostalMime.parse(raw);
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1]);
  return { subject, html, text, links, placeholders: compiled.placeholders };
}

describe('surveyInvitation', () => {
  test('each score is a link, beside a plain link and the way out', async () => {
    const { subject, links, html, placeholders } = await delivered(nps);
    expect(subject).toBe('Como foi sua estadia, Zé <b>?');
    expect(links).toEqual([
      ...nps.scores.map((score) => `https://escuta.example/r/abc?n=${score}`),
      'https://escuta.example/r/abc',
      'https://escuta.example/u/abc',
    ]);
    expect(html).toContain('Olá, Zé &#60;b&#62;!');
    expect(html).toContain('aria-label="Nota 9 de 10"');
    expect(html).toContain('>0 = Nada provável</td>');
    expect(html).toContain('>10 = Muito provável</td>');
    expect([...placeholders].sort()).toEqual(['answerUrl', 'firstName', 'unsubscribeUrl']);
  });

  test('the plain text has the question, the link once and the way out', async () => {
    const { text } = await delivered(nps);
    expect(text.split('https://escuta.example/r/abc').length).toBe(2);
    for (const part of [
      'Olá, Zé <b>!',
      nps.questionTitle,
      'de 0 (Nada provável) a 10 (Muito provável)',
      'https://escuta.example/u/abc',
      'cliente da empresa Aurora Hotéis',
      'Rua do Comércio, 120',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('{{');
  });

  test.each([
    ['pt', 'Não quero mais receber pesquisas'],
    ['es', 'No quiero recibir más encuestas'],
    ['en', 'Stop receiving surveys'],
  ] as const)('speaks %s', async (language, way) => {
    const { html, text } = await delivered({ ...nps, language });
    expect(html).toContain(way);
    expect(html).not.toContain('{{');
    expect(text).not.toContain('{{');
  });

  test('a scale of five is one row; no scale is one button', async () => {
    const csat = await delivered({ ...nps, scores: [1, 2, 3, 4, 5] });
    expect(csat.links.filter((link) => link?.includes('?n='))).toHaveLength(5);
    expect(csat.html.match(/table-layout:fixed/g)).toHaveLength(1);
    const open = await delivered({ ...nps, scores: [] });
    expect(open.links).toEqual(['https://escuta.example/r/abc', 'https://escuta.example/u/abc']);
  });

  test('eleven scores are two centered blocks of columns of one width, which fit beside each other where there is room', async () => {
    const { html } = await delivered(nps);
    const blocks = [
      ...html.matchAll(/class="group" style="display:inline-block;[^"]*width:([\d.]+)%;max-width:(\d+)px"/g),
    ];
    const [[, firstShare, first], [, secondShare, second]] = blocks.map((block) => block.map(Number)) as [
      number[],
      number[],
    ];
    expect(Number(first) + Number(second)).toBeLessThanOrEqual(560 - 2 - 2 * 28);
    expect(first! / 6).toBeGreaterThanOrEqual(44);
    expect(second! / 5).toBeCloseTo(first! / 6, 0);
    expect(secondShare! / 5).toBeCloseTo(firstShare! / 6, 2);
    expect(blocks).toHaveLength(2);
    const [holder = ''] = /<div style="[^"]*">(?:<!--\[if mso\]>.*?<!\[endif\]-->)?<div class="group"/.exec(html) ?? [];
    expect(holder).toContain('text-align:center');
  });

  test('the name stands in for a missing logo, and no address but http(s) is a picture', async () => {
    expect((await delivered(nps)).html).not.toContain('<img');
    expect((await delivered({ ...nps, logoUrl: 'javascript:alert(1)' })).html).not.toContain('<img');
    const { html } = await delivered({ ...nps, logoUrl: 'https://a.example/l.png?a=1&b=2' });
    expect(html).toMatch(/<img src="https:\/\/a\.example\/l\.png\?a=1&#38;b=2" alt="Aurora Hotéis"/);
  });

  test('nothing an author writes becomes markup', async () => {
    const evil = '"><script>alert(1)</script>';
    const { html, links } = await delivered({
      ...nps,
      companyName: evil,
      greeting: evil,
      intro: evil,
      questionTitle: evil,
      lowLabel: evil,
      highLabel: evil,
      subject: evil,
      preheader: evil,
      footer: evil,
      brandColor: 'red;background:url(https://x.example)',
      logoUrl: `https://a.example/${evil}`,
    });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('x.example');
    expect(links).toHaveLength(13);
  });
});

test('every brand colour gives text that can be read, in light and in dark', () => {
  const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const { ground, ink, onLight, onDark } = brandColours(`#${red}${green}${blue}`);
      expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onLight, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onDark, '#292524')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onDark, '#1c1917')).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
