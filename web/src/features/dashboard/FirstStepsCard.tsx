import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { firstStepsQuery } from '#web/features/dashboard/api.ts';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { useMe } from '#web/lib/me.ts';
import classes from './FirstStepsCard.module.css';

/** Which steps are done. */
interface Steps {
  readonly surveys: boolean;
  readonly contacts: boolean;
  readonly sends: boolean;
}

const order = [
  { step: 'surveys', to: '/customer-feedback' },
  { step: 'contacts', to: '/importer/contacts' },
  { step: 'sends', to: '/sends/new' },
] as const;

/**
 * The first steps of a unit that nobody has answered yet, or undefined when there is nothing to do first: it has
 * answers, all steps are done, or the user may not take them.
 */
export function useFirstSteps(isUnanswered: boolean): Steps | undefined {
  const { can } = useMe();
  const mayTake = can('surveys.edit') && can('contacts.import') && can('sends.create');
  const { data } = useQuery({ ...firstStepsQuery, enabled: isUnanswered && mayTake });
  if (!isUnanswered || !mayTake || !data) return undefined;
  return data.surveys && data.contacts && data.sends ? undefined : data;
}

/** The way from an empty unit to its first answer; the next thing to do is the one that stands out. */
export function FirstStepsCard({ steps }: { steps: Steps }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const next = order.find(({ step }) => !steps[step])?.step;
  return (
    <DashboardCard title={t('first.title')} text={t('first.text')}>
      <ol className={classes['steps']}>
        {order.map(({ step, to }, at) => (
          <li key={step} data-done={steps[step] || undefined}>
            <span className={classes['mark']} aria-hidden="true">
              {steps[step] ? <IconCheck size={16} stroke={2} /> : at + 1}
            </span>
            <div className={classes['words']}>
              <Text fw={600}>{t(`first.${step}.title`)}</Text>
              <Text c="dimmed" size="sm">
                {t(`first.${step}.text`)}
              </Text>
            </div>
            {steps[step] ? (
              <Text c="dimmed" size="sm">
                {t('first.done')}
              </Text>
            ) : (
              <Button
                variant={step === next ? 'filled' : 'default'}
                renderRoot={(props) => <Link to={to} {...props} />}
              >
                {t(`first.${step}.action`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </DashboardCard>
  );
}
