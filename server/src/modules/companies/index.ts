export { isCompanyActive } from './company.ts';
export { createCompany } from './create-company.ts';
export { createTrialCompany, openTrial } from './create-trial-company.ts';
export { dueTrialNotices, noteTrialNotice } from './trial-notices.ts';
export type { DueNotice, TrialNoticeKind } from './trial-notices.ts';
export {
  dayInUnit,
  findBusinessUnit,
  findCompany,
  holdBusinessUnit,
  listBusinessUnits,
  timezoneOf,
} from './queries.ts';
export { countCompanies, listCompanies, namesOfCompanies } from './list-companies.ts';
export { setFederatedLogin } from './set-federated-login.ts';
export { presentBusiness, presentCompany } from './present-company.ts';
export { companyFeatures, readSwitches, switchColumn, unitFeatures } from './switch-columns.ts';
export { findCompanyByLinkKey } from './company-by-link-key.ts';
export type { LinkedCompany } from './company-by-link-key.ts';
