import type { ContactId, ItemId, SendId } from '@escuta/contract/ids';
import type { Random } from '#platform/drawing/random.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';

/** When something is sent, and how many answer. */
export interface Sending {
  /** Sends, each on the same weekday and hour. */
  readonly waves?: {
    readonly everyWeeks: number;
    readonly contacts: number;
    readonly firstDaysAgo: number;
    readonly lastDaysAgo: number;
    /** 1 Monday to 7 Sunday. */
    readonly weekday: number;
    readonly hour: number;
  };
  /** Of the messages delivered, how many are answered. */
  readonly responseShare: number;
}

/** Somebody who may be written to. */
export interface Addressee {
  readonly id: ContactId;
  readonly email: string | null;
  readonly tel: string | null;
  readonly createdAt: Date;
  /** How much more or less than others the person answers: 1 is usual. */
  readonly eagerness: number;
}

export interface DemoItem<Answer> {
  readonly id: ItemId;
  readonly contact: Addressee;
  readonly outcome: 'accepted' | 'rejected' | 'skipped';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly executedAt: Date;
  readonly answer: Answer | null;
}

export interface DemoSend<Survey, Answer> {
  readonly id: SendId;
  readonly survey: Survey;
  readonly createdAt: Date;
  readonly finishedAt: Date;
  readonly items: readonly DemoItem<Answer>[];
}

/** What the unit has learnt about addresses: nobody is written to whoever left, or whose address bounced. */
export interface Suppressions {
  readonly reasons: Map<Addressee, 'unsubscribed' | 'bounced'>;
  readonly at: Map<Addressee, Date>;
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

/** When the sends began, oldest first. */
export function wavesOf({ waves }: Sending, time: TimeLine): Date[] {
  if (!waves) return [];
  const starts: Date[] = [];
  for (let daysAgo = time.lastWeekday(waves.weekday); daysAgo <= waves.firstDaysAgo; daysAgo += waves.everyWeeks * 7) {
    const start = time.at(daysAgo, waves.hour);
    const isOver = start.getTime() < time.now.getTime() - finishedWithinMs;
    if (daysAgo >= waves.lastDaysAgo && isOver) starts.unshift(start);
  }
  return starts;
}

/** What a send is drawn from. */
export interface Season<Survey, Answer> {
  readonly contacts: readonly Addressee[];
  readonly lastSent: Map<Addressee, Date>;
  readonly suppressions: Suppressions;
  /** What somebody makes of a message, where they answer at all; null when that is still to come. */
  readonly answerTo: (survey: Survey, sentAt: Date) => Answer | null;
}

/** One send to contacts that had rest, with what became of each message. */
export function makeSend<Survey extends Sending, Answer>(
  random: Random,
  survey: Survey,
  createdAt: Date,
  season: Season<Survey, Answer>,
): DemoSend<Survey, Answer> {
  const { contacts, lastSent } = season;
  const wanted = Math.round((survey.waves?.contacts ?? 0) * (0.85 + 0.3 * random.next()));
  const rested = (contact: Addressee) =>
    createdAt.getTime() - (lastSent.get(contact)?.getTime() ?? 0) > restDays * dayMs;
  const audience = sampleOf(
    random,
    contacts.filter((contact) => contact.createdAt < createdAt && rested(contact)),
    wanted,
  );
  const items = audience.map((contact, index) => {
    const executedAt = new Date(createdAt.getTime() + 4_000 + (index * 1_000) / messagesPerSecond);
    const item = makeItem(random, survey, { contact, executedAt }, season);
    if (item.outcome === 'accepted') lastSent.set(contact, executedAt);
    return item;
  });
  const finishedAt = new Date(createdAt.getTime() + 6_000 + (items.length * 1_000) / messagesPerSecond);
  return { id: random.idAt(createdAt), survey, createdAt, finishedAt, items };
}

function makeItem<Survey extends Sending, Answer>(
  random: Random,
  survey: Survey,
  { contact, executedAt }: { contact: Addressee; executedAt: Date },
  { suppressions: { reasons, at }, answerTo }: Season<Survey, Answer>,
): DemoItem<Answer> {
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
  return { ...item, outcome: 'accepted', reason: null, answer: answers ? answerTo(survey, executedAt) : null };
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
