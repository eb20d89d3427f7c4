import { UserId } from '@escuta/contract/ids';
import { listMembers, updateMember } from '@escuta/contract/team';
import type { Member } from '@escuta/contract/team';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { standingForm, typedStanding } from '#web/features/team/standing-form.ts';
import { StandingFields } from '#web/features/team/StandingFields.tsx';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface MemberDrawerProps {
  /** The user being edited; nothing when closed. */
  readonly member: Member | undefined;
  readonly onClose: () => void;
}

/** The panel beside the list that changes what somebody may do, and where. */
export function MemberDrawer({ member, onClose }: MemberDrawerProps) {
  const { t } = useTranslation('team');
  // While the panel slides away it still shows what it showed.
  const [shown, setShown] = useState(member);
  if (member !== undefined && member !== shown) setShown(member);
  return (
    <FormDrawer opened={member !== undefined} title={t('edit.title')} onClose={onClose}>
      {shown && <MemberEditor key={shown._id} member={shown} onSaved={onClose} />}
    </FormDrawer>
  );
}

function MemberEditor({ member, onSaved }: { member: Member; onSaved: () => void }) {
  const { t } = useTranslation('team');
  const update = useRouteMutation(updateMember, { invalidates: [listMembers] }).mutateAsync;
  const name = member.nome ?? member.email;
  const form = useRouteForm(updateMember, {
    initialValues: typedStanding(member),
    toBody: standingForm,
    refusals: { NARROWING_NOT_VALID: () => ({ narrowing: t('narrowing.notValid') }) },
    submit: async (body) => {
      await update({ params: { id: UserId.parse(member._id) }, body });
      noticeSuccess(t('edit.done', { name }));
      onSaved();
    },
  });
  return (
    <RouteForm form={form} submitLabel={t('edit.save')}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {member.email}
        </Text>
      </div>
      <StandingFields
        former={member.role}
        values={form.values}
        narrowingError={form.problem('narrowing')}
        onChange={form.set}
      />
    </RouteForm>
  );
}
