import { z } from 'zod';

/** The legal bases of the Brazilian data protection law (Lei 13.709, art. 7) that a survey and its messages stand on. */
export const legalBases = ['consent', 'legitimate_interest', 'contract'] as const;
export const legalBasis = z.enum(legalBases);
export type LegalBasis = z.infer<typeof legalBasis>;
