import { z } from 'zod';
import { Business } from './companies.ts';
import { CompanyId } from './ids.ts';
import { byId, instant, paged, paging, searchWords } from './primitives.ts';
import { route } from './route.ts';

export const companyStatuses = ['active', 'trial', 'inactive'] as const;
export const companyStatus = z.enum(companyStatuses);
export type CompanyStatus = z.infer<typeof companyStatus>;

/** A company as internal staff see it. */
export const AdminCompany = z.object({
  _id: CompanyId,
  nome: z.string(),
  status: companyStatus,
  trial_expiration_date: instant.nullable(),
  created_at: instant,
});
export type AdminCompany = z.infer<typeof AdminCompany>;

export const listAdminCompanies = route('GET /admin/companies', {
  summary: 'All companies, by name',
  permission: 'internal.admin',
  query: paging.extend({ search: searchWords.optional(), status: companyStatus.optional() }),
  answer: paged(AdminCompany),
});

export const listAdminBusinesses = route('GET /admin/companies/:id/businesses', {
  summary: 'The units of a company, with what each has switched on',
  permission: 'internal.admin',
  params: byId(CompanyId),
  answer: z.object({ company: AdminCompany, data: z.array(Business) }),
});
