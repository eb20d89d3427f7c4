import { consentBases } from '@escuta/contract/consents';
import type { ConsentBasis } from '@escuta/contract/consents';
import { exportKeptMs } from '@escuta/contract/export-types';
import type { Language } from '@escuta/contract/primitives';
import type { ProviderService, SubProcessor } from '@escuta/contract/sub-processors';
import { importedFileKeptMs, uploadKeptMs } from '#modules/imports/index.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { packageKeptMs } from '../packages/package-files.ts';
import type { RecordFacts } from './collect-facts.ts';
import { daysIn, recordWords } from './record-words.ts';
import type { RecordWords } from './record-words.ts';

const dayMs = 24 * 3_600_000;
/** What the product itself deletes by its age, for every company alike. */
const keptMs = {
  exports: exportKeptMs,
  imports: importedFileKeptMs,
  uploads: uploadKeptMs,
  packages: packageKeptMs,
} as const;
type Kept = Exclude<keyof RecordWords['kept'], 'for' | 'forever'>;

/** What surveys and consents stand on, each once, in the order of the contract. */
export function basesIn(bases: readonly ConsentBasis[], language: Language): string[] {
  return consentBases.filter((basis) => bases.includes(basis)).map((basis) => recordWords[language].basis[basis]);
}

/** For how long something is kept: as a rule of the company says, as the product does for everybody, or without a term. */
export function keptText(what: Kept, { rules }: Pick<RecordFacts, 'rules'>, language: Language): string {
  const { kept } = recordWords[language];
  const days = rules.find(({ kind }) => kind === what)?.days ?? null;
  const spanMs = days === null ? (keptMs as Partial<Record<Kept, number>>)[what] : days * dayMs;
  const words = { what: kept[what], days: spanMs === undefined ? '' : daysIn(language, spanMs) };
  return fillSentence(spanMs === undefined ? kept.forever : kept.for, words);
}

/** Who receives data through some services, and whoever is named beside them all, with the country of each. */
export function recipientsIn(
  { subProcessors }: Pick<RecordFacts, 'subProcessors'>,
  services: readonly ProviderService[],
  language: Language,
): string[] {
  const { recipient, countryNotStated } = recordWords[language];
  const receives = ({ service }: SubProcessor) => service === null || services.includes(service);
  return subProcessors
    .filter(receives)
    .map(({ name, country }) => fillSentence(recipient, { name, country: country ?? countryNotStated }));
}

/** How the data is protected, in short. */
export function securityIn({ protection }: Pick<RecordFacts, 'protection'>, language: Language): string[] {
  const { security } = recordWords[language];
  const { asksSecondFactor, hasNetworks, isEncrypted } = protection;
  return [
    security.separated,
    security.roles,
    security.masked,
    security.audited,
    security.sealed,
    asksSecondFactor ? security.secondFactorAsked : security.secondFactor,
    ...(hasNetworks ? [security.networks] : []),
    ...(isEncrypted ? [security.encrypted] : []),
  ];
}
