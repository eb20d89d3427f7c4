import { z } from 'zod';
import { eachSwitch, switchesByLocation } from './access-policy.ts';
import { BusinessUnitId, CompanyId } from './ids.ts';
import { byId, language } from './primitives.ts';
import { route } from './route.ts';

/** Business (unit) with the field names of the specification (ENTITY-03). */
export const Business = z.object({
  _id: BusinessUnitId,
  nome: z.string(),
  ...eachSwitch(switchesByLocation.unit, () => z.boolean()),
  cf_attributes: z.object(eachSwitch(switchesByLocation.cf_attributes, () => z.boolean())),
  pendingPayment: z.boolean(),
  stripeCustomer: z.string().nullable(),
  timezone: z.string(),
});
export type Business = z.infer<typeof Business>;

/** Company data with the field names of the specification (ENTITY-04). */
export const Company = z.object({
  _id: CompanyId,
  nome: z.string(),
  isTrial: z.boolean(),
  trial_expiration_date: z.iso.datetime().nullable(),
  general_attributes: z.object({
    allow_beta: z.boolean(),
    /** Contacts are imported in a large dialog over the list of imports, and not on a page of its own (IMPORT-04). */
    imports_in_modal: z.literal(true).optional(),
    ...eachSwitch(switchesByLocation.general_attributes, () => z.boolean()),
  }),
  language,
  /** Where its logo is asked for; null for none. */
  logo: z.string().nullable(),
});
export type Company = z.infer<typeof Company>;

export const getCompany = route('GET /company', {
  summary: 'The company of the session',
  permission: 'session',
  withoutSecondFactor: true,
  answer: Company,
});

export const listMyBusinesses = route('GET /businesses', {
  summary: 'The units that the user may work in',
  permission: 'session',
  withoutSecondFactor: true,
  answer: z.object({ data: z.array(Business) }),
});

export const getBusiness = route('GET /businesses/:id', {
  summary: 'One unit',
  permission: 'session',
  params: byId(BusinessUnitId),
  answer: Business,
});
