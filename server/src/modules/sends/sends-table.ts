import { mayTakeNames } from '@escuta/contract/access-policy';
import type { Language } from '@escuta/contract/primitives';
import { sendChannels } from '@escuta/contract/sends';
import type { ItemReason, SendChannel } from '@escuta/contract/sends';
import { shownTo } from '#modules/contacts/index.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { WalkedTable } from '#platform/tabular/table-file.ts';
import type { Column } from '#platform/tabular/written-table.ts';
import { localTime } from '#platform/time/local-time.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import { channelNamed } from './channels/channels.ts';
import { walkItemRows } from './item-rows.ts';
import type { ItemMonths, ItemRowKey, WalkedItem } from './item-rows.ts';
import { addressOf, outcomeOf } from './present-queue.ts';
import type { QueueFilter } from './queries.ts';

const texts: Readonly<Record<Language, typeof pt>> = { pt, es, en };
type Words = typeof pt;

/** What a file of sends is called in a language, without its day. */
export function sendsFileName(language: Language): string {
  return texts[language].fileName;
}

export interface SendsTableOptions {
  readonly language: Language;
  /** The months that the messages lie in; null where there are none. */
  readonly months: ItemMonths | null;
  /** Who takes it away. */
  readonly by: Pick<Scope, 'role' | 'exportsPersonalData'>;
}

/** The messages of the bulk sends that a filter finds, the one that was planned last first: a row for each. */
export function sendsTable(
  filter: QueueFilter,
  { language, months, by }: SendsTableOptions,
): WalkedTable<WalkedItem, ItemRowKey> {
  const words = texts[language];
  return {
    title: words.sheet,
    columns: columnsOf(words, filter.timezone, by),
    read: async (tx, page) =>
      months === null ? { rows: [], last: null } : walkItemRows(tx, { ...filter, months }, page),
  };
}

function columnsOf(words: Words, timezone: string, by: SendsTableOptions['by']): Column<WalkedItem>[] {
  const { column, channels } = words;
  const reasons = reasonsIn(words);
  const isNamed = mayTakeNames(by);
  // Whose flag it is may take names away with what lets them have the file at all.
  const person = shownTo(by.role, isNamed ? 'sends.export' : 'contacts.export');
  const time = (name: string, of: (row: WalkedItem) => Date | null): Column<WalkedItem> => ({
    name: `${name} (${timezone})`,
    type: 'date',
    cell: (row) => {
      const at = of(row);
      return at && localTime(timezone, at);
    },
  });
  const text = (name: string, cell: (row: WalkedItem) => string | null): Column<WalkedItem> => ({
    name,
    type: 'text',
    cell,
  });
  return [
    time(column.requestedAt, ({ requestedAt }) => requestedAt),
    text(column.survey, ({ surveyTitle }) => surveyTitle),
    text(column.channel, ({ channel }) => channels[channel]),
    text(column.name, ({ name }) => name && person.name(name)),
    text(column.address, (row) => {
      // Of a contact that was deleted, nothing says where it went.
      const address = row.name === null ? null : addressOf(row, row);
      return address && person[channelNamed(row.channel).addressing.column](address);
    }),
    text(column.result, (row) => words.results[resultOf(row)]),
    text(column.reason, (row) => {
      const { responseReason: reason } = outcomeOf(row);
      return reason && reasons[row.channel as SendChannel][reason];
    }),
    // Servers repeat the address in what they say of it.
    text(column.detail, ({ detail }) => (isNamed ? detail : null)),
    // Nothing was tried for a person held back.
    time(column.executedAt, (row) => (outcomeOf(row).held_back ? null : row.executed_at)),
    time(column.openedAt, ({ openedAt }) => openedAt),
  ];
}

function resultOf(row: WalkedItem): keyof Words['results'] {
  const { response, held_back: isHeldBack } = outcomeOf(row);
  if (response === 'EXECUTED') return 'sent';
  if (isHeldBack) return 'heldBack';
  return response === 'NOT_EXECUTED' ? 'notSent' : 'awaited';
}

/** What reasons are called: in the words of e-mail, unless a channel has its own. */
function reasonsIn({ reasons, reasonsBy }: Words): Readonly<Record<SendChannel, Readonly<Record<ItemReason, string>>>> {
  const own: Readonly<Partial<Record<SendChannel, Partial<Record<ItemReason, string>>>>> = reasonsBy;
  const ofChannels = sendChannels.map((channel) => [channel, { ...reasons, ...own[channel] }] as const);
  return Object.fromEntries(ofChannels) as Record<SendChannel, Record<ItemReason, string>>;
}
