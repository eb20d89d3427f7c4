import { z } from 'zod';
import { instant } from './primitives.ts';
import { route } from './route.ts';

/**
 * What a company may forget by age (PRIVACY-15): who answered, what was written, network addresses in the audit, where messages
 * went and what servers said of them (their texts are made when they leave, and not kept), and the audit itself.
 */
export const retentionKinds = ['identity', 'comments', 'addresses', 'messages', 'logs'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

const dayMin = 30;
/** The Brazilian Internet law (article 15) has records of access kept for six months. */
const logDaysMin = 183;
export const retentionDaysMax = 3_650;

/** After how many days of age at the earliest something may be forgotten. */
export function retentionDaysMin(kind: RetentionKind): number {
  return kind === 'logs' || kind === 'addresses' ? logDaysMin : dayMin;
}

const days = z.coerce.number().int().max(retentionDaysMax);
const isLongEnough = (rule: { kind: RetentionKind; days: number | null }) =>
  rule.days === null || rule.days >= retentionDaysMin(rule.kind);

/** Off where `days` is null, as every rule is in the beginning. */
export const RetentionRule = z.object({
  kind: z.enum(retentionKinds),
  days: z.number().int().nullable(),
  /** When it last ran to its end. */
  ran_at: instant.nullable(),
});
export type RetentionRule = z.infer<typeof RetentionRule>;
const Rules = z.object({ data: z.array(RetentionRule) });

export const listRetentionRules = route('GET /retention-rules', {
  summary: 'After how many days the company forgets what',
  permission: 'privacy.manage',
  answer: Rules,
});

export const changeRetentionRule = route('PUT /retention-rules', {
  summary: 'Change after how many days the company forgets something, or that it does',
  permission: 'privacy.manage',
  body: z
    .object({ kind: z.enum(retentionKinds), days: z.number().int().max(retentionDaysMax).nullable() })
    .refine(isLongEnough, { path: ['days'] }),
  answer: Rules,
});

export const rehearseRetentionRule = route('GET /retention-rules/rehearsal', {
  summary: 'How many records a rule would reach if it ran now; nothing is forgotten',
  permission: 'privacy.manage',
  query: z.object({ kind: z.enum(retentionKinds), days }).refine(isLongEnough, { path: ['days'] }),
  answer: z.object({ before: instant, rows: z.number().int() }),
});
