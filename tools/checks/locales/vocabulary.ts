// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore analys ecrã telemóvel vosotr vuestr recognise
import type { Problem } from '../kit/report.ts';
import type { Catalogue, Language } from './catalogue.ts';

/** A word that the texts of a language do without, and what they say instead (docs/glossary.md). */
interface Avoided {
  readonly word: RegExp;
  readonly instead: string;
}

/** `\b` knows no accents: a word ends where no letter follows. */
const word = (forms: string) => new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, 'iu');

const avoided: Record<Language, readonly Avoided[]> = {
  pt: [
    { word: word('situação'), instead: 'status' },
    { word: word('ficheiros?|utilizador(?:es)?|ecrã|telemóvel|palavra-passe'), instead: 'the word of Brazil' },
    { word: word('template|upload'), instead: 'modelo, carregar' },
  ],
  es: [
    { word: word('tú|tus?|te|ti|contigo|vosotr[oa]s|vuestr[oa]s?'), instead: 'usted' },
    { word: word('notas?'), instead: 'calificación' },
    { word: word('recursos?'), instead: 'función' },
    { word: word('fallas?'), instead: 'fallo' },
    { word: word('modelos?'), instead: 'plantilla, or archivo de ejemplo' },
    { word: word('público'), instead: 'audiencia' },
    { word: /[«»]/u, instead: '“ ”' },
    { word: word('hable con (?:el )?soporte'), instead: 'comuníquese con soporte' },
    { word: word('le invitó|le invitaron'), instead: 'a sentence without “le” for the one who is invited' },
    {
      word: word('ficheros?|ordenador(?:es)?|portátil(?:es)?|móvil(?:es)?|estancia|recibirle|verle|escucharle'),
      instead: 'Latin American',
    },
  ],
  en: [
    {
      word: word('colours?|grey|cancelled|apologise|recognise|analys(?:e|es|ed|ing)|any more|tick the box'),
      instead: 'American spelling',
    },
    { word: word('email|emails'), instead: 'e-mail' },
  ],
};

/** Finds the words that the glossary has left, or that people of the market would not say; names of variables are none. Pure. */
export function checkVocabulary(catalogues: readonly Catalogue[]): Problem[] {
  return catalogues.flatMap(({ file, language, texts }) =>
    [...texts].flatMap(([key, text]) => {
      const found = avoided[language].map(({ word: rule, instead }) => ({
        said: rule.exec(text.replaceAll(/\{\{.*?\}\}/g, ''))?.[0],
        instead,
      }));
      return found.flatMap(({ said, instead }) =>
        said === undefined ? [] : [{ file, message: `“${key}” says “${said}”; write ${instead}` }],
      );
    }),
  );
}
