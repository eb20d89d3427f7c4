import { inviteMembers, invitedMax, listMembers } from '@escuta/contract/team';
import { normalizeEmail } from '@escuta/contract/email-address';
import type { Output } from '@escuta/contract/route';
import { Alert, Button, List, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { standingForm, typedStanding } from '#web/features/team/standing-form.ts';
import { StandingFields } from '#web/features/team/StandingFields.tsx';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

type Invited = Output<(typeof inviteMembers)['definition']['answer']>;

/** The panel that invites people by a list of addresses, all with the same role and units. */
export function InviteDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('team');
  return (
    <FormDrawer opened={opened} title={t('invite.title')} onClose={onClose}>
      {opened && <InviteForm onClose={onClose} />}
    </FormDrawer>
  );
}

/** The addresses in a list that people pasted, each once. */
function addressesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('team');
  const [result, setResult] = useState<Invited>();
  const invite = useRouteMutation(inviteMembers, { invalidates: [listMembers] }).mutateAsync;
  const form = useRouteForm(inviteMembers, {
    initialValues: { emails: '', ...typedStanding() },
    toBody: ({ emails, ...standing }) => ({ ...standingForm(standing), emails: addressesIn(String(emails)) }),
    check: ({ emails }): { emails?: string } => {
      const typed = addressesIn(String(emails));
      const wrong = typed.filter((one) => normalizeEmail(one) === null);
      if (typed.length === 0) return { emails: t('invite.none') };
      if (wrong.length > 0) return { emails: t('invite.wrong', { emails: wrong.join(', ') }) };
      return typed.length > invitedMax ? { emails: t('invite.tooMany', { count: invitedMax }) } : {};
    },
    refusals: { NARROWING_NOT_VALID: () => ({ narrowing: t('narrowing.notValid') }) },
    submit: async (body) => {
      const answer = await invite({ body });
      if (answer.invited.length > 0) noticeSuccess(t('invite.done', { count: answer.invited.length }));
      if (answer.alreadyInvited.length + answer.haveAccount.length === 0) onClose();
      else setResult(answer);
    },
  });
  if (result) return <NotInvited result={result} onClose={onClose} />;
  return (
    <RouteForm form={form} submitLabel={t('invite.send')}>
      <Textarea
        label={t('invite.emails')}
        description={t('invite.emailsText')}
        rows={5}
        data-autofocus
        name="emails"
        value={String(form.values.emails)}
        error={form.field('emails').error}
        onBlur={form.field('emails').onBlur}
        onChange={(event) => form.set({ emails: event.currentTarget.value })}
      />
      <StandingFields values={form.values} narrowingError={form.problem('narrowing')} onChange={form.set} />
    </RouteForm>
  );
}

/** Who got no mail, and why: shown until it was read. */
function NotInvited({ result: { alreadyInvited, haveAccount }, onClose }: { result: Invited; onClose: () => void }) {
  const { t } = useTranslation('team');
  return (
    <Stack>
      <Alert color="yellow" variant="light" title={t('invite.some')}>
        {haveAccount.length > 0 && <Names title={t('invite.haveAccount')} emails={haveAccount} />}
        {alreadyInvited.length > 0 && <Names title={t('invite.alreadyInvited')} emails={alreadyInvited} />}
      </Alert>
      <Button onClick={onClose}>{t('invite.close')}</Button>
    </Stack>
  );
}

function Names({ title, emails }: { title: string; emails: readonly string[] }) {
  return (
    <>
      <Text size="sm">{title}</Text>
      <List size="sm" mb="xs">
        {emails.map((email) => (
          <List.Item key={email}>{email}</List.Item>
        ))}
      </List>
    </>
  );
}
