import { Anchor, CloseButton, Group, Text } from '@mantine/core';
import { IconCreditCard, IconFilter, IconFlask } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { environmentQuery } from '#web/lib/environment.ts';
import { storeOfTab } from '#web/lib/browser-store.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useMe } from '#web/lib/me.ts';
import { focusPageTitle } from '#web/ui/focus-page-title.ts';
import classes from './ShellBanners.module.css';

const PaymentPortalButton = lazyPart(
  () => import('#web/features/billing/PaymentPortalButton.tsx'),
  'PaymentPortalButton',
);

/**
 * What is said over every page of the unit: this is not where people work (SHELL-01), a payment is pending (SHELL-02), not all of
 * the unit is shown (PERMS-14).
 */
export function ShellBanners() {
  const { t } = useTranslation('installation');
  const { narrowed_to: narrowing } = useMe().user;
  const { data } = useQuery(environmentQuery);
  return (
    <>
      {data?.homologation && (
        <Banner kind="environment" icon={IconFlask}>
          {t('banner.homologation', { name: data.homologation })}
        </Banner>
      )}
      <PendingPayment />
      {narrowing && (
        <Banner kind="narrowed" icon={IconFilter}>
          {t('banner.narrowed', { field: narrowing.label, value: narrowing.value })}
        </Banner>
      )}
    </>
  );
}

/** Whoever looks after the company may close it for as long as the tab is open, and nobody else (SHELL-03). */
function PendingPayment() {
  const { t } = useTranslation(['installation', 'ui']);
  const { business, can } = useMe();
  const key = `pending_payment_closed:${business._id}`;
  const [isClosed, setClosed] = useState(() => storeOfTab.get(key) !== null);
  if (!business.pendingPayment || isClosed) return null;
  const close = () => {
    storeOfTab.set(key, 'true');
    setClosed(true);
    focusPageTitle();
  };
  return (
    <Banner kind="payment" icon={IconCreditCard}>
      {t('installation:banner.payment', { unit: business.nome })}{' '}
      {can('finances.read') && <Anchor href="/settings/finances">{t('installation:banner.pay')}</Anchor>}
      {can('finances.manage') && (
        <Suspense>
          <PaymentPortalButton />
        </Suspense>
      )}
      {can('internal.admin') && (
        <CloseButton size="sm" ms="auto" onClick={close} aria-label={t('installation:banner.close')} />
      )}
    </Banner>
  );
}

interface BannerProps {
  readonly kind: 'environment' | 'payment' | 'narrowed';
  readonly icon: Icon;
  readonly children: ReactNode;
}

function Banner({ kind, icon: Icon, children }: BannerProps) {
  return (
    <Group component="output" className={classes['banner'] ?? ''} data-kind={kind} gap="sm" wrap="nowrap">
      <Icon size={18} stroke={1.5} aria-hidden className={classes['icon']} />
      <Text size="sm" component="div" className={classes['text'] ?? ''}>
        {children}
      </Text>
    </Group>
  );
}
