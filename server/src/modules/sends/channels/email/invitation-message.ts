import { LRUCache } from 'lru-cache';
import { normalizeEmail } from '@escuta/contract/email-address';
import { sampleFieldValues } from '@escuta/contract/field-variables';
import type { FieldValues } from '@escuta/contract/field-variables';
import { firstOf, looksLikeAddress, messageName } from '@escuta/contract/message-name';
import { scoresOf } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import { fillVariables, mapTexts } from '@escuta/contract/variables';
import { newId } from '#platform/crypto/ids.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { compileMessage } from '#platform/mail/compile-message.ts';
import type { CompiledMessage, Recipient } from '#platform/mail/compile-message.ts';
import { MailAddressError } from '#platform/mail/mail-address.ts';
import { mailTexts } from './mail-text.ts';
import { surveyInvitation } from './survey-invitation.ts';
import { makeAnswerToken } from '../../answer-token.ts';
import { AddressNotUsableError } from '../channel.ts';
import type { CompiledMessages, MessageParts } from '../channel.ts';

/** Stands around what a value will be until the words are a template; no text that people write holds it. */
const mark = '\uFFFB';
const marked = new RegExp(`${mark}([^${mark}]+)${mark}`, 'g');
/** So many messages of one version are kept, each for people of whom the same values are known. */
const variantsMax = 64;

/** An e-mail as the mail server takes it: the envelope, and the message of RFC 5322. */
export interface EmailMessage {
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/** Compiles the e-mail of a survey version. Throws when its words cannot become a safe message. */
export function compileInvitation(
  { config, secrets }: Pick<AppContext, 'config' | 'secrets'>,
  parts: MessageParts,
): CompiledMessages<EmailMessage> {
  const variantFor = compiledVariants(parts);
  const from = parts.sender;
  const domain = domainOf(from);
  const invitation: CompiledMessages<EmailMessage> = {
    render({ itemId, name, address, fields }, date) {
      const token = makeAnswerToken(secrets, { companyKey: parts.companyKey, itemsMonth: parts.itemsMonth, itemId });
      const whole = messageName(name);
      const first = firstOf(whole);
      const message = variantFor(first !== '', fields);
      const values = {
        ...Object.fromEntries([...fields].map(([field, value]) => [slotOf(field), value])),
        name: first,
        answerUrl: `${config.publicUrl}/r/${token}`,
        unsubscribeUrl: `${config.publicUrl}/u/${token}`,
      };
      const recipient = { to: { name: whole, address }, messageId: `<${itemId}@${domain}>`, date, values };
      return { from, to: address, bytes: renderTo(message, recipient) };
    },
  };
  // What only shows when a message is made (a public address that no header can carry) shows here, once.
  const whole = sampleFieldValues(parts.fields, parts.definition.language);
  for (const [name, fields] of [
    ['Maria', whole],
    ['', new Map<string, string>()],
  ] as const)
    invitation.render({ itemId: newId(), name, address: 'maria@example.com', fields }, new Date(0));
  return invitation;
}

/**
 * The messages by what is known of a person. Without a value a text closes over the gap, so the message to somebody without one
 * is another message; each is compiled when the first person needs it.
 */
function compiledVariants(parts: MessageParts): (hasName: boolean, fields: FieldValues) => CompiledMessage {
  const variants = new LRUCache<string, CompiledMessage>({ max: variantsMax });
  return (hasName, fields) => {
    const named = [...fields.keys()];
    const key = [hasName, ...named].join(' ');
    const compiled = variants.get(key);
    if (compiled) return compiled;
    const variant = compileWords(parts, { hasName, fields: named });
    variants.set(key, variant);
    return variant;
  };
}

/** The placeholder of a custom field in the template. */
function slotOf(field: string): string {
  return `field.${field}`;
}

function renderTo(message: CompiledMessage, recipient: Recipient): Buffer {
  try {
    return message.render(recipient);
  } catch (error) {
    if (!(error instanceof MailAddressError)) throw error;
    throw new AddressNotUsableError('no e-mail can carry this address', { cause: error });
  }
}

interface Known {
  readonly hasName: boolean;
  /** The custom fields with a value. */
  readonly fields: readonly string[];
}

/** The words of the message with places for what is known. */
function compileWords(parts: MessageParts, { hasName, fields }: Known): CompiledMessage {
  const { definition } = parts;
  const companyName = fillVariables('{{company}}', { company: parts.companyName });
  const placed = (slot: string) => `${mark}${slot}${mark}`;
  const values = {
    company: companyName,
    name: hasName ? placed('name') : '',
    fields: new Map(fields.map((field) => [field, placed(slotOf(field))])),
  };
  const written = mapTexts(definition, (text) =>
    fillVariables(text.replaceAll(mark, ''), values).replace(marked, '{{$1}}'),
  );
  const { email, language, theme } = written;
  const question = scoreQuestionOf(written.questions);
  const replyTo = normalizeEmail(email.replyTo ?? '');
  const template = surveyInvitation({
    language,
    companyName,
    brandColor: theme.brandColor,
    subject: email.subject || (question?.title ?? ''),
    preheader: email.preheader,
    greeting: email.greeting,
    intro: email.intro,
    questionTitle: question?.title ?? '',
    lowLabel: question?.lowLabel ?? '',
    highLabel: question?.highLabel ?? '',
    scores: question ? scoresOf(question.type) : [],
    buttonLabel: mailTexts(language, 'surveyInvitation').openSurvey,
  });
  return compileMessage({
    ...template,
    from: { name: senderName(email.senderName, companyName), address: parts.sender },
    ...(replyTo !== null && { replyTo: { address: replyTo } }),
    headers: {
      // RFC 8058: the receiver's own unsubscribe button, one click.
      'List-Unsubscribe': '<{{unsubscribeUrl}}>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // RFC 2919: the surveys of one company are a list of their own, which people may sort by.
      'List-Id': `<surveys-${parts.companyKey}.${domainOf(parts.sender)}>`,
      // RFC 3834: no holiday notice answers this.
      'Auto-Submitted': 'auto-generated',
      // Complaints are counted by company and month (Gmail's feedback loop).
      'Feedback-ID': `${parts.companyKey}:${parts.itemsMonth.slice(0, 7)}:survey:escuta`,
    },
  });
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** The chosen name, unless it could be taken for an address: versions that were published before may hold one. */
function senderName(chosen: string, companyName: string): string {
  if (chosen !== '' && !looksLikeAddress(chosen) && !chosen.includes('{{')) return chosen;
  return companyName.replaceAll(/[@＠]/g, ' ');
}
