import {
  changePrivacyRequest,
  getPrivacyRequest,
  identityChecks,
  listPrivacyRequests,
  privacyRequestStatuses,
} from '@escuta/contract/privacy-requests';
import type { IdentityCheck, PrivacyRequestDetails, PrivacyRequestStatus } from '@escuta/contract/privacy-requests';
import { Checkbox, Group, NativeSelect, Textarea, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

type TypedChange = Record<'status' | 'identity_check' | 'note' | 'answer', string> & { readonly mine: boolean };

/** What the form begins with: a request that is looked at is on its way. */
function typedChange({ status, identity_check, handled_by }: PrivacyRequestDetails, isMine: boolean): TypedChange {
  return {
    status: status === 'received' ? 'in_progress' : status,
    identity_check,
    mine: isMine || handled_by === null,
    note: '',
    answer: '',
  };
}

/** Changes where a request stands. Whoever saves it handles it from then on, unless they say otherwise. */
export function RequestChange({ request }: { request: PrivacyRequestDetails }) {
  const { t } = useTranslation('privacy');
  const { user } = useMe();
  const { mutateAsync: change } = useRouteMutation(changePrivacyRequest, {
    invalidates: [listPrivacyRequests, getPrivacyRequest],
  });
  const isMine = request.handled_by?._id === user._id;
  const handler = (mine: boolean): 'me' | 'nobody' | 'same' => (mine ? 'me' : isMine ? 'nobody' : 'same');
  // Who asked is told once, when the request is closed.
  const closes = (status: string) => ['done', 'refused'].includes(status) && status !== request.status;
  const form = useRouteForm(changePrivacyRequest, {
    initialValues: typedChange(request, isMine),
    toBody: ({ status, identity_check, mine, note, answer }) => ({
      status: status as PrivacyRequestStatus,
      identity_check: identity_check as IdentityCheck,
      handler: handler(mine),
      note,
      answer: closes(status) ? answer : '',
    }),
    refusals: {
      IDENTITY_NOT_CHECKED: () => ({ identity_check: t('change.identityFirst') }),
      EVIDENCE_MISSING: () => ({ note: t('change.noteFirst') }),
    },
    submit: async (body) => {
      await change({ params: { id: request._id }, body });
      noticeSuccess(t('change.done'));
    },
  });
  return (
    <section aria-labelledby="change">
      <Title order={2} id="change" mb="sm">
        {t('change.title')}
      </Title>
      <RouteForm form={form} label={t('change.title')} submitLabel={t('change.save')}>
        <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
          <NativeSelect
            label={t('column.status')}
            data={privacyRequestStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
            {...form.field('status')}
          />
          <NativeSelect
            label={t('column.identity')}
            data={identityChecks.map((value) => ({ value, label: t(`identity.${value}`) }))}
            {...form.field('identity_check')}
          />
        </Group>
        <Textarea label={t('change.note')} description={t('change.noteText')} rows={3} {...form.field('note')} />
        {closes(form.values.status) && (
          <Textarea
            label={t('change.answer')}
            description={t('change.answerText')}
            rows={3}
            {...form.field('answer')}
          />
        )}
        <Checkbox label={t('change.mine')} {...form.box('mine')} />
      </RouteForm>
    </section>
  );
}
