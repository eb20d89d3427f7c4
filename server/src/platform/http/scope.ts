import type { Role, Switches } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/companies';
import type { UserId } from '@escuta/contract/access';

/** Who acts, and where. Headers have selected it; membership has decided it. */
export interface Scope {
  readonly userId: UserId;
  readonly companyId: CompanyId;
  readonly role: Role;
  readonly sessionId: string;
  /** The unit that the call works in: the one selected, or the first of the user. */
  readonly businessUnitId: BusinessUnitId;
  /** The units that the user may select. */
  readonly businessUnitIds: readonly BusinessUnitId[];
  /** What that unit and its company have switched on. */
  readonly switches: Switches;
}
