import { z } from 'zod';
import { localText } from './local-text.ts';
import { done, instant } from './primitives.ts';
import { route } from './route.ts';

/** What people are told while the platform is shut for work on it; both may be left out. */
export const MaintenanceForm = z.object({
  text: localText.nullable(),
  /** When it is thought to be over. */
  until: instant.nullable(),
});
export type MaintenanceForm = z.infer<typeof MaintenanceForm>;

/** The platform is shut from this moment on; null while it is open. */
export const Maintenance = MaintenanceForm.extend({ began_at: instant }).nullable();
export type Maintenance = z.infer<typeof Maintenance>;

export const getMaintenance = route('GET /maintenance', {
  summary: 'Whether the platform is shut for maintenance',
  permission: 'internal.admin',
  answer: z.object({ maintenance: Maintenance }),
});

/** Shuts the platform to everybody but account managers, within some seconds; shut already, changes what people are told. */
export const beginMaintenance = route('PUT /maintenance', {
  summary: 'Shut the platform for maintenance',
  permission: 'internal.admin',
  body: MaintenanceForm,
  answer: z.object({ maintenance: Maintenance }),
});

export const endMaintenance = route('DELETE /maintenance', {
  summary: 'Open the platform again',
  permission: 'internal.admin',
  answer: done,
});
