import { consentBases, consentNoteMax, listConsents } from '@escuta/contract/consents';
import type { ConsentBasis } from '@escuta/contract/consents';
import { liftSuppression, listSuppressions } from '@escuta/contract/suppressions';
import type { Suppression } from '@escuta/contract/suppressions';
import { getTimeline } from '@escuta/contract/timeline';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useBlockedName } from '#web/features/contacts/suppressions/use-blocked-name.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';

interface LiftDialogProps {
  readonly suppression: Suppression;
  readonly onLifted: () => void;
  readonly onClose: () => void;
}

const invalidates = [listSuppressions, listConsents, getTimeline];

/** Asks before an address is written to again, and where the company had stopped it, what the person agreed to since. */
export function LiftDialog(props: LiftDialogProps) {
  return props.suppression.needs_consent ? <WithConsent {...props} /> : <Confirmed {...props} />;
}

function Confirmed({ suppression, onLifted, onClose }: LiftDialogProps) {
  const { t } = useTranslation('suppressions');
  const errorText = useErrorText();
  const name = useBlockedName()(suppression);
  const lift = useRouteMutation(liftSuppression, {
    invalidates,
    onSuccess: () => {
      noticeSuccess(t('lift.done'));
      onLifted();
    },
    onError: (error) => noticeFailure(errorText(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('lift.title')}
      text={t(suppression.contact ? 'lift.text' : 'lift.textNobody', { name })}
      confirmLabel={t('lift.action')}
      isBusy={lift.isPending}
      onConfirm={() => lift.mutate({ params: { id: suppression._id }, body: { consent: null } })}
      onClose={onClose}
    />
  );
}

function WithConsent({ suppression, onLifted, onClose }: LiftDialogProps) {
  const { t } = useTranslation(['suppressions', 'consents', 'ui']);
  const name = useBlockedName()(suppression);
  const lift = useRouteMutation(liftSuppression, { invalidates }).mutateAsync;
  const form = useRouteForm(liftSuppression, {
    initialValues: { basis: 'consent', text: '' },
    toBody: ({ basis, text }) => ({ consent: { basis: basis as ConsentBasis, text_version: text.trim() || null } }),
    submit: async (body) => {
      await lift({ params: { id: suppression._id }, body });
      noticeSuccess(t('lift.done'));
      onLifted();
      onClose();
    },
  });
  return (
    <FormDialog title={t('lift.title')} onClose={onClose}>
      <RouteForm form={form} label={t('lift.title')} submitLabel={t('lift.action')}>
        <Text>{t(suppression.contact ? 'lift.text' : 'lift.textNobody', { name })}</Text>
        <Text>{t(suppression.contact ? 'lift.consentText' : 'lift.consentTextNobody')}</Text>
        <NativeSelect
          label={t('consents:form.basis')}
          data-autofocus
          data={consentBases.map((value) => ({ value, label: t(`consents:basis.${value}`) }))}
          {...form.field('basis')}
        />
        {suppression.contact && (
          <TextInput
            label={t('consents:form.text')}
            description={t('consents:form.textHelp')}
            autoComplete="off"
            maxLength={consentNoteMax}
            {...form.field('text')}
          />
        )}
      </RouteForm>
    </FormDialog>
  );
}
