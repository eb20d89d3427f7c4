import { Button, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveTo } from '#web/features/accounts/move.ts';
import { useLeaveAccount } from '#web/features/accounts/use-enter.ts';
import { accountAccessQuery } from '#web/lib/account-access.ts';
import { formatNumber } from '#web/lib/format.ts';
import { now } from '#web/lib/time.ts';
import classes from './accounts.module.css';

const minuteMs = 60_000;
const tickMs = 10_000;

/** Says in red whose account somebody of ours is in, for how long yet, and leads out of it (INTADM-06). */
export function AccessBar() {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(accountAccessQuery());
  const leave = useLeaveAccount();
  const access = data?.access ?? null;
  const [instant, setInstant] = useState(now);
  useInterval(() => setInstant(now()), tickMs, { autoInvoke: true });
  const leftMs = access ? Date.parse(access.ends_at) - instant.getTime() : 0;
  useEffect(() => {
    // The server lets nobody in any more: the page goes home before it asks.
    if (access && leftMs <= 0) moveTo(access.home);
  }, [access, leftMs]);
  if (!access) return null;
  const minutes = Math.max(1, Math.round(leftMs / minuteMs));
  return (
    <section className={classes['bar']} aria-label={t('bar.label')}>
      <Text size="sm" inherit title={access.reason}>
        {t('bar.inside', { name: access.company.nome })}
      </Text>
      <Text size="sm" inherit className="figures">
        {t('bar.left', { count: minutes, n: formatNumber(minutes) })}
      </Text>
      <Button size="xs" mih={36} variant="white" color="red.9" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('bar.leave')}
      </Button>
    </section>
  );
}
