import type { FieldValues, VariableField } from '@escuta/contract/field-variables';
import type { ItemId } from '@escuta/contract/ids';
import type { MessagePreview, SendChannel } from '@escuta/contract/sends';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import type { Addressing } from '#modules/contacts/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Config } from '#platform/config/config.ts';

/*
 * A channel is a folder beside this file and its line in `channels.ts`. It says which address of a contact it writes to,
 * makes the messages of a send, and gives each to a provider; the engine decides when, and keeps the books.
 */

/** What the messages of one send are made of. */
export interface MessageParts {
  readonly companyKey: number;
  readonly companyName: string;
  readonly itemsMonth: string;
  readonly definition: SurveyDefinition;
  /** The custom fields that its texts name. */
  readonly fields: readonly VariableField[];
  /** Whom the messages come from, as the account of the provider says. */
  readonly sender: string;
}

/** The person that a message is for. `address` is an address of the channel. */
export interface Invited {
  readonly itemId: ItemId;
  readonly name: string;
  readonly address: string;
  /** The values of the custom fields that the texts name. */
  readonly fields: FieldValues;
}

/** The messages of one send, compiled once. */
export interface CompiledMessages<Message> {
  /**
   * The message to one person: the same item always gets the same id and the same links, so that a retry is known again.
   * Throws AddressNotUsableError for an address that no message can carry.
   */
  render(person: Invited, date: Date): Message;
}

/** An address stands in no message: it passed for one when it was stored, and the channel knows better. */
export class AddressNotUsableError extends Error {
  override name = 'AddressNotUsableError';
}

/**
 * What became of one message.
 * - `accepted`: the provider took it.
 * - `rejected`: it was refused for good.
 * - `deferred`: it certainly was not taken, so it is safe to try again; `isReached` is false when the provider was not there.
 * - `withheld`: our own side said no at the last moment; nothing left.
 * - `unknown`: it left and no answer came. Never to be sent again by itself.
 */
export type Outcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly reason: 'address_invalid' | 'rejected_by_server'; readonly response: string }
  | { readonly kind: 'deferred'; readonly isReached: boolean; readonly response: string }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'unknown'; readonly response: string };

/** What a provider says of a message that it was handed before. `absent`: it has never seen it, so nobody got it. */
export type Finding = 'accepted' | 'rejected' | 'absent';

/** The way to one account of a provider. */
export interface Transport<Message> {
  /** Messages that may be on their way at a time. */
  readonly connectionsMax: number;
  /** Delivers one message, and asks `mayLeave` just before its first byte. Rejects with what `mayLeave` threw. */
  deliver(message: Message, mayLeave: () => Promise<boolean>): Promise<Outcome>;
  /** Asks what became of the message of an item, where the provider can tell; null when it does not answer. */
  lookUp?(itemId: ItemId): Promise<Finding | null>;
  /** Takes no more messages, and lets those on their way end within `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** One way to reach people. */
export interface Channel<Message> {
  readonly name: SendChannel;
  readonly addressing: Addressing;
  /** The account of the installation, for companies without one of their own: its key in the ledger and its sender. */
  readonly installation: {
    readonly accountKey: string;
    sender(config: Config): string;
    /** The host of its provider; null where none is configured. */
    host(config: Config): string | null;
    /** Whether the product's own messages go over it too, which stay there where a company has an account of its own. */
    readonly carriesOwnMessages: boolean;
    /** Whether sends may be asked for over it. */
    isOffered(config: Config): boolean;
  };
  /** Compiles the message of a survey version. Throws when its texts cannot become a safe message. */
  compile(context: Pick<AppContext, 'config' | 'secrets'>, parts: MessageParts): CompiledMessages<Message>;
  /** What a recipient sees of a message. */
  show(message: Message): Promise<MessagePreview>;
  /** Opens the way to an account by its address, which holds its credentials. Throws for an address that it cannot use. */
  open(url: string): Transport<Message>;
}
