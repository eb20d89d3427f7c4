import { cancelInvitation, listMembers, reactivateMember, resendInvitation } from '@escuta/contract/team';
import { decidesWhoComesIn, isOwner } from '@escuta/contract/access-policy';
import { InvitationId, UserId } from '@escuta/contract/ids';
import type { Member } from '@escuta/contract/team';
import { Menu } from '@mantine/core';
import { IconMailForward, IconPencil, IconShieldOff, IconUserCheck, IconUserOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsVisitor } from '#web/lib/account-access.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { RowActions } from '#web/ui/list/RowActions.tsx';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';

interface MemberActionsProps {
  readonly member: Member;
  readonly edit: (member: Member) => void;
  readonly deactivate: (member: Member) => void;
  readonly resetFactor: (member: Member) => void;
}

/** What may be done with one of the company's people, by where they stand. A visitor shuts no owner out, and lets nobody in who decides who comes in. */
export function MemberActions({ member, edit, deactivate, resetFactor }: MemberActionsProps) {
  const { t } = useTranslation('team');
  const isVisitor = useIsVisitor();
  const name = member.nome ?? member.email;
  return (
    // The row opens its panel at a click; what stands in it has its own.
    <div onClick={(event) => event.stopPropagation()} role="presentation">
      {member.state === 'convidado' ? (
        <InvitationActions member={member} />
      ) : (
        <RowActions label={t('actionsOf', { name })}>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={() => edit(member)}>
            {t('edit.action')}
          </Menu.Item>
          {member.authenticator_enabled && (
            <Menu.Item
              leftSection={<IconShieldOff size={16} stroke={1.5} aria-hidden />}
              onClick={() => resetFactor(member)}
            >
              {t('resetFactor.action')}
            </Menu.Item>
          )}
          {member.state === 'ativo' && !(isVisitor && isOwner(member.role)) && (
            <Menu.Item
              color="red.9"
              leftSection={<IconUserOff size={16} stroke={1.5} aria-hidden />}
              onClick={() => deactivate(member)}
            >
              {t('deactivate.action')}
            </Menu.Item>
          )}
          {member.state === 'desativado' && !(isVisitor && decidesWhoComesIn(member.role)) && (
            <Reactivate member={member} />
          )}
        </RowActions>
      )}
    </div>
  );
}

function Reactivate({ member }: { member: Member }) {
  const { t } = useTranslation('team');
  const errorText = useErrorText();
  const { mutate } = useRouteMutation(reactivateMember, {
    invalidates: [listMembers],
    onSuccess: () => noticeSuccess(t('reactivate.done', { name: member.nome ?? member.email })),
    onError: (error) => noticeFailure(errorText(error)),
  });
  return (
    <Menu.Item
      leftSection={<IconUserCheck size={16} stroke={1.5} aria-hidden />}
      onClick={() => mutate({ params: { id: UserId.parse(member._id) } })}
    >
      {t('reactivate.action')}
    </Menu.Item>
  );
}

function InvitationActions({ member }: { member: Member }) {
  const { t } = useTranslation('team');
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const params = { id: InvitationId.parse(member._id) };
  const onError = (error: unknown) => noticeFailure(errorText(error));
  const resend = useRouteMutation(resendInvitation, {
    invalidates: [listMembers],
    onSuccess: () => noticeSuccess(t('resend.done', { email: member.email })),
    onError,
  });
  const cancel = useRouteMutation(cancelInvitation, {
    invalidates: [listMembers],
    onSuccess: () => noticeSuccess(t('cancel.done', { email: member.email })),
    onError,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <RowActions label={t('actionsOf', { name: member.email })}>
        <Menu.Item
          leftSection={<IconMailForward size={16} stroke={1.5} aria-hidden />}
          onClick={() => resend.mutate({ params })}
        >
          {t('resend.action')}
        </Menu.Item>
        <Menu.Item
          color="red.9"
          leftSection={<IconX size={16} stroke={1.5} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('cancel.action')}
        </Menu.Item>
      </RowActions>
      <ConfirmDialog
        opened={isAsking}
        title={t('cancel.title')}
        text={t('cancel.text', { email: member.email })}
        confirmLabel={t('cancel.action')}
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
