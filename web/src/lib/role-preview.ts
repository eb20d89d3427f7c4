import type { User } from '@escuta/contract/access';
import { rolesToPreview, ticketingRoleOf } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';

/*
 * Whoever manages people may look at the product as a role of theirs would find it (SETTING-14). Nothing of it reaches the
 * server, which goes on knowing who calls: what the page offers is less, what it shows is still for the eyes of whoever looks. A
 * new page is one's own again.
 */

let preview: { readonly viewer: User; readonly role: Role } | undefined;

/** Begins a preview, or ends it. Whoever is signed in has to be asked for again then. */
export function previewRole(viewer: User, role: Role | undefined): void {
  preview = role && { viewer, role };
}

/** The role that the page shows in place of the user's own; undefined where it is their own. */
export function previewedRole({ _id, role }: Pick<User, '_id' | 'role'>): Role | undefined {
  return preview?.viewer._id === _id && preview.role === role ? role : undefined;
}

/** A user as they are themselves, whatever role they look at. */
export function viewerOf(user: User): User {
  return preview && previewedRole(user) ? preview.viewer : user;
}

/** A user as the page takes them: with the role that is looked at, and nothing beside it. Never with more than they have. */
export function asPreviewed(user: User): User {
  if (preview?.viewer._id !== user._id) return user;
  preview = rolesToPreview(user.role).includes(preview.role) ? { ...preview, viewer: user } : undefined;
  if (!preview) return user;
  const { role } = preview;
  return {
    ...user,
    role,
    ticketing_role: ticketingRoleOf(role) ?? null,
    permissions: { can_temporary_access: false, exports_personal_data: false },
  };
}
