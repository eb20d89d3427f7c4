import { openPaymentPortal } from '@escuta/contract/billing';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/call.ts';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';

/** Leads to the portal where what the unit pays is looked after. A failure is logged and nothing else (CALL-12). */
export function PaymentPortalButton() {
  const { t } = useTranslation('billing');
  const { business } = useMe();
  const open = useRouteMutation(openPaymentPortal, {
    onSuccess: ({ url }) => window.location.assign(url),
    // For who looks into it; nobody is interrupted.
    // oxlint-disable-next-line no-console
    onError: (error) => console.error('payment portal:', error instanceof CallError ? error.code : error),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={open.isPending}
      onClick={() => open.mutate({ params: { id: business._id }, isAct: false })}
    >
      {t('payment.portal')}
    </Button>
  );
}
