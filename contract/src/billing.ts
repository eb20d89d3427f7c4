import { z } from 'zod';
import { BusinessUnitId } from './ids.ts';
import { byId, day, instant } from './primitives.ts';
import { route } from './route.ts';
import { sendChannel } from './sends.ts';

/** What a company has of us, and what it used this month. */
export const Finances = z.object({
  plan: z.object({ isTrial: z.boolean(), trial_expiration_date: instant.nullable() }),
  /** In the units of the user, from the first of the month to today. */
  usage: z.object({
    from: day,
    to: day,
    units: z.number().int(),
    responses: z.number().int(),
    messages: z.array(z.object({ channel: sendChannel, sent: z.number().int() })),
  }),
  /** What only who manages the finances sees (decision 33). */
  account: z.object({ users: z.number().int(), pendingPayment: z.boolean() }).nullable(),
});
export type Finances = z.infer<typeof Finances>;

export const getFinances = route('GET /finances', {
  summary: 'Plan and usage of the company',
  permission: 'finances.read',
  answer: Finances,
});

export const openPaymentPortal = route('POST /businesses/:id/payment-portal', {
  summary: 'Where what a unit pays is looked after, at the provider of payments: an address for a few minutes',
  permission: 'finances.manage',
  params: byId(BusinessUnitId),
  answer: z.object({ url: z.url() }),
  errors: { PAYMENT_PORTAL_NOT_CONFIGURED: 409, PAYMENT_PORTAL_AWAY: 503 },
});
