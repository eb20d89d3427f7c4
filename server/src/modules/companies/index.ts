export { findBusinessUnit, findCompany, listBusinessUnits } from './queries.ts';
export { presentBusiness, presentCompany } from './present-company.ts';
