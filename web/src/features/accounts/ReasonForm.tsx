import { accessReasonLength, enterAccount } from '@escuta/contract/accounts';
import { Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEnterAccount } from '#web/features/accounts/use-enter.ts';
import type { ChosenAccount } from '#web/features/accounts/use-enter.ts';
import { PanelContext } from '#web/ui/form/form-panel.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

/** Asks why somebody enters an account: its people can read it. */
export function ReasonForm({ account, onBack }: { readonly account: ChosenAccount; readonly onBack: () => void }) {
  const { t } = useTranslation('accounts');
  const { mutateAsync: enter } = useEnterAccount();
  const { min, max } = accessReasonLength;
  const form = useRouteForm(enterAccount, {
    initialValues: { reason: '' },
    toBody: ({ reason }) => ({ company: account._id, reason }),
    sentences: { reason: () => t('reason.short', { min }) },
    submit: ({ reason }) => enter({ account, reason }),
  });
  return (
    <PanelContext value={{ close: onBack }}>
      <RouteForm form={form} submitLabel={t('reason.enter')}>
        <Text>{t('reason.text', { name: account.nome })}</Text>
        <Textarea
          label={t('reason.label')}
          placeholder={t('reason.placeholder')}
          maxLength={max}
          rows={3}
          data-autofocus
          ref={takeFocus}
          {...form.field('reason')}
        />
      </RouteForm>
    </PanelContext>
  );
}

/** The choice that had the focus is gone. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
