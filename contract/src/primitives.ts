import { z } from 'zod';
import { emailLengthMax, emailPattern, normalizeEmail } from './email-address.ts';

/** An instant as ISO 8601 text in UTC. */
export const instant = z.iso.datetime();
/** A calendar day `YYYY-MM-DD`, in the zone of the unit that it belongs to. No calendar has a year 0, nor has the database. */
export const day = z.iso.date().refine((given) => given >= '0001-01-01');

/** An e-mail address as people type it, read into the form in which it is stored and sent. */
export const email = z
  .string()
  .overwrite((typed) => normalizeEmail(typed) ?? '')
  .max(emailLengthMax)
  .regex(emailPattern);

/** What stands in the link of a mail: 128 random bits in base64url. */
export const LinkId = z.string().regex(/^[\w-]{22}$/);

/** The last page of a list that may be asked for. */
export const pageMax = 100_000;
/** The page of a list: `limit` rows (at most 100), the `page` counted from 1. */
export const paging = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  page: z.coerce.number().int().min(1).max(pageMax).default(1),
});

/** How long the words of a search may be. */
export const searchLengthMax = 200;
/** The words of a search. */
export const searchWords = z.string().trim().max(searchLengthMax);

/** Every paged answer has `data` and `total` (PAGING-03). */
export function paged<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), total: z.number().int().min(0) });
}

export const languages = ['pt', 'es', 'en'] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;
/** The ways answers come; 'importado' is a file of answers that were given elsewhere. */
export const channels = ['email', 'sms', 'whatsapp-web', 'whatsapp-flows', 'link', 'importado'] as const;
export const channel = z.enum(channels);
export type Channel = z.infer<typeof channel>;
/** One over which messages go. */
export type MessageChannel = Exclude<Channel, 'link' | 'importado'>;

/** Who changed a setting last, and when; under its name, absent where nobody has. */
export const Changes = z.partialRecord(z.string(), z.object({ nome: z.string().nullable(), at: instant }));
export type Changes = z.infer<typeof Changes>;

/** An answer that says only that it went well. */
export const done = z.object({ ok: z.literal(true) });
/** Parameters of a route that names one thing: `byId(ContactId)`. */
export function byId<Id extends z.ZodType>(of: Id) {
  return z.object({ id: of });
}
