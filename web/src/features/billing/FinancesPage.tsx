import { getFinances } from '@escuta/contract/billing';
import type { Finances } from '@escuta/contract/billing';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDays, formatInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Figure, Figures } from '#web/ui/Figures.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** Plan and usage of the company; who manages its finances sees its account too. */
export function FinancesPage() {
  const { t } = useTranslation('billing');
  const answer = useQuery(routeQuery(getFinances, {}));
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Loaded answer={answer}>
        {(finances) => (
          <>
            <Plan {...finances} />
            <Usage {...finances} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Plan({ plan, account }: Finances) {
  const { t } = useTranslation('billing');
  const { timezone } = useMe().business;
  const ends = plan.trial_expiration_date;
  return (
    <>
      <Title order={2} size="h3" mb="sm">
        {t('plan.title')}
      </Title>
      <Figures label={t('plan.title')}>
        <Figure
          name={t('plan.state')}
          {...(plan.isTrial && ends ? { text: t('plan.until', { date: formatInstant(ends, timezone) }) } : {})}
        >
          {t(plan.isTrial ? 'plan.trial' : 'plan.active')}
        </Figure>
        {account && (
          <>
            <Figure name={t('users')}>{formatNumber(account.users)}</Figure>
            <Figure name={t('payment.title')}>{t(account.pendingPayment ? 'payment.pending' : 'payment.none')}</Figure>
          </>
        )}
      </Figures>
    </>
  );
}

function Usage({ usage: { from, to, units, responses, messages } }: Finances) {
  const { t } = useTranslation('billing');
  return (
    <>
      <Title order={2} size="h3" mb="sm">
        {t('usage.title')}
      </Title>
      <Figures label={t('usage.title')}>
        <Figure name={t('usage.responses')} text={formatDays({ from, to })}>
          {formatNumber(responses)}
        </Figure>
        {messages.map(({ channel, sent }) => (
          <Figure key={channel} name={t(`usage.messages.${channel}`)} text={formatDays({ from, to })}>
            {formatNumber(sent)}
          </Figure>
        ))}
        <Figure name={t('usage.units')}>{formatNumber(units)}</Figure>
      </Figures>
    </>
  );
}
