export { forgetInFilters } from './forget-in-filters.ts';
