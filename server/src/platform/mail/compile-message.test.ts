// cspell:ignore o'hara
import { createPublicKey, createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { compileMessage } from './compile-message.ts';
import type { MessageTemplate, Recipient } from './compile-message.ts';

const DATE = new Date('2026-11-20T17:02:09.500Z');

function template(changes: Partial<MessageTemplate> = {}): MessageTemplate {
  return {
    from: { name: 'Aurora Hotéis', address: 'pesquisa@aurora.example' },
    subject: 'Olá',
    html: '<p>Olá</p>\n',
    text: 'Olá\n',
    ...changes,
  };
}

function recipient(changes: Partial<Recipient> = {}): Recipient {
  return {
    to: { address: 'ana@cliente.example' },
    messageId: '<1.a@aurora.example>',
    date: DATE,
    values: {},
    ...changes,
  };
}

/** What a reader of the body sees: every line end as LF, lone surrogates replaced, no line ends at the very end. */
function asRead(text: string): string {
  return unixLines(text).replace(/\n+$/, '');
}

function unixLines(text: string): string {
  return text.toWellFormed().replace(/\r\n|\r/g, '\n');
}

/** What a reader of a header sees: one line, controls as one space. */
function asHeader(text: string): string {
  const isControl = (code: number) =>
    code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029;
  let line = '';
  for (const character of text.toWellFormed()) line += isControl(character.codePointAt(0) ?? 0) ? '\0' : character;
  return line.split(/\0+/).join(' ').trim();
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The field names of a message, found by reading lines, not by the parser under test's peer. */
function fieldNames(raw: Buffer): string[] {
  const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? '';
  return head
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')));
}

const nasty = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          'a',
          ' ',
          '  ',
          '\t',
          '\r',
          '\n',
          '\r\n',
          '.',
          '\r\n.',
          '\r\n..\r\n',
          '"',
          '\\',
          ',',
          ';',
          '<b>',
          '&amp;',
          '😀',
          'ção',
          '=?UTF-8?B?eA==?=',
          '=',
          '=3D',
          'Bcc: x@y.example',
          '\r\nBcc: x@y.example\r\n\r\n',
          'From ',
          '--',
          '{{',
          '}}',
          '(c)',
          'x'.repeat(1200),
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((text) => !/\{\{\s*[A-Za-z]/.test(text));

describe('compileMessage', () => {
  test('whatever comes in, an independent parser reads the same subject, names and bodies back', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, nasty, async (fixed, value, name, fromName) => {
        const compiled = compileMessage(
          template({
            from: { name: fromName, address: 'pesquisa@aurora.example' },
            subject: `${fixed}|{{name}}`,
            html: `<p>{{name}}</p><b title="{{name}}">${fixed}`,
            text: `${fixed}{{name}}|${fixed}|{{ name }}.`,
          }),
        );
        const raw = compiled.render(
          recipient({ to: { name, address: 'ana@cliente.example' }, values: { name: value } }),
        );
        const parsed = await PostalMime.parse(raw);
        const { text } = parsed;
        expect(parsed.subject ?? '').toBe(asHeader(`${fixed}|${value}`));
        expect(parsed.to).toEqual([{ name: asHeader(name), address: 'ana@cliente.example' }]);
        expect(parsed.from).toEqual({ name: asHeader(fromName), address: 'pesquisa@aurora.example' });
        expect(asRead(text ?? '')).toBe(asRead([fixed, value, `|${fixed}|`, value, '.'].map(unixLines).join('')));
        const html = ['<p>', escaped(value), '</p><b title="', escaped(value), `">${fixed}`];
        expect(asRead(parsed.html ?? '')).toBe(asRead(html.map(unixLines).join('')));
        expect(fieldNames(raw)).toEqual([
          'From',
          'Subject',
          'To',
          'Date',
          'Message-ID',
          'MIME-Version',
          'Content-Type',
        ]);
      }),
      { numRuns: 400 },
    );
  });

  test('lines keep to 76 characters in bodies and 998 in headers, in ASCII, none begins with a dot', () => {
    fc.assert(
      fc.property(nasty, nasty, (fixed, value) => {
        const compiled = compileMessage(template({ subject: '{{name}}', html: fixed, text: `${fixed}{{name}}` }));
        const raw = compiled.render(
          recipient({ to: { name: value, address: 'a@b.example' }, values: { name: value } }),
        );
        const text = raw.toString('latin1');
        expect(text).toMatch(/^[\t\r\n -~]*$/);
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const lines = text.split('\r\n');
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
        expect(lines.filter((line) => line.startsWith('.') || line.startsWith('From '))).toEqual([]);
        expect(lines.filter((line) => /[ \t]$/.test(line))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('[ASVS-29] a value is made safe for the place it stands in', () => {
    const html =
      '<a href="{{answerUrl}}?n=9&c={{city}}">{{city}}</a><img alt=\'{{city}}\' src="{{logo}}"><!--[if mso]><v:rect href="{{logo}}"/><![endif]-->';
    const compiled = compileMessage(template({ html, text: '{{answerUrl}} {{logo}}' }));
    const values = { answerUrl: 'https://a.example/x?y=1&z=2', city: `São "P" & <i>'`, logo: 'javascript:alert(1)' };
    return PostalMime.parse(compiled.render(recipient({ values }))).then((parsed) => {
      expect(parsed.html?.trim()).toBe(
        '<a href="https://a.example/x?y=1&#38;z=2?n=9&c=S%C3%A3o%20%22P%22%20%26%20%3Ci%3E&#39;">São &#34;P&#34; &#38; &#60;i&#62;&#39;</a>' +
          '<img alt=\'São &#34;P&#34; &#38; &#60;i&#62;&#39;\' src="#"><!--[if mso]><v:rect href="#"/><![endif]-->',
      );
      expect(parsed.text?.trim()).toBe('https://a.example/x?y=1&z=2 javascript:alert(1)');
    });
  });

  test.each([
    '<script>{{x}}</script>',
    '<style>p{color:{{x}}}</style>',
    '<p style="color:{{x}}">',
    '<p onclick="{{x}}">',
    '<a href={{x}}>',
    '<{{x}}>',
    '<p {{x}}>',
    '<!-- {{x}} -->',
  ])('[ASVS-29] refuses a placeholder where no value is safe: %s', (html) => {
    expect(() => compileMessage(template({ html }))).toThrow(/stands where no value is safe/);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', ' https://a.example"onclick=1', '//a.example', '', 'https://'])(
    'an address that is not http(s) leads nowhere: %s',
    async (url) => {
      const compiled = compileMessage(template({ html: '<a href="{{linkUrl}}">' }));
      const { html } = await PostalMime.parse(compiled.render(recipient({ values: { linkUrl: url } })));
      expect(html?.trim()).toMatch(/^<a href="(#|https:\/\/a\.example[^"\s<>]*)">$/);
    },
  );

  test('one-click unsubscription is a folded, unencoded List-Unsubscribe with its Post field', async () => {
    const url = `https://escuta.example/u/${'t'.repeat(80)}`;
    const compiled = compileMessage(
      template({
        headers: {
          'List-Unsubscribe': '<{{unsubscribeUrl}}>, <mailto:sair@aurora.example?subject={{token}}>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'X-Campanha': 'Verão {{token}}',
        },
      }),
    );
    expect([...compiled.placeholders].sort()).toEqual(['token', 'unsubscribeUrl']);
    const values = { unsubscribeUrl: url, token: 'a>\r\nBcc: <x@y.example' };
    const raw = compiled.render(recipient({ values, headers: { 'Feedback-ID': '1:aurora' } }));
    const { headers } = await PostalMime.parse(raw);
    const read = (key: string) => headers.find((header) => header.key === key)?.value;
    expect(read('list-unsubscribe')).toBe(
      `<${url}>, <mailto:sair@aurora.example?subject=a%3E%0D%0ABcc%3A%20%3Cx%40y.example>`,
    );
    expect(read('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(read('feedback-id')).toBe('1:aurora');
    expect(read('bcc')).toBeUndefined();
    expect(fieldNames(raw)).not.toContain('Bcc');
  });

  test('Date and Message-ID are those given; the preheader stands hidden first in the body', async () => {
    const compiled = compileMessage(
      template({ html: '<html><body class="a"><p>x</p></body></html>', preheader: 'Oi, {{name}} & cia' }),
    );
    const parsed = await PostalMime.parse(compiled.render(recipient({ values: { name: '<Ana>' } })));
    expect(parsed.messageId).toBe('<1.a@aurora.example>');
    expect(parsed.date).toBe('2026-11-20T17:02:09.000Z');
    expect(parsed.html).toMatch(/<body class="a"><div style="display:none[^"]*">Oi, &#60;Ana&#62; &#38; cia/);
  });

  test.each([
    ['a value that is missing', {}, {}],
    ['a Message-ID with a line end', { name: 'x' }, { messageId: '<a@b>\r\nBcc: <c@d>' }],
    ['a date that is none', { name: 'x' }, { date: new Date('x') }],
    ['a field of its own', { name: 'x' }, { headers: { Bcc: 'x@y.example' } }],
    ['a field name with a line end', { name: 'x' }, { headers: { 'X-A: 1\r\nBcc': 'x@y.example' } }],
    ['a name inherited by every object', { name: 'x', toString: undefined as unknown as string }, { messageId: '' }],
  ])('refuses %s', (_what, values, changes) => {
    const compiled = compileMessage(template({ text: '{{name}}' }));
    expect(() => compiled.render(recipient({ values, ...changes }))).toThrow(RangeError);
  });

  test('an address that could hide another, or is not in the form in which it is stored, is refused', async () => {
    const compiled = compileMessage(template());
    const parsed = await PostalMime.parse(
      compiled.render(recipient({ to: { address: "ana.o'hara+x@xn--caf-dma.example" } })),
    );
    expect(parsed.to).toEqual([{ name: '', address: "ana.o'hara+x@xn--caf-dma.example" }]);
    for (const address of [
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: c',
      '<a@b.example>',
      'a b@c.example',
      'Ana@b.example',
      'ana@café.example',
      'ana@b.example/x',
      'ana@127.0.0.010',
      '"a"@b.example',
      'a@',
      '@b',
      'ção@b.example',
      'a@b..example',
      `${'a'.repeat(65)}@b.example`,
      'a@b.exam\tple',
    ]) {
      expect(() => compiled.render(recipient({ to: { address } }))).toThrow(/cannot be used/);
    }
  });
});

describe('DKIM', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const dkim = { domain: 'aurora.example', selector: 's1', privateKey };

  test('the signature holds under an independent verification, and breaks with any change', () => {
    fc.assert(
      fc.property(nasty, nasty, (subject, text) => {
        const compiled = compileMessage(
          template({
            dkim,
            subject,
            text: `${text}{{name}}`,
            headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
          }),
        );
        const raw = compiled.render(recipient({ values: { name: 'a \t b  \r\n\r\n' } })).toString('latin1');
        expect(verifyDkim(raw, publicKey)).toBe('pass');
        expect(verifyDkim(raw.replace('Date: Fri, 20', 'Date: Fri, 21'), publicKey)).toBe('bad signature');
        expect(verifyDkim(raw.replace('text/html', 'text/xhtml'), publicKey)).toBe('bad body');
        expect(raw).toMatch(/h=[\s\S]*list-unsubscribe-post/);
      }),
      { numRuns: 40 },
    );
  });

  test('a key that cannot sign is refused when the template is compiled', () => {
    const { privateKey: ec } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    expect(() => compileMessage(template({ dkim: { ...dkim, privateKey: ec } }))).toThrow('not an RSA key');
    expect(() => compileMessage(template({ dkim: { ...dkim, privateKey: 'x' } }))).toThrow(/unsupported|PEM/i);
  });
});

/** RFC 6376 §6.1 for relaxed/relaxed rsa-sha256, written from the standard without the library that signs. */
function verifyDkim(raw: string, publicKey: string): 'pass' | 'bad body' | 'bad signature' {
  const split = raw.indexOf('\r\n\r\n');
  const fields = raw
    .slice(0, split + 2)
    .split(/(?<=\r\n)(?![ \t])/)
    .filter((field) => field !== '');
  const relax = (field: string) => {
    const colon = field.indexOf(':');
    const value = field
      .slice(colon + 1)
      .replaceAll('\r\n', '')
      .replace(/[ \t]+/g, ' ')
      .trim();
    return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
  };
  const signatureField = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const tags = new Map(
    signatureField
      .slice(signatureField.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const equals = tag.indexOf('=');
        return [tag.slice(0, equals).trim(), tag.slice(equals + 1).replace(/\s+/g, '')];
      }),
  );
  const lines = raw
    .slice(split + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  const body = lines.map((line) => `${line}\r\n`).join('');
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) return 'bad body';
  const signed = (tags.get('h') ?? '').split(':').map((name) => {
    const field = fields.findLast((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
    return `${relax(field)}\r\n`;
  });
  const unsigned = relax(signatureField.replace(/(;\s*b=)[^;]*$/, '$1'));
  const verifier = createVerify('RSA-SHA256').update(signed.join('') + unsigned, 'latin1');
  return verifier.verify(createPublicKey(publicKey), tags.get('b') ?? '', 'base64') ? 'pass' : 'bad signature';
}
