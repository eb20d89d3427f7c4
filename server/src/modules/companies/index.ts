export { createCompany } from './create-company.ts';
export { findBusinessUnit, findCompany, listBusinessUnits, timezoneOf } from './queries.ts';
export { countCompanies, listCompanies } from './list-companies.ts';
export { presentBusiness, presentCompany } from './present-company.ts';
export { companyFeatures, readSwitches, switchColumn, unitFeatures } from './switch-columns.ts';
export { findCompanyByLinkKey } from './company-by-link-key.ts';
export type { LinkedCompany } from './company-by-link-key.ts';
