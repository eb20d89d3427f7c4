import { consentBases, consentNoteMax, consentStatuses, listConsents, recordConsent } from '@escuta/contract/consents';
import type { ConsentBasis, ConsentStatus } from '@escuta/contract/consents';
import { listContacts } from '@escuta/contract/contacts';
import type { ContactId } from '@escuta/contract/ids';
import { sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import { getTimeline } from '@escuta/contract/timeline';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** Who took it back is stopped, which contacts say of themselves. */
const invalidates = [listConsents, getTimeline, listContacts];

/** Writes down that a contact agreed to be written to, or took it back. */
export function ConsentForm({ id, onSaved }: { id: ContactId; onSaved: () => void }) {
  const { t } = useTranslation(['consents', 'responses']);
  const record = useRouteMutation(recordConsent, { invalidates }).mutateAsync;
  const form = useRouteForm(recordConsent, {
    initialValues: { channel: 'email', status: 'granted', basis: 'consent', text_version: '' },
    toBody: ({ channel, status, basis, text_version: text }) => ({
      channel: channel as SendChannel,
      status: status as ConsentStatus,
      // Who takes it back stands on nothing else.
      basis: status === 'withdrawn' ? 'consent' : (basis as ConsentBasis),
      text_version: text.trim() || null,
    }),
    submit: async (body) => {
      await record({ params: { id }, body });
      noticeSuccess(t('form.saved'));
      onSaved();
    },
  });
  return (
    <RouteForm form={form} label={t('record')} submitLabel={t('form.save')}>
      <NativeSelect
        label={t('form.status')}
        data-autofocus
        data={consentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        {...(form.values.status === 'withdrawn' ? { description: t('form.withdrawnHelp') } : {})}
        {...form.field('status')}
      />
      <NativeSelect
        label={t('form.channel')}
        data={sendChannels.map((value) => ({ value, label: t(`responses:channel.${value}`) }))}
        {...form.field('channel')}
      />
      {form.values.status !== 'withdrawn' && (
        <NativeSelect
          label={t('form.basis')}
          data={consentBases.map((value) => ({ value, label: t(`basis.${value}`) }))}
          {...form.field('basis')}
        />
      )}
      <TextInput
        label={t('form.text')}
        description={t('form.textHelp')}
        maxLength={consentNoteMax}
        {...form.field('text_version')}
      />
    </RouteForm>
  );
}
