import type { CompanyId, UserId } from '@escuta/contract/ids';
import { metricOfTemplate } from '@escuta/contract/surveys';
import { writeUnit as writeBusinessUnit } from '#modules/companies/demo/write-companies.ts';
import { hashAddresses } from '#modules/contacts/address-hash.ts';
import { writeContacts, writeSuppressions } from '#modules/contacts/demo/write-contacts.ts';
import type { Activity } from '#modules/contacts/demo/write-contacts.ts';
import { writeImports } from '#modules/imports/demo/write-imports.ts';
import { writeAnswers } from '#modules/responses/demo/write-answers.ts';
import type { GivenAnswer } from '#modules/responses/demo/write-answers.ts';
import { writeSends } from '#modules/sends/demo/write-sends.ts';
import { writeSurveys } from '#modules/surveys/demo/write-surveys.ts';
import type { Answered, WrittenSurvey } from '#modules/surveys/demo/write-surveys.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Random } from '#platform/drawing/random.ts';
import { timezone } from '#platform/drawing/time-line.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';
import type { Files } from '#platform/storage/files.ts';
import type { DemoSurvey } from './demo-company.ts';
import type { DrawnUnit } from './make-unit.ts';

interface DemoCompany {
  readonly companyId: CompanyId;
  readonly companyName: string;
  readonly ownerId: UserId;
  readonly random: Random;
  readonly time: TimeLine;
}

/** Writes what was drawn for a unit, in the order in which one thing needs another. Says how many answers there are. */
export async function writeUnit(
  tx: Transaction,
  files: Files,
  company: DemoCompany,
  drawn: DrawnUnit,
): Promise<number> {
  const { unit, contacts, imports, suppressions } = drawn;
  const inUnit = { ...company, businessUnitId: drawn.id, brandColor: unit.brandColor };
  const createdAt = company.time.at(400, 9);
  await writeBusinessUnit(tx, company.companyId, { ...unit, id: drawn.id, timezone, createdAt });
  const importIds = await writeImports(
    tx,
    files,
    inUnit,
    unit.imports.map((file, at) => ({ file, drawn: imports[at]! })),
  );
  await writeContacts(tx, inUnit, { contacts, importIds, activity: activityOf(drawn) });
  const counts = answeredBy(drawn);
  const surveys = await writeSurveys(
    tx,
    inUnit,
    unit.surveys.map((survey) => ({ survey, answered: counts.get(survey) })),
  );
  const addressHashes = await hashAddresses(
    tx,
    contacts.flatMap(({ email }) => email ?? []),
  );
  await writeSends(
    tx,
    { ...inUnit, addressHashes },
    drawn.sends.map((send) => ({ ...send, survey: { ...surveys.get(send.survey)!, title: send.survey.title } })),
  );
  const left = [...suppressions.reasons].map(([contact, reason]) => ({
    contact,
    reason,
    at: suppressions.at.get(contact)!,
  }));
  await writeSuppressions(tx, inUnit, left);
  const given = givenOf(drawn, surveys);
  await writeAnswers(tx, inUnit, given);
  return given.length;
}

/** What each contact was last sent and last answered. */
function activityOf({ sends }: DrawnUnit): Map<object, Activity> {
  const activity = new Map<object, Activity>();
  const accepted = sends.flatMap(({ survey, items }) =>
    items.flatMap(({ contact, outcome, executedAt, answer }) =>
      outcome === 'accepted' ? [{ survey, contact, executedAt, answer }] : [],
    ),
  );
  for (const { survey, contact, executedAt, answer } of accepted) {
    const before = activity.get(contact);
    const isLater = answer && (!before?.answer || answer.answeredAt > before.answer.answeredAt);
    activity.set(contact, {
      sentAt: before && before.sentAt > executedAt ? before.sentAt : executedAt,
      answer: isLater ? { ...answer, metric: metricOfTemplate(survey.template) } : (before?.answer ?? null),
    });
  }
  return activity;
}

/** How many answers each survey has, and when the last came. */
function answeredBy({ sends, counterAnswers }: DrawnUnit): Map<DemoSurvey, Answered> {
  const answered = new Map<DemoSurvey, Answered>();
  const byMessage = sends.flatMap(({ survey, items }) =>
    items.flatMap(({ answer }) => (answer ? [{ survey, answer }] : [])),
  );
  for (const { survey, answer } of [...byMessage, ...counterAnswers]) {
    const before = answered.get(survey);
    answered.set(survey, {
      responses: (before?.responses ?? 0) + 1,
      lastAnsweredAt: before && before.lastAnsweredAt > answer.answeredAt ? before.lastAnsweredAt : answer.answeredAt,
    });
  }
  return answered;
}

function givenOf({ sends, counterAnswers }: DrawnUnit, surveys: ReadonlyMap<DemoSurvey, WrittenSurvey>): GivenAnswer[] {
  const about = (survey: DemoSurvey) => {
    const { id: surveyId, versionId } = surveys.get(survey)!;
    return { surveyId, versionId, metric: metricOfTemplate(survey.template) };
  };
  const byMessage = sends.flatMap(({ id: sendId, survey, items }) =>
    items.flatMap(({ id: itemId, contact, answer }): GivenAnswer[] =>
      answer ? [{ ...about(survey), answer, message: { sendId, itemId, contactId: contact.id } }] : [],
    ),
  );
  return [...byMessage, ...counterAnswers.map(({ survey, answer }) => ({ ...about(survey), answer, message: null }))];
}
