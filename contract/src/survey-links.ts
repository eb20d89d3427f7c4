import { z } from 'zod';
import { SurveyId } from './ids.ts';
import { byId } from './primitives.ts';
import { route } from './route.ts';

/** The open link of a survey: whoever holds it may answer, without being asked for a name. */
export const SurveyLink = z.object({
  /** Whether answers are taken there; a survey that is paused or closed takes none all the same. */
  open: z.boolean(),
  /** Where it leads; null until it was opened for the first time. It stays the same for ever. */
  url: z.url().nullable(),
});
export type SurveyLink = z.infer<typeof SurveyLink>;

export const getSurveyLink = route('GET /surveys/:id/link', {
  summary: 'The open link of a survey',
  permission: 'surveys.read',
  params: byId(SurveyId),
  answer: SurveyLink,
});

export const changeSurveyLink = route('PUT /surveys/:id/link', {
  summary: 'Open or close the open link of a published survey',
  permission: 'surveys.edit',
  params: byId(SurveyId),
  body: z.object({ open: z.boolean() }),
  answer: SurveyLink,
  errors: { SURVEY_NOT_PUBLISHED: 409 },
});
