import { z } from 'zod';
import { ContactCompanyId, ImportId, SurveyId } from './ids.ts';
import { scoreMax } from './metrics.ts';
import { channel, day, language } from './primitives.ts';
import { metric, scoreGroup } from './surveys.ts';

/** The origins of responses: a message that invites somebody, an open link, a file of answers given elsewhere. */
export const responseOrigins = ['invitation', 'link', 'import'] as const;
export const responseOrigin = z.enum(responseOrigins);
export type ResponseOriginName = z.infer<typeof responseOrigin>;

/** The orders of the list. */
export const responseOrders = ['newest', 'oldest'] as const;

const presence = z.enum(['with', 'without']);
const scoreBound = z.coerce.number().int().min(0).max(scoreMax);

/**
 * Which responses: the one filter of numbers, charts, lists and files. Every field narrows, and none left out means all
 * responses that count: tests and excluded ones never do, nor those that say nothing yet. Days are those of the score, in the
 * zone of the unit, both included.
 */
export const ResponseFilter = z.object({
  from: day.optional(),
  to: day.optional(),
  surveyId: SurveyId.optional(),
  metric: metric.optional(),
  channel: channel.optional(),
  origin: responseOrigin.optional(),
  language: language.optional(),
  score: presence.optional(),
  group: scoreGroup.optional(),
  scoreMin: scoreBound.optional(),
  scoreMax: scoreBound.optional(),
  comment: presence.optional(),
  /** Of the contacts that work for it today. */
  contactCompanyId: ContactCompanyId.optional(),
  /** The import that brought them. */
  importId: ImportId.optional(),
});
export type ResponseFilter = z.infer<typeof ResponseFilter>;

/** The number behind which responses stand. */
export type ResponseNumber =
  | { readonly of: 'scores' | 'comments' }
  | { readonly of: 'group'; readonly group: z.infer<typeof scoreGroup> }
  | { readonly of: 'score'; readonly score: number }
  | {
      readonly of: 'days';
      readonly from: string;
      readonly to: string;
      readonly group?: z.infer<typeof scoreGroup>;
    };

/** The filter that finds exactly the responses of a number, where `shown` is what all the numbers of its screen are narrowed to. */
export function responsesBehind(shown: ResponseFilter, number: ResponseNumber): ResponseFilter {
  switch (number.of) {
    case 'scores':
      return { ...shown, score: 'with' };
    case 'comments':
      return { ...shown, comment: 'with' };
    case 'group':
      return { ...shown, group: number.group };
    case 'score':
      return { ...shown, scoreMin: number.score, scoreMax: number.score };
    case 'days': {
      const { from, to, group } = number;
      return { ...shown, ...(group ? { group } : { score: 'with' }), from, to };
    }
  }
}
