import type { BusinessUnitId } from '@escuta/contract/ids';
import type { DemoSurvey, DemoUnit } from './demo-company.ts';
import { counterTimes, makeAnswer } from './make-answers.ts';
import type { DemoAnswer } from './make-answers.ts';
import { makeContacts } from './make-contacts.ts';
import type { DemoContact } from './make-contacts.ts';
import { contactsOfImports, makeImport } from './make-import.ts';
import type { DemoImport } from './make-import.ts';
import { makeSend, wavesOf } from './make-sends.ts';
import type { DemoSend, Suppressions } from './make-sends.ts';
import type { Random } from './random.ts';
import type { TimeLine } from './time-line.ts';

/** Everything drawn for one unit. */
export interface DrawnUnit {
  readonly unit: DemoUnit;
  readonly id: BusinessUnitId;
  readonly contacts: readonly DemoContact[];
  readonly imports: readonly DemoImport[];
  readonly sends: readonly DemoSend[];
  readonly counterAnswers: readonly { readonly survey: DemoSurvey; readonly answer: DemoAnswer }[];
  readonly suppressions: Suppressions;
}

/** Draws a unit's year: its people, the files that brought them, what was sent, and what was answered. */
export function makeUnit(random: Random, unit: DemoUnit, time: TimeLine): DrawnUnit {
  const id = random.idAt<BusinessUnitId>(time.at(400, 9));
  const contacts = makeContacts(random, unit, time);
  const imports = contactsOfImports(unit, contacts).map((brought, index) =>
    makeImport(random, { rejected: unit.imports[index]?.rejected ?? 0, contacts: brought }),
  );
  const suppressions: Suppressions = { reasons: new Map(), at: new Map() };
  const lastSent = new Map<DemoContact, Date>();
  const waves = unit.surveys
    .flatMap((survey) => wavesOf(survey, time).map((start) => ({ survey, start })))
    .toSorted((left, right) => left.start.getTime() - right.start.getTime());
  const sends = waves.map(({ survey, start }) =>
    makeSend(random, survey, start, { contacts, lastSent, suppressions, time }),
  );
  const counterAnswers = unit.surveys.flatMap((survey) =>
    counterTimes(random, survey, time).map((at) => ({ survey, answer: makeAnswer(random, survey, at, time) })),
  );
  return { unit, id, contacts, imports, sends, counterAnswers, suppressions };
}
