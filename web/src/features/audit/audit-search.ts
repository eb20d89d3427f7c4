import { auditActions } from '@escuta/contract/audit';
import type { AuditAction } from '@escuta/contract/audit';
import { UserId } from '@escuta/contract/ids';

/** What the address of the audit says. */
export interface AuditSearch {
  readonly page?: number | undefined;
  readonly search?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The action that an address names; what is none narrows nothing. */
export function actionOf({ action }: AuditSearch): AuditAction | undefined {
  return auditActions.find((known) => known === action);
}

/** What the list and its file are narrowed by. */
export function filterIn(search: AuditSearch) {
  const { search: words, actor, from, to } = search;
  const action = actionOf(search);
  return {
    ...(words ? { search: words } : {}),
    ...(actor ? { actor: UserId.parse(actor) } : {}),
    ...(action ? { action } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}
