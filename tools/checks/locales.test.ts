import { describe, expect, test } from 'vitest';
import { readCatalogue, type Catalogue } from './locales/catalogue.ts';
import { checkCodes, codesOf } from './locales/codes.ts';
import { checkKeys } from './locales/keys.ts';
import { checkParity } from './locales/parity.ts';
import { checkVocabulary } from './locales/vocabulary.ts';

const plural = {
  found_one: '{{count}} contato',
  found_many: '{{count}} de contatos',
  found_other: '{{count}} contatos',
};
const pt = { title: 'Contatos', hello: 'Olá, {{name}}', status: { done: 'Feito' }, ...plural };
const es = { ...pt, title: 'Contactos' };
const en = {
  title: 'Contacts',
  hello: 'Hello {{name}}',
  status: { done: 'Done' },
  found_one: '{{count}} contact',
  found_other: '{{count}} contacts',
};

function catalogue(language: string, content: unknown, namespace = 'contacts'): Catalogue {
  const read = readCatalogue(`web/src/locales/${language}/${namespace}.json`, content);
  if (!read) throw new Error(`not a catalogue: ${language}`);
  return read;
}

type Changes = Partial<Record<'pt' | 'es' | 'en', Record<string, unknown>>>;

/** Checks the three whole languages with some keys changed; `undefined` takes a key out. */
function parity(changes: Changes): string[] {
  const all = Object.entries({ pt, es, en }).map(([language, whole]) => {
    const changed = Object.entries({ ...whole, ...changes[language as keyof Changes] });
    return catalogue(language, Object.fromEntries(changed.filter(([, text]) => text !== undefined)));
  });
  return checkParity(all).map(({ file, message }) => `${file.split('/')[3]} ${message}`);
}

const lone = {
  pt: { left_other: 'Restam {{n}}' },
  es: { left_other: 'Quedan {{n}}' },
  en: { left_other: '{{n}} left' },
};
const counted = {
  pt: { title: '{{count}} contatos' },
  es: { title: '{{count}} contactos' },
  en: { title: '{{count}}' },
};

describe('parity', () => {
  test('three whole languages agree', () => {
    expect(parity({})).toEqual([]);
  });

  test.each(['{{n}} enviados', '{{n}} não receberão', '{{n}} sem confirmação', 'Ver los {{n}} de comentarios'])(
    'millions need no “de” in “%s”',
    (text) => {
      const many = { found_many: text.replace('n', 'count') };
      expect(parity({ pt: many, es: many })).toEqual([]);
    },
  );

  test('one file per language is read too', () => {
    const mail = readCatalogue('server/src/modules/sends/channels/email/locales/pt.json', pt);
    expect(mail).toMatchObject({ group: 'server/src/modules/sends/channels/email:email', language: 'pt' });
  });

  test.each<[string, Changes, string]>([
    ['a missing key', { es: { title: undefined } }, 'es “title” is missing'],
    ['a key only one language has', { en: { extra: 'Extra' } }, 'pt “extra” is missing'],
    ['an empty text', { es: { title: '  ' } }, 'es “title” has no text'],
    ['a missing variable', { es: { hello: 'Hola' } }, 'es “hello” uses no variable'],
    ['another variable', { en: { hello: 'Hello {{nome}}' } }, 'en “hello” uses {{nome}}'],
    ['a missing tag', { pt: { title: '<b>Contatos</b>' } }, 'es “title” uses no variable'],
    ['a plural without “many” in Spanish', { es: { found_many: undefined } }, 'es plural form “found_many” is missing'],
    ['a plural of which only “other” is there', lone, 'pt plural form “left_one” is missing'],
    ['a count in a text that is no plural', counted, 'es “title” says a count and is no plural'],
    [
      'millions without “de”',
      { es: { found_many: '{{count}} contactos' } },
      'es “found_many” is for millions; write “de” between',
    ],
    ['“many” in English', { en: { found_many: '{{count}} contacts' } }, 'en “found_many” is no plural form'],
    [
      'a plural that is none in one language',
      { en: { found_one: undefined, found_other: undefined, found: 'Found' } },
      'en “found” is a plural in',
    ],
  ])('%s', (_name, changes, message) => {
    expect(parity(changes).join('\n')).toContain(message);
  });

  test('a missing language', () => {
    expect(checkParity([catalogue('pt', pt), catalogue('en', en)])).toMatchObject([
      { message: 'is missing in “es”; write it' },
    ]);
  });
});

describe('error codes', () => {
  const contract = {
    commonErrors: { NOT_FOUND: 404 },
    createContact: { method: 'POST', path: '/contacts', definition: { errors: { CONTACT_EXISTS: 409 } } },
    listContacts: { method: 'GET', path: '/contacts', definition: {} },
    ContactForm: { shape: {} },
  };

  test('are collected from routes and the common ones', () => {
    expect(codesOf(contract)).toEqual(['NOT_FOUND', 'CONTACT_EXISTS']);
  });

  test('need a sentence in every language', () => {
    const whole = catalogue('pt', { NOT_FOUND: 'Não existe', CONTACT_EXISTS: 'Já existe' }, 'errors');
    const holed = catalogue('es', { NOT_FOUND: 'No existe' }, 'errors');
    expect(checkCodes(codesOf(contract), [whole])).toEqual([]);
    expect(checkCodes(codesOf(contract), [whole, holed])).toMatchObject([
      { file: holed.file, message: expect.stringContaining('CONTACT_EXISTS') },
    ]);
    expect(checkCodes(codesOf(contract), [])).toHaveLength(1);
  });
});

describe('keys in code', () => {
  const file = 'web/src/features/contacts/ContactsPage.tsx';
  const everything = `const { t } = useTranslation('contacts'); t('title'); t('hello', { name }); t('found', { count }); t(\`status.\${state}\`);`;

  function keys(source: string, dynamic: { start: string; why: string }[] = []): string[] {
    const found = checkKeys(
      new Map([[file, `function Page() { ${source} }`]]),
      [catalogue('pt', pt), catalogue('es', es)],
      dynamic,
    );
    return found.map(({ message }) => message);
  }

  test('all known and all used', () => {
    expect(keys(everything)).toEqual([]);
  });

  test.each([
    ['a key without a text', `t('gone')`],
    ['a key in another namespace', `i18n.t('surveys:title')`],
    ['a key chosen by a condition', `t(open ? 'title' : 'gone')`],
    ['the beginning of a key', '`t(`gone.${x}`)`'.slice(1, -1)],
    ['a key of Trans', `return <Trans ns="contacts" i18nKey="gone" />`],
    ['a key of Trans with t', `return <Trans t={t} i18nKey="gone" />`],
    ['a key under a prefix', `const { t: state } = useTranslation('contacts', { keyPrefix: 'status' }); state('gone')`],
    [
      'a key that exists only without the prefix',
      `const { t: state } = useTranslation('contacts', { keyPrefix: 'status' }); state('title')`,
    ],
    ['a key through the hook itself', `const words = useTranslation('contacts'); words.t('gone')`],
  ])('%s', (_name, source) => {
    expect(keys(`${everything} ${source}`)).toMatchObject([expect.stringContaining('asks for')]);
  });

  test('a count for a text that is no plural', () => {
    expect(keys(everything.replace(`t('title')`, `t('title', { count })`))).toEqual([
      expect.stringContaining('counts “title”, which is no plural'),
    ]);
  });

  test('a plural without a count', () => {
    expect(keys(everything.replace(`t('found', { count })`, `t('found', { n })`))).toEqual([
      expect.stringContaining('asks for the plural “found” without a count'),
    ]);
    expect(keys(everything.replace(`t('found', { count })`, `t('found', { ...options })`))).toEqual([]);
  });

  test('two components of one file keep their own t', () => {
    const two = `${everything} } function Other() { const { t } = useTranslation('surveys'); t('title');`;
    expect(keys(two)).toMatchObject([expect.stringContaining('surveys.json')]);
  });

  test('a text nobody reads', () => {
    expect(keys(everything.replace(`t('title');`, ''))).toMatchObject([
      expect.stringContaining('“title” is used nowhere'),
    ]);
  });

  test('a key kept as a value is used', () => {
    expect(keys(everything.replace(`t('title');`, `menu({ label: 'contacts:title' });`))).toEqual([]);
  });

  test('a declared beginning is used', () => {
    const rest = everything.replace(/t\(`status.*?\);/, '');
    expect(keys(rest)).toHaveLength(1);
    expect(keys(rest, [{ start: 'contacts:status.', why: 'test' }])).toEqual([]);
  });
});

describe('vocabulary', () => {
  const says = (language: string, text: string) =>
    checkVocabulary([catalogue(language, { title: text })]).map(({ message }) => message);

  test.each([
    ['es', 'Indica tu nombre', '“title” says “tu”; write usted'],
    ['es', 'Nota 9 de 10', '“title” says “Nota”; write calificación'],
    ['es', 'No tiene este recurso', '“title” says “recurso”; write función'],
    ['es', 'Hubo 2 fallas', '“title” says “fallas”; write fallo'],
    ['es', '¿Cómo fue su estancia?', '“title” says “estancia”; write Latin American'],
    ['es', 'Use el botón «Guardar»', '“title” says “«”; write “ ”'],
    ['es', 'Hable con soporte', '“title” says “Hable con soporte”; write comuníquese con soporte'],
    ['pt', 'Escolha o ficheiro', '“title” says “ficheiro”; write the word of Brazil'],
    ['pt', 'Situação', '“title” says “Situação”; write status'],
    ['en', 'Brand colour', '“title” says “colour”; write American spelling'],
  ])('finds in %s “%s”', (language, text, message) => {
    expect(says(language, text)).toEqual([message]);
  });

  test.each([
    ['es', 'Actualice el estatus, también el tubo y la notación'],
    ['pt', 'De 0 a 10, qual nota?'],
    ['en', 'Brand color of {{email}}'],
  ])('takes in %s “%s”', (language, text) => {
    expect(says(language, text)).toEqual([]);
  });
});
