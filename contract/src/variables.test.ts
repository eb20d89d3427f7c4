import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages } from './primitives.ts';
import type { SurveyDefinition } from './surveys.ts';
import { placeOf, variables } from './variable-names.ts';
import {
  faultsOf,
  fieldsNamedIn,
  fillVariables,
  isOfMessage,
  mapTexts,
  sayVariables,
  textsIn,
  unknownVariables,
  usesVariable,
} from './variables.ts';

const values = { name: 'Maria', company: 'Aurora' };
const nobody = { company: 'Aurora' };

describe('the names of variables', () => {
  test('a variable is written in the language of the survey, and read in each of them', () => {
    expect(languages.map((language) => placeOf('name', language))).toEqual(['{{nome}}', '{{nombre}}', '{{name}}']);
    expect(languages.map((language) => placeOf('company', language))).toEqual([
      '{{empresa}}',
      '{{empresa}}',
      '{{company}}',
    ]);
    for (const place of ['{{nome}}', '{{ Nombre }}', '{{NAME}}']) expect(fillVariables(place, values)).toBe('Maria');
  });

  test.each([
    ['Olá, {{nome}} e {{company|nós}}!', []],
    ['Olá, {{primeiro nome}}!', ['{{primeiro nome}}']],
    ['{{}} {{apelido|você}} {{nome}}', ['{{}}', '{{apelido|você}}']],
    ['Olá, {{nome}!', ['{{nome}!']],
    ['Olá, nome}}!', ['}}']],
    ['{ livre } é texto', []],
    ['{{quarto}} e {{ Quarto |o seu}}, {{quartos}}', ['{{quartos}}']],
  ])('%s: unknown %j', (text, unknown) => {
    expect(unknownVariables(text, { variables, fields: ['quarto', 'visita'] })).toEqual(unknown);
    expect(unknownVariables('{{nome}} {{quarto}}', { variables: ['company'], fields: [] })).toEqual([
      '{{nome}}',
      '{{quarto}}',
    ]);
  });

  test('says which custom fields texts name', () => {
    expect([...fieldsNamedIn(['Oi {{nome}}, {{quarto|x}} {{ Visita }}', '{{quarto}} {{Company}} nível'])]).toEqual([
      'quarto',
      'visita',
    ]);
  });

  test('says whether a text names one', () => {
    expect(usesVariable(['x', 'Oi {{nombre|tú}}'], 'name')).toBe(true);
    expect(usesVariable(['{{empresa}}', 'nome'], 'name')).toBe(false);
  });
});

test('what a question names is said to who reads its answers, in their language', () => {
  const labels = new Map([['nivel_clube', 'Nível do clube']]);
  const asked = 'Olá {{nome}}, nível {{ Nivel_Clube |de sempre}}: {{ido}} na {{company}}?';
  expect(languages.map((language) => sayVariables(asked, language, labels))).toEqual([
    'Olá [nome], nível [Nível do clube]: [ido] na [empresa]?',
    'Olá [nombre], nível [Nível do clube]: [ido] na [empresa]?',
    'Olá [name], nível [Nível do clube]: [ido] na [company]?',
  ]);
});

describe('writing a text', () => {
  test.each([
    ['Olá, {{nome}}!', 'Olá, Maria!', 'Olá!'],
    ['Oi {{nome}}!', 'Oi Maria!', 'Oi!'],
    ['Olá, {{nome|cliente}}!', 'Olá, Maria!', 'Olá, cliente!'],
    ['{{nome}}, uma pergunta', 'Maria, uma pergunta', 'Uma pergunta'],
    ['{{name}} – conte como foi', 'Maria – conte como foi', 'Conte como foi'],
    ['Obrigado. {{nome}}, conte mais', 'Obrigado. Maria, conte mais', 'Obrigado. Conte mais'],
    ['¿{{nombre}}, cómo le fue?', '¿Maria, cómo le fue?', '¿Cómo le fue?'],
    ['Olá, {{nome}}, tudo bem?', 'Olá, Maria, tudo bem?', 'Olá, tudo bem?'],
    ['Bem-vinda {{nome}} ao hotel', 'Bem-vinda Maria ao hotel', 'Bem-vinda ao hotel'],
    ['Sua nota ({{nome}})', 'Sua nota (Maria)', 'Sua nota'],
    ['{{nome}}!', 'Maria!', ''],
    ['Linha\n{{nome}},\nfim', 'Linha\nMaria,\nfim', 'Linha\n\nfim'],
    ['Você indica a {{empresa}}?', 'Você indica a Aurora?', 'Você indica a Aurora?'],
    ['{{apelido}}, como foi na {{empresa}}?', 'Como foi na Aurora?', 'Como foi na Aurora?'],
    ['{{apelido|Cliente}}, como foi?', 'Cliente, como foi?', 'Cliente, como foi?'],
    ['Olá, {{nome}!', 'Olá, {nome}!', 'Olá, {nome}!'],
  ])('%j with a name and without one', (text, named, nameless) => {
    expect([fillVariables(text, values), fillVariables(text, nobody)]).toEqual([named, nameless]);
  });

  test('a custom field is written by its internal name, in any language, and leaves no hole', () => {
    const fields = new Map([['quarto', '12 B']]);
    expect(fillVariables('{{Quarto}}, {{visita|em breve}}, {{name}}', { ...values, fields })).toBe(
      '12 B, em breve, Maria',
    );
    expect(fillVariables('Quarto {{quarto}}: {{constructor}}, como foi?', { fields })).toBe('Quarto 12 B, como foi?');
    expect(fillVariables('{{quarto}}, como foi?', values)).toBe('Como foi?');
  });

  test('a value is put in as it is, and never read again', () => {
    expect(fillVariables('{{empresa}}', { company: '$& {{nome}}', name: 'Maria' })).toBe('$& {nome}');
  });

  test('no text ends with a hole, with braces or with a gap, whatever is missing', () => {
    const piece = fc.constantFrom(
      '{{nome}}',
      '{{x}}',
      '{{',
      '}}',
      '{',
      ', ',
      '!',
      '.',
      ' ',
      'Olá',
      '\n',
      '¿',
      '(',
      ')',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const written = fillVariables(pieces.join(''), {});
        expect(written).not.toMatch(/\{\{|\}\}|\uFFFC/);
      }),
      { numRuns: 300 },
    );
  });

  test('a text without variables stays as it is', () => {
    const plain = fc.string().filter((text) => !/\{\{|\}\}|\uFFFC/.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(fillVariables(text, {})).toBe(text);
      }),
    );
  });
});

const definition: SurveyDefinition = {
  language: 'pt',
  questions: [
    { key: 'score', type: 'nps', title: 'T', help: 'H', lowLabel: 'L', highLabel: 'U', required: true },
    {
      key: 'why',
      type: 'why',
      titles: { top: 'P', middle: 'N', bottom: 'D' },
      placeholder: 'E',
      required: false,
    },
  ],
  closings: { top: 'p', middle: 'n', bottom: 'd' },
  email: { subject: 'S', preheader: 'R', senderName: 'F', greeting: 'G', intro: 'I' },
  sms: { text: 'M' },
  theme: { brandColor: '#0F766E' },
};

describe('the texts of a survey', () => {
  test('each is reached once, and nothing else', () => {
    const seen: string[] = [];
    const written = mapTexts(definition, (text, path) => {
      seen.push(path);
      return `${text}*`;
    });
    expect(seen).toHaveLength(17);
    expect(new Set(seen).size).toBe(17);
    const letters = (of: SurveyDefinition) => JSON.stringify(of).match(/"[A-Za-z]\*?"/g);
    expect(letters(written)).toEqual(letters(definition)?.map((letter) => letter.replace(/"$/, '*"')));
    expect(JSON.parse(JSON.stringify(written).replaceAll('*', ''))).toEqual(definition);
  });

  test('are given by their paths, those of messages apart', () => {
    expect(textsIn(definition)).toHaveLength(17);
    const ofPage = textsIn(definition, (path) => !isOfMessage(path));
    expect(textsIn(definition, isOfMessage).length + ofPage.length).toBe(17);
    expect(ofPage).toContain(definition.closings.top);
    expect(ofPage).not.toContain(definition.email.subject);
    expect(ofPage).not.toContain(definition.sms?.text);
  });

  test('may name the custom fields that there are', () => {
    const naming = mapTexts(definition, (text, path) => (path === 'email/intro' ? `${text} {{quarto}}` : text));
    expect(faultsOf(naming, ['quarto'])).toEqual([]);
    expect(faultsOf(naming, ['visita'])).toEqual([
      { path: 'email/intro', reason: 'unknown_variable', found: ['{{quarto}}'] },
    ]);
  });

  test('each can keep the survey from being published', () => {
    expect(faultsOf(definition, [])).toEqual([]);
    const broken = mapTexts(definition, (text) => `${text} {{apelido}}`);
    expect(faultsOf(broken, [])).toHaveLength(17);
    expect(faultsOf(broken, [])[0]).toEqual({
      path: 'questions/0/title',
      reason: 'unknown_variable',
      found: ['{{apelido}}'],
    });
    for (const variable of variables) {
      for (const language of languages) {
        const place = placeOf(variable, language);
        const well = mapTexts(definition, (text, path) => (path.endsWith('senderName') ? text : `${text} ${place}`));
        expect(faultsOf(well, [])).toEqual([]);
      }
    }
  });

  test('answers go to an address or to none', () => {
    const answersTo = (replyTo: string) => faultsOf({ ...definition, email: { ...definition.email, replyTo } }, []);
    expect(answersTo('')).toEqual([]);
    expect(answersTo('sac@aurora.example')).toEqual([]);
    for (const replyTo of ['sac', '{{empresa}}@aurora.example', 'a@b.example, c@d.example'])
      expect(answersTo(replyTo)).toEqual([{ path: 'email/replyTo', reason: 'not_an_address', found: [] }]);
  });

  test('a sender is neither an address nor somebody’s first name', () => {
    const from = (senderName: string) =>
      faultsOf({ ...definition, email: { ...definition.email, senderName } }, ['quarto']);
    expect(from('{{empresa}} Hotéis')).toEqual([]);
    for (const place of ['{{nome}}', '{{quarto}}'])
      expect(from(place)).toMatchObject([{ path: 'email/senderName', reason: 'unknown_variable' }]);
    expect(from('security@bank.example')).toEqual([
      { path: 'email/senderName', reason: 'sender_looks_like_address', found: [] },
    ]);
  });
});
