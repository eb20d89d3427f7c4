export { lastThirtyDays } from './last-days.ts';
