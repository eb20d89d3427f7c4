import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { refuse } from '#platform/http/refusal.ts';

/** Whether the platform is shut for work on it, as this process has last heard. */
export interface MaintenanceGate {
  /** What people are told while it is shut; null while it is open. */
  current(): Promise<Readonly<Record<string, unknown>> | null>;
  /** Asks anew at the next question. */
  forget(): void;
}

/** Of a server without a switch. */
export const alwaysOpen: MaintenanceGate = { current: async () => null, forget: () => {} };

/** Refuses MAINTENANCE while the platform is shut, to everybody but who can open it again. */
export async function refuseWhileShut(gate: MaintenanceGate, role?: Role): Promise<void> {
  if (role && can(role, 'internal.admin')) return;
  const told = await gate.current();
  if (told) throw refuse('MAINTENANCE', told);
}
