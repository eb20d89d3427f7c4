import type { BusinessUnitId } from '@escuta/contract/ids';
import { metricOfTemplate } from '@escuta/contract/surveys';
import { makeContacts } from '#modules/contacts/demo/make-contacts.ts';
import type { DemoContact } from '#modules/contacts/demo/make-contacts.ts';
import { makeImport } from '#modules/imports/demo/make-import.ts';
import type { DemoImport } from '#modules/imports/demo/make-import.ts';
import { answerTime, counterTimes, makeAnswer } from '#modules/responses/demo/make-answers.ts';
import type { Asked, DemoAnswer } from '#modules/responses/demo/make-answers.ts';
import { makeSend, wavesOf } from '#modules/sends/demo/make-sends.ts';
import type { Addressee, DemoSend, Suppressions } from '#modules/sends/demo/make-sends.ts';
import type { Random } from '#platform/drawing/random.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';
import { composeComment } from './compose-comment.ts';
import type { DemoSurvey, DemoUnit } from './demo-company.ts';

/** Everything drawn for one unit. */
export interface DrawnUnit {
  readonly unit: DemoUnit;
  readonly id: BusinessUnitId;
  readonly contacts: readonly DemoContact[];
  readonly imports: readonly DemoImport[];
  readonly sends: readonly DemoSend<DemoSurvey, DemoAnswer>[];
  readonly counterAnswers: readonly { readonly survey: DemoSurvey; readonly answer: DemoAnswer }[];
  readonly suppressions: Suppressions;
}

/** Draws a unit's year: its people, the files that brought them, what was sent, and what was answered. */
export function makeUnit(random: Random, unit: DemoUnit, time: TimeLine): DrawnUnit {
  const id = random.idAt<BusinessUnitId>(time.at(400, 9));
  const contacts = makeContacts(random, unit, time);
  const imports = unit.imports.map(({ rejected }, at) =>
    makeImport(random, { rejected, contacts: contacts.filter(({ importIndex }) => importIndex === at) }),
  );
  const suppressions: Suppressions = { reasons: new Map(), at: new Map() };
  const lastSent = new Map<Addressee, Date>();
  const waves = unit.surveys
    .flatMap((survey) => wavesOf(survey, time).map((start) => ({ survey, start })))
    .toSorted((left, right) => left.start.getTime() - right.start.getTime());
  const answerTo = (survey: DemoSurvey, sentAt: Date) => {
    const answeredAt = answerTime(random, sentAt, time);
    return answeredAt && makeAnswer(random, askedBy(survey), answeredAt, time);
  };
  const sends = waves.map(({ survey, start }) =>
    makeSend(random, survey, start, { contacts, lastSent, suppressions, answerTo }),
  );
  const counterAnswers = unit.surveys.flatMap((survey) =>
    counterTimes(random, survey.linkAnswersPerDay, time).map((at) => ({
      survey,
      answer: makeAnswer(random, askedBy(survey), at, time),
    })),
  );
  return { unit, id, contacts, imports, sends, counterAnswers, suppressions };
}

function askedBy({ template, story, commentsOf, spanishShare }: DemoSurvey): Asked {
  return {
    metric: metricOfTemplate(template),
    story,
    comment: (random, moment, group) => composeComment(random, commentsOf(moment), group, spanishShare),
  };
}
