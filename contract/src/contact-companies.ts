import { z } from 'zod';
import { ContactCompanyId } from './ids.ts';
import { byId, instant, searchWords } from './primitives.ts';
import { route } from './route.ts';
import { isCnpj, normalizeCnpj } from './tax-numbers.ts';

/** A company that contacts work for, as a select offers it (CONTACT-39). */
export const ContactCompanyOption = z.object({ _id: ContactCompanyId, name: z.string() });
export type ContactCompanyOption = z.infer<typeof ContactCompanyOption>;

/** A company that contacts of the unit work for (PEOPLE-13). */
export const ContactCompany = z.object({
  _id: ContactCompanyId,
  nome: z.string(),
  /** 14 digits or capital letters. */
  cnpj: z.string().nullable(),
  segmento: z.string().nullable(),
  created_at: instant,
});
export type ContactCompany = z.infer<typeof ContactCompany>;

export const companyNameLengthMax = 200;
export const segmentoLengthMax = 80;

const oneLine = (typed: string) => typed.replace(/\s+/g, ' ').trim();

export const ContactCompanyForm = z.object({
  nome: z.string().overwrite(oneLine).min(1).max(companyNameLengthMax),
  cnpj: z.string().max(40).overwrite(normalizeCnpj).refine(isCnpj).nullable(),
  segmento: z.string().overwrite(oneLine).min(1).max(segmentoLengthMax).nullable(),
});
export type ContactCompanyForm = z.input<typeof ContactCompanyForm>;

export const findContactCompanies = route('GET /contact-companies', {
  summary: 'Companies of the unit by words of their name or CNPJ, those that begin with them first',
  permission: 'contacts.read',
  query: z.object({
    search: searchWords.optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  answer: z.object({ data: z.array(ContactCompanyOption) }),
});

export const getContactCompany = route('GET /contact-companies/:id', {
  summary: 'One company that contacts of the unit work for',
  permission: 'contacts.read',
  params: byId(ContactCompanyId),
  answer: ContactCompany,
});

// CONTACT_COMPANY_EXISTS names the other's id, and the field that both have alike: `nome` or `cnpj`.
const conflicts = { CONTACT_COMPANY_EXISTS: 409 } as const;

export const createContactCompany = route('POST /contact-companies', {
  summary: 'Create a company that contacts can work for',
  permission: 'contacts.edit',
  body: ContactCompanyForm,
  answer: ContactCompany,
  status: 201,
  errors: conflicts,
});

export const updateContactCompany = route('PUT /contact-companies/:id', {
  summary: 'Change name, CNPJ or segment of a company that contacts work for',
  permission: 'contactCompanies.edit',
  params: byId(ContactCompanyId),
  body: ContactCompanyForm,
  answer: ContactCompany,
  errors: conflicts,
});
