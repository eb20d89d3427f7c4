import type { User } from '@escuta/contract/access';
import { rolesToPreview, ticketingRoleOf } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';

/*
 * Whoever manages people may look at the product as a role of theirs would find it (SETTING-14). Nothing of it reaches the
 * server, which goes on knowing who calls; only what the page offers is less. A new page is one's own again.
 */

let preview: { readonly userId: User['_id']; readonly role: Role } | undefined;

/** Begins a preview, or ends it. Whoever is signed in has to be asked for again then. */
export function previewRole(user: Pick<User, '_id'>, role: Role | undefined): void {
  preview = role && { userId: user._id, role };
}

/** The role that the page shows in place of the user's own; undefined where it is their own. */
export function previewedRole({ _id, role }: Pick<User, '_id' | 'role'>): Role | undefined {
  return preview?.userId === _id && preview.role === role ? role : undefined;
}

/** A user as the page takes them: with the role that is looked at, and nothing beside it. Never with more than they have. */
export function asPreviewed(user: User): User {
  if (preview?.userId !== user._id || !rolesToPreview(user.role).includes(preview.role)) return user;
  const { role } = preview;
  return {
    ...user,
    role,
    ticketing_role: ticketingRoleOf(role) ?? null,
    permissions: { can_temporary_access: false, exports_personal_data: false },
  };
}
