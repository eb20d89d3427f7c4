import type { BusinessUnitId, ContactId, ItemId, SendId, SurveyId } from '@escuta/contract/ids';
/** Why a person is left in peace for a while (areas §4.1), in the order in which it is looked at. */
export const quarantineReasons = ['quarantine', 'quarantine_survey', 'already_answered'] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];

/** Whether a contact is held back for a while only: a send may be made in spite of that, never of any other reason. */
export function isQuarantine(reason: string): reason is QuarantineReason {
  return (quarantineReasons as readonly string[]).includes(reason);
}

/** What the rule looks at of an item that is about to be handed over. */
export interface Leaving {
  readonly itemId: ItemId;
  readonly contactId: ContactId | null;
  readonly addressHash: Buffer | null;
  readonly send: {
    readonly sendId: SendId;
    readonly businessUnitId: BusinessUnitId;
    readonly surveyId: SurveyId;
    readonly ignoresQuarantine: boolean;
    readonly quarantineDays: number;
    readonly surveyQuarantineDays: number;
  };
}

/**
 * Items that would be the second to reach a person in one transaction, which no ledger can tell yet: of two sends to the
 * same people, one worker may hold both messages. `quarantined` are those that do not leave anyway.
 */
export function seconds(
  items: readonly Leaving[],
  quarantined: ReadonlyMap<string, QuarantineReason>,
): Map<string, QuarantineReason> {
  const leaving = new Map<string, Leaving['send'][]>();
  const found = new Map<string, QuarantineReason>();
  for (const { itemId, contactId, addressHash, send } of items) {
    if (quarantined.has(itemId)) continue;
    const keys = [contactId, addressHash?.toString('hex')].flatMap((key) =>
      key ? [`${send.businessUnitId} ${key}`] : [],
    );
    const others = keys.flatMap((key) => leaving.get(key) ?? []).filter(({ sendId }) => sendId !== send.sendId);
    const reason = send.ignoresQuarantine ? undefined : quarantineAfter(others, send);
    if (reason) found.set(itemId, reason);
    else for (const key of keys) leaving.set(key, [...(leaving.get(key) ?? []), send]);
  }
  return found;
}

function quarantineAfter(others: readonly Leaving['send'][], send: Leaving['send']): QuarantineReason | undefined {
  if (others.length > 0 && send.quarantineDays > 0) return 'quarantine';
  const isSameSurvey = others.some(({ surveyId }) => surveyId === send.surveyId);
  return isSameSurvey && send.surveyQuarantineDays > 0 ? 'quarantine_survey' : undefined;
}
