import type { ItemId, SendId } from '@escuta/contract/ids';
import type { DemoSurvey } from './demo-company.ts';
import { answerTime, makeAnswer } from './make-answers.ts';
import type { DemoAnswer } from './make-answers.ts';
import type { DemoContact } from './make-contacts.ts';
import type { Random } from './random.ts';
import type { TimeLine } from './time-line.ts';

export interface DemoItem {
  readonly id: ItemId;
  readonly contact: DemoContact;
  readonly outcome: 'accepted' | 'rejected' | 'skipped';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly executedAt: Date;
  readonly answer: DemoAnswer | null;
}

export interface DemoSend {
  readonly id: SendId;
  readonly survey: DemoSurvey;
  readonly createdAt: Date;
  readonly finishedAt: Date;
  readonly items: readonly DemoItem[];
}

/** What the unit has learnt about addresses: nobody is written to who left, or whose address bounced. */
export interface Suppressions {
  readonly reasons: Map<DemoContact, 'unsubscribed' | 'bounced'>;
  readonly at: Map<DemoContact, Date>;
}

const restDays = 30;
const dayMs = 86_400_000;
const finishedWithinMs = 1_800_000;
const rejectedShare = 0.018;
const leavingShare = 0.004;
const messagesPerSecond = 40;
const rejections = [
  '550 5.1.1 Mailbox does not exist',
  '550 5.1.10 Recipient not found',
  '552 5.2.2 Mailbox full',
  '554 5.7.1 Message refused by policy',
] as const;

/** When the sends of a survey began, oldest first. */
export function wavesOf(survey: DemoSurvey, time: TimeLine): Date[] {
  const { waves } = survey;
  if (!waves) return [];
  const starts: Date[] = [];
  for (let daysAgo = time.lastWeekday(waves.weekday); daysAgo <= waves.firstDaysAgo; daysAgo += waves.everyWeeks * 7) {
    const start = time.at(daysAgo, waves.hour);
    const isOver = start.getTime() < time.now.getTime() - finishedWithinMs;
    if (daysAgo >= waves.lastDaysAgo && isOver) starts.unshift(start);
  }
  return starts;
}

/** One send to contacts that had rest, with what became of each message. */
export function makeSend(
  random: Random,
  survey: DemoSurvey,
  createdAt: Date,
  {
    contacts,
    lastSent,
    suppressions,
    time,
  }: { contacts: readonly DemoContact[]; lastSent: Map<DemoContact, Date>; suppressions: Suppressions; time: TimeLine },
): DemoSend {
  const wanted = Math.round((survey.waves?.contacts ?? 0) * (0.85 + 0.3 * random.next()));
  const rested = (contact: DemoContact) =>
    createdAt.getTime() - (lastSent.get(contact)?.getTime() ?? 0) > restDays * dayMs;
  const audience = sampleOf(
    random,
    contacts.filter((contact) => contact.createdAt < createdAt && rested(contact)),
    wanted,
  );
  const items = audience.map((contact, index) => {
    const executedAt = new Date(createdAt.getTime() + 4_000 + (index * 1_000) / messagesPerSecond);
    const item = makeItem(random, survey, contact, executedAt, suppressions, time);
    if (item.outcome === 'accepted') lastSent.set(contact, executedAt);
    return item;
  });
  const finishedAt = new Date(createdAt.getTime() + 6_000 + (items.length * 1_000) / messagesPerSecond);
  return { id: random.idAt(createdAt), survey, createdAt, finishedAt, items };
}

function makeItem(
  random: Random,
  survey: DemoSurvey,
  contact: DemoContact,
  executedAt: Date,
  { reasons, at }: Suppressions,
  time: TimeLine,
): DemoItem {
  const item = { id: random.idAt<ItemId>(executedAt), contact, executedAt, detail: null, answer: null };
  const suppressed = reasons.get(contact);
  if (contact.email === null) return { ...item, outcome: 'skipped', reason: 'address_missing' };
  if (suppressed)
    return { ...item, outcome: 'skipped', reason: suppressed === 'unsubscribed' ? 'unsubscribed' : 'suppressed' };
  if (random.chance(rejectedShare)) {
    reasons.set(contact, 'bounced');
    at.set(contact, executedAt);
    return { ...item, outcome: 'rejected', reason: 'rejected_by_server', detail: random.pick(rejections) };
  }
  if (random.chance(leavingShare)) {
    reasons.set(contact, 'unsubscribed');
    at.set(contact, executedAt);
  }
  const answers = random.chance(survey.responseShare * contact.eagerness);
  const answeredAt = answers ? answerTime(random, executedAt, time) : null;
  return {
    ...item,
    outcome: 'accepted',
    reason: null,
    answer: answeredAt && makeAnswer(random, survey, answeredAt, time),
  };
}

/** `count` of the items, in a drawn order (the first steps of a Fisher–Yates shuffle). */
function sampleOf<T>(random: Random, items: readonly T[], count: number): T[] {
  const pool = [...items];
  const size = Math.min(count, pool.length);
  for (let index = 0; index < size; index += 1) {
    const other = random.int(index, pool.length - 1);
    [pool[index], pool[other]] = [pool[other]!, pool[index]!];
  }
  return pool.slice(0, size);
}
