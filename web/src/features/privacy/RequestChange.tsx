import type { UserId } from '@escuta/contract/ids';
import {
  changePrivacyRequest,
  getPrivacyRequest,
  identityChecks,
  listPrivacyRequests,
  privacyRequestStatuses,
} from '@escuta/contract/privacy-requests';
import type { IdentityCheck, PrivacyRequestDetails, PrivacyRequestStatus } from '@escuta/contract/privacy-requests';
import { Alert, Checkbox, Group, NativeSelect, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '#web/lib/call.ts';
import { useMe } from '#web/lib/me.ts';
import { useInvalidate, useRouteMutation } from '#web/lib/route-query.ts';
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
  const { form, closes, hasChanged } = useChange(request);
  return (
    <section aria-labelledby="change">
      <Title order={2} id="change" mb="sm">
        {t('change.title')}
      </Title>
      <RouteForm form={form} label={t('change.title')} submitLabel={t('change.save')}>
        {hasChanged && (
          <Alert role="alert" color="yellow" variant="light">
            {t('change.changed', {
              status: t(`status.${request.status}`),
              identity: t(`identity.${request.identity_check}`),
              handler: request.handled_by?.nome ?? t('change.nobody'),
            })}
          </Alert>
        )}
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

type Seen = Pick<PrivacyRequestDetails, 'status' | 'identity_check'> & { readonly handled_by: UserId | null };

/** The form, and what it was begun with: a request that changes under it changes its choices, and leaves what is written. */
function useChange(request: PrivacyRequestDetails) {
  const { t } = useTranslation('privacy');
  const { user } = useMe();
  const invalidate = useInvalidate();
  const { mutateAsync: change } = useRouteMutation(changePrivacyRequest, {
    invalidates: [listPrivacyRequests, getPrivacyRequest],
  });
  const isMine = (of: PrivacyRequestDetails) => of.handled_by?._id === user._id;
  const handler = (mine: boolean): 'me' | 'nobody' | 'same' => (mine ? 'me' : isMine(request) ? 'nobody' : 'same');
  const begin = (from: PrivacyRequestDetails) => typedChange(from, isMine(from));
  const [begun, setBegun] = useState({ seen: seenOf(request), values: begin(request) });
  const [latest, setLatest] = useState(request);
  const [hasChanged, setChanged] = useState(false);
  // Who asked is told once, when the request is closed.
  const closes = (status: string) => ['done', 'refused'].includes(status) && status !== begun.seen.status;
  const form = useRouteForm(changePrivacyRequest, {
    initialValues: begun.values,
    toBody: ({ status, identity_check, mine, note, answer }) => ({
      status: status as PrivacyRequestStatus,
      identity_check: identity_check as IdentityCheck,
      handler: handler(mine),
      note,
      answer: closes(status) ? answer : '',
      seen: begun.seen,
    }),
    refusals: {
      IDENTITY_NOT_CHECKED: () => ({ identity_check: t('change.identityFirst') }),
      EVIDENCE_MISSING: () => ({ note: t('change.noteFirst') }),
    },
    submit: async (body) => {
      try {
        const saved = await change({ params: { id: request._id }, body });
        setBegun({ seen: seenOf(saved), values: begin(saved) });
        form.set(begin(saved));
        setChanged(false);
      } catch (error) {
        if (isRefusal(changePrivacyRequest, error, 'REQUEST_CHANGED')) invalidate([getPrivacyRequest]);
        throw error;
      }
      noticeSuccess(t('change.done'));
    },
  });
  if (request !== latest) {
    setLatest(request);
    const values = begin(request);
    if (differ(seenOf(request), begun.seen)) {
      const { status, identity_check, mine } = values;
      setChanged(form.failure !== undefined || differ(form.values, begun.values));
      setBegun({ seen: seenOf(request), values });
      form.set({ status, identity_check, mine });
    }
  }
  return { form, closes, hasChanged };
}

function seenOf({ status, identity_check, handled_by }: PrivacyRequestDetails): Seen {
  return { status, identity_check, handled_by: handled_by?._id ?? null };
}

function differ<Values extends object>(one: Values, other: Values): boolean {
  return (Object.keys(one) as (keyof Values)[]).some((name) => one[name] !== other[name]);
}
