import { enterAccount, leaveAccount } from '@escuta/contract/accounts';
import type { CompanyId } from '@escuta/contract/ids';
import { useMutation } from '@tanstack/react-query';
import { moveInto, moveTo } from '#web/features/accounts/move.ts';
import { call } from '#web/lib/call.ts';
import { mayLeave } from '#web/lib/leaving.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

/** An account that somebody has chosen. */
export interface ChosenAccount {
  readonly _id: CompanyId;
  readonly nome: string;
}

/** Enters an account with a reason; the page goes over to it. */
export function useEnterAccount() {
  return useMutation({
    mutationFn: async ({ account, reason }: { account: ChosenAccount; reason: string }) => {
      if (!(await mayLeave())) return;
      const { access } = await call(enterAccount, { body: { company: account._id, reason } });
      if (access) moveInto(access.company, access.home);
      else moveTo(account);
    },
  });
}

/** Leaves the account before its time is over; the page goes home. */
export function useLeaveAccount() {
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async () => {
      if (!(await mayLeave())) return;
      const { home } = await call(leaveAccount, {});
      moveTo(home);
    },
    onError: (error) => noticeFailure(errorText(error)),
  });
}
