import { z } from 'zod';
import { name } from './name.ts';
import { route } from './route.ts';
import { sendChannels } from './sends.ts';

/*
 * Who works on the data of a company on our side (LGPD, art. 5, VII and art. 39): the providers that the installation reaches, each
 * by what it does for us, and those that whoever runs the installation names beside them.
 */

/** What providers do that the installation may be configured with: to carry the messages of a channel, and more. Each has its words under the same name. */
export const providerServices = [...sendChannels, 'files', 'sign_in', 'payments', 'short_links'] as const;
export type ProviderService = (typeof providerServices)[number];

const wordsMax = 300;
const words = name(wordsMax);

/**
 * A sub-processor in the words of whoever runs the installation. With a `service`, who the provider of that service is; without,
 * somebody beside the providers that are configured, such as the host of the machines: then it says what it does, with which data.
 */
export const NamedSubProcessor = z
  .strictObject({
    name: name(120),
    service: z.enum(providerServices).optional(),
    does: words.optional(),
    data: words.optional(),
    country: name(80),
  })
  .refine(({ service, does, data }) => service !== undefined || (does !== undefined && data !== undefined));
export type NamedSubProcessor = z.infer<typeof NamedSubProcessor>;

export const subProcessorsMax = 50;
export const residencyLengthMax = 200;

export const SubProcessor = z.object({
  /** The name of its host, where nobody has said another. */
  name: z.string(),
  /** Null for one that is configured nowhere, and only named. */
  service: z.enum(providerServices).nullable(),
  /** In the words of whoever runs the installation; null where those of the service say it. */
  does: z.string().nullable(),
  data: z.string().nullable(),
  /** Null where nobody has said it. */
  country: z.string().nullable(),
  /** Whether messages go out through an account of the company's own. */
  is_own: z.boolean(),
});
export type SubProcessor = z.infer<typeof SubProcessor>;

export const listSubProcessors = route('GET /sub-processors', {
  summary: 'Who works on the data of the company on our side, and where the data is kept',
  permission: 'privacy.manage',
  answer: z.object({
    data: z.array(SubProcessor),
    /** Null where nobody has said it. */
    data_residency: z.string().nullable(),
  }),
});
