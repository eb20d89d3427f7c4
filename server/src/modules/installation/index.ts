export { openMaintenanceGate } from './maintenance-gate.ts';
