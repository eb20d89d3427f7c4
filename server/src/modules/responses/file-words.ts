import type { ExportValues } from '@escuta/contract/export-types';
import type { Language } from '@escuta/contract/primitives';
import type { AnsweredQuestion, ListedResponse } from '@escuta/contract/response-list';
import { sayVariables } from '@escuta/contract/variables';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

export const texts: Readonly<Record<Language, typeof pt>> = { pt, es, en };

/** What a file of responses is called in a language, without its day. */
export function responsesFileName(language: Language): string {
  return texts[language].fileName;
}

/** How a file of responses names what it holds: in the words of a language, or by codes. */
export interface FileWords {
  readonly sheet: string;
  readonly column: (name: keyof typeof pt.column) => string;
  readonly group: (of: Pick<ListedResponse, 'metric' | 'score_group'>) => string | null;
  readonly metric: (of: ListedResponse['metric']) => string | null;
  readonly channel: (of: ListedResponse['channel']) => string;
  readonly origin: (of: ListedResponse['origin']) => string;
  readonly language: (of: Language) => string;
  readonly survey: (of: ListedResponse['survey']) => string;
  readonly question: (of: Pick<AnsweredQuestion, 'key' | 'title'>) => string;
}

/**
 * The words of a file; with codes in its cells and its headings the sheet keeps its name. `labels` are those of the custom fields that
 * its questions name.
 */
export function fileWords(language: Language, values: ExportValues, labels: ReadonlyMap<string, string>): FileWords {
  const { sheet, column, groups, channels, origins, languages } = texts[language];
  if (values === 'codes') {
    return {
      sheet,
      column: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      group: ({ score_group: of }) => of,
      metric: (of) => of,
      channel: (of) => of,
      origin: (of) => of,
      language: (of) => of,
      survey: ({ _id }) => _id,
      question: ({ key }) => key,
    };
  }
  return {
    sheet,
    column: (name) => column[name],
    group: ({ metric, score_group: of }) => metric && of && groups[metric][of],
    metric: (of) => of && of.toUpperCase(),
    channel: (of) => channels[of],
    origin: (of) => origins[of],
    language: (of) => languages[of],
    survey: ({ title }) => title,
    question: ({ title }) => sayVariables(title, language, labels),
  };
}
