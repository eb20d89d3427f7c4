import { z } from 'zod';
import { emailLengthMax } from './email-address.ts';
import { VariableField } from './field-variables.ts';
import { BusinessUnitId, CustomFieldId, SurveyId } from './ids.ts';
import { legalBasis } from './legal-basis.ts';
import { byId, channel, instant, language, paged, paging, searchWords } from './primitives.ts';
import { name } from './name.ts';
import { definitionOf, metricDefinitions, metrics, scoreGroups } from './metrics.ts';
import type { Metric } from './metrics.ts';
import { Question } from './questions/index.ts';
import { questionText as text } from './questions/question-type.ts';
import { route } from './route.ts';

const title = name(120);

/** What a survey measures, or nothing. */
export const surveyMetric = z.enum([...metrics, 'none']);
export type SurveyMetric = z.infer<typeof surveyMetric>;
export const metric = z.enum(metrics);
export const scoreGroup = z.enum(scoreGroups);

/** The message that carries the survey by e-mail. */
export const EmailTemplate = z.object({
  subject: z.string().trim().min(1).max(150),
  preheader: z.string().trim().max(150).default(''),
  senderName: z.string().trim().max(60).default(''),
  /** Where an answer to the message goes; without one, to the sender's own mailbox. */
  replyTo: z.string().trim().max(emailLengthMax).optional(),
  greeting: text,
  intro: text,
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

/** The message that carries the survey as SMS: the link to it follows the text. Empty: the words of the survey's language. */
export const SmsTemplate = z.object({ text: z.string().trim().max(480).default('') });
export type SmsTemplate = z.infer<typeof SmsTemplate>;

/** The most questions that a survey may ask. */
export const questionsMax = 100;

/** Everything that a respondent meets. A published version holds it for ever unchanged. */
export const SurveyDefinition = z.object({
  language,
  questions: z.array(Question).min(1).max(questionsMax),
  closings: z.object({ top: text, middle: text, bottom: text }),
  email: EmailTemplate,
  /** Absent in versions that were published before there was SMS. */
  sms: SmsTemplate.optional(),
  theme: z.object({ brandColor: z.string().regex(/^#[0-9a-fA-F]{6}$/) }),
  /** Why the company may use the data of whoever answers. Absent where nobody has said so. */
  legalBasis: legalBasis.optional(),
  /** Whether nothing leads from an answer back to the message that invited to it. Absent: it does. */
  anonymous: z.boolean().optional(),
});
export type SurveyDefinition = z.infer<typeof SurveyDefinition>;

export const surveyStatuses = ['draft', 'active', 'paused', 'closed', 'archived'] as const;
export const surveyStatus = z.enum(surveyStatuses);

/** Survey with the field names of the specification (ENTITY-14). `whatsapp_params` says per provider whether it is on. */
export const Survey = z.object({
  _id: SurveyId,
  title: z.string(),
  icon: z.string(),
  _business: z.object({ _id: BusinessUnitId, nome: z.string() }),
  metric: surveyMetric,
  status: surveyStatus,
  channels: z.array(channel),
  whatsapp_params: z.record(z.string(), z.boolean()),
  version: z.number().int().nullable(),
  has_changes: z.boolean(),
  /** Null for whoever sees those of some contacts alone: the counter is of everybody (PERMS-14). */
  responses: z.number().int().nullable(),
  last_answered_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
});
export type Survey = z.infer<typeof Survey>;

/** The draft being edited. `revision` guards against two people saving over each other. */
export const SurveyDraft = z.object({
  survey: Survey,
  definition: SurveyDefinition,
  revision: z.number().int(),
  /** The custom fields that its texts may name. */
  fields: z.array(VariableField),
  /** The keys of the questions whose answers are masked today: as it was published last. */
  masked: z.array(z.string()),
});
export type SurveyDraft = z.infer<typeof SurveyDraft>;

export type SurveyTemplate = (typeof metricDefinitions)[Metric]['templates'][number];
export const surveyTemplates: readonly SurveyTemplate[] = metrics.flatMap((each) => [
  ...metricDefinitions[each].templates,
]);
export const surveyTemplate = z.enum(surveyTemplates);

/** What a survey made from a template measures. */
export function metricOfTemplate(template: SurveyTemplate): Metric {
  return metrics.find((each) => definitionOf(each).templates.includes(template)) ?? metrics[0];
}

export const listSurveys = route('GET /surveys', {
  summary: 'Surveys of the unit',
  permission: 'surveys.read',
  query: paging.extend({ status: surveyStatus.optional(), search: searchWords.optional() }),
  answer: paged(Survey),
});

export const listSurveyTemplates = route('GET /surveys/templates', {
  summary: 'What surveys of the unit can begin with, in a language: the texts of each template',
  permission: 'surveys.edit',
  query: z.object({ language: language.default('pt') }),
  answer: z.object({ data: z.array(z.object({ template: surveyTemplate, definition: SurveyDefinition })) }),
});

/** A survey that loses words when a custom field goes, or may not be said any more. */
export const listSurveysNaming = route('GET /custom-fields/:id/surveys', {
  summary: 'The surveys of the company that name a custom field, in what is published or in what is being edited',
  permission: 'company.manage',
  params: byId(CustomFieldId),
  answer: z.object({ data: z.array(z.object({ _id: SurveyId, title: z.string() })) }),
});

export const createSurvey = route('POST /surveys', {
  summary: 'Create a survey from a template',
  permission: 'surveys.edit',
  body: z.object({ template: surveyTemplate, title, language: language.default('pt') }),
  answer: SurveyDraft,
  status: 201,
});

export const getSurveyDraft = route('GET /surveys/:id/draft', {
  summary: 'The texts of a survey as they are being edited',
  permission: 'surveys.read',
  params: byId(SurveyId),
  answer: SurveyDraft,
});

export const saveSurveyDraft = route('PUT /surveys/:id/draft', {
  summary: 'Save the texts of a survey',
  permission: 'surveys.edit',
  params: byId(SurveyId),
  body: z.object({ title, definition: SurveyDefinition, revision: z.number().int() }),
  answer: SurveyDraft,
  errors: { DRAFT_CHANGED_ELSEWHERE: 409 },
});

export const publishSurvey = route('POST /surveys/:id/versions', {
  summary: 'Publish the draft as a new immutable version',
  permission: 'surveys.edit',
  params: byId(SurveyId),
  body: z.object({ revision: z.number().int() }),
  answer: Survey,
  status: 201,
  errors: { DRAFT_CHANGED_ELSEWHERE: 409, NOTHING_TO_PUBLISH: 409, SURVEY_NOT_VALID: 422 },
});
