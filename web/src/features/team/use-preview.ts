import type { Role } from '@escuta/contract/access-policy';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { meQuery, useMe } from '#web/lib/me.ts';
import { previewRole } from '#web/lib/role-preview.ts';

/** Shows the product as a role, or as one's own again, and goes to where that begins. */
export function usePreview() {
  const { user } = useMe();
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (role: Role | undefined, to: NonNullable<LinkProps['to']>) => {
    // Away first where the role does not open this page, and the other way round.
    if (role) await router.navigate({ to });
    previewRole(user, role);
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    if (role) await router.invalidate();
    else await router.navigate({ to });
  };
}
