import { listContacts } from '@escuta/contract/contacts';
import { listQueues } from '@escuta/contract/sends';
import { listSurveys } from '@escuta/contract/surveys';
import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
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
  const one = isUnanswered && mayTake ? { query: { limit: 1 } } : undefined;
  const [surveys, contacts, sends] = useQueries({
    queries: [
      routeQuery(listSurveys, one, { staleTime: 0 }),
      routeQuery(listContacts, one, { staleTime: 0 }),
      routeQuery(listQueues, one, { staleTime: 0 }),
    ],
  });
  if (!one || !surveys.data || !contacts.data || !sends.data) return undefined;
  const steps = { surveys: surveys.data.total > 0, contacts: contacts.data.total > 0, sends: sends.data.total > 0 };
  return steps.surveys && steps.contacts && steps.sends ? undefined : steps;
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
