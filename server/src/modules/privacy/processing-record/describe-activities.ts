import type { Language } from '@escuta/contract/primitives';
import { typeOf } from '@escuta/contract/questions/index';
import { addressFields } from '@escuta/contract/sends';
import { sayVariables } from '@escuta/contract/variables';
import type { ProviderService } from '@escuta/contract/sub-processors';
import type { PublishedFacts } from '#modules/surveys/index.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import type { RecordFacts } from './collect-facts.ts';
import { basesIn, keptText, recipientsIn, securityIn } from './record-phrases.ts';
import { recordWords } from './record-words.ts';
import type { RecordWords } from './record-words.ts';

/** One thing that is done with personal data, in words. What a list has none of is empty. */
export interface Activity {
  readonly kind: keyof RecordWords['activity'];
  readonly activity: string;
  readonly unit: string;
  readonly purposes: readonly string[];
  readonly data_subjects: readonly string[];
  readonly personal_data: readonly string[];
  readonly sensitive_data: readonly string[];
  /** Empty where nobody has said it. */
  readonly legal_basis: readonly string[];
  /** Of a survey alone. */
  readonly anonymous: boolean | null;
  readonly channels: readonly string[];
  readonly retention: readonly string[];
  readonly recipients: readonly string[];
  readonly security: readonly string[];
}

/** What a company does with personal data: each survey that it published, and what it does beside them. */
export function describeActivities(facts: RecordFacts, language: Language): Activity[] {
  return [
    ...facts.surveys.map((survey) => ofSurvey(survey, facts, language)),
    ...ofContacts(facts, language),
    ...ofCompany(facts, language),
  ];
}

function ofSurvey(survey: PublishedFacts, facts: RecordFacts, language: Language): Activity {
  const words = recordWords[language];
  const { surveyId, isAnonymous, hasOpenLink, legalBasis, asks, sensitiveQuestions } = survey;
  const labels = new Map(facts.customFields.map((field) => [field.internal_name, field.label]));
  const channels = facts.channels.get(surveyId) ?? [];
  const hasScores = asks.some((type) => typeOf({ type }).metric !== null);
  const hasComments = asks.some((type) => typeOf({ type }).isComment);
  const { data } = words;
  return {
    kind: 'survey',
    activity: fillSentence(words.activity.survey, { title: survey.title }),
    unit: facts.units.get(survey.businessUnitId) ?? '',
    purposes: [words.purpose[survey.metric]],
    data_subjects: [words.subject.respondents],
    personal_data: [
      ...(isAnonymous ? [] : [data.respondent]),
      ...(hasScores ? [data.scores] : []),
      ...(hasComments ? [data.comments] : []),
      data.answered,
    ],
    sensitive_data: sensitiveQuestions.map((title) => sayVariables(title, language, labels)),
    legal_basis: basesIn(legalBasis ? [legalBasis] : [], language),
    anonymous: isAnonymous,
    channels: [...channels.map((channel) => words.channel[channel]), ...(hasOpenLink ? [words.channel.link] : [])],
    retention: [
      ...(isAnonymous ? [] : [keptText('identity', facts, language)]),
      ...(hasScores ? [keptText('scores', facts, language)] : []),
      ...(hasComments ? [keptText('comments', facts, language)] : []),
    ],
    recipients: recipientsIn(facts, channels, language),
    security: securityIn(facts, language),
  };
}

/** What is done with the people who are asked. */
function ofContacts(facts: RecordFacts, language: Language): Activity[] {
  const { data, subject, channel: channelWords } = recordWords[language];
  const channels = [...new Set([...facts.channels.values()].flat())].toSorted();
  const { plain, sensitive } = knownOf(facts, recordWords[language]);
  const bases = [...facts.surveys.flatMap(({ legalBasis }) => legalBasis ?? []), ...facts.consentBases];
  const legal_basis = basesIn(bases, language);
  return [
    {
      ...standing('contacts', facts, language),
      data_subjects: [subject.contacts],
      personal_data: [...plain, ...sensitive, data.consents],
      sensitive_data: sensitive,
      legal_basis,
      retention: [keptText('contacts', facts, language)],
    },
    {
      ...standing('sends', facts, language, channels),
      data_subjects: [subject.contacts],
      personal_data: [data.name, ...channels.map((channel) => data[addressFields[channel]]), data.delivery],
      legal_basis,
      channels: channels.map((channel) => channelWords[channel]),
      retention: [keptText('messages', facts, language)],
    },
    {
      ...standing('files', facts, language, ['files']),
      data_subjects: [subject.contacts, subject.respondents],
      personal_data: [data.rows],
      sensitive_data: sensitive,
      legal_basis,
      retention: (['uploads', 'imports', 'rejectedRows', 'exports'] as const).map((what) =>
        keptText(what, facts, language),
      ),
    },
  ];
}

/** What is done for the law and with the people of the company itself. */
function ofCompany(facts: RecordFacts, language: Language): Activity[] {
  const { data, subject, basis } = recordWords[language];
  const { sensitive } = knownOf(facts, recordWords[language]);
  return [
    {
      ...standing('privacy_requests', facts, language, ['email', 'files']),
      data_subjects: [subject.requesters],
      personal_data: [data.request, data.collected],
      sensitive_data: sensitive,
      legal_basis: [basis.requests],
      retention: (['requests', 'packages'] as const).map((what) => keptText(what, facts, language)),
    },
    {
      ...standing('audit', facts, language),
      data_subjects: [subject.team, subject.contacts],
      personal_data: [data.acts],
      legal_basis: [basis.logs],
      retention: (['logs', 'addresses'] as const).map((what) => keptText(what, facts, language)),
    },
    {
      ...standing('team', facts, language, ['email', 'files', 'sign_in', 'payments', 'short_links']),
      data_subjects: [subject.team],
      personal_data: [data.accounts],
      retention: [keptText('accounts', facts, language)],
    },
  ];
}

/** What an activity of the whole company begins with. */
function standing(
  kind: Exclude<Activity['kind'], 'survey'>,
  facts: RecordFacts,
  language: Language,
  services: readonly ProviderService[] = [],
) {
  const { activity, purpose, allUnits } = recordWords[language];
  return {
    kind,
    activity: activity[kind],
    unit: facts.isOfAllUnits ? allUnits : [...facts.units.values()].join(', '),
    purposes: [purpose[kind]],
    sensitive_data: [],
    legal_basis: [],
    anonymous: null,
    channels: [],
    recipients: recipientsIn(facts, services, language),
    security: securityIn(facts, language),
  };
}

/** What is known of contacts: the fields in use, and the company's own ones with what they hold. */
function knownOf({ fieldsInUse, customFields }: RecordFacts, { data, fieldType }: RecordWords) {
  const written = (sensitive: boolean) =>
    customFields
      .filter((field) => field.sensitive === sensitive)
      .map(({ label, type }) => fillSentence(data.custom, { label, type: fieldType[type] }));
  return { plain: [...[...fieldsInUse].map((name) => data[name]), ...written(false)], sensitive: written(true) };
}
