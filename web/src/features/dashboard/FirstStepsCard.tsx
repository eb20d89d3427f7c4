import { listContacts } from '@escuta/contract/contacts';
import { listQueues } from '@escuta/contract/sends';
import { listSurveys } from '@escuta/contract/surveys';
import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import classes from './FirstStepsCard.module.css';

type Step = 'surveys' | 'contacts' | 'sends';

interface Steps {
  /** Which are done. */
  readonly done: Readonly<Record<Step, boolean>>;
  /** There are surveys, and none of them can be sent yet. */
  readonly hasDraft: boolean;
}

const order = ['surveys', 'contacts', 'sends'] as const;

/**
 * The first steps of a unit that nobody has answered yet; 'loading' until they are known. Undefined when there is nothing
 * to do first: it has answers, all steps are done, or the user may not take them.
 */
export function useFirstSteps(isUnanswered: boolean): Steps | 'loading' | undefined {
  const { can } = useMe();
  const mayTake = can('surveys.edit') && can('contacts.import') && can('sends.create');
  const one = isUnanswered && mayTake ? { query: { limit: 1 } } : undefined;
  const published = useQuery(
    routeQuery(listSurveys, one && { query: { ...one.query, status: 'active' } }, { staleTime: 0 }),
  );
  const [surveys, contacts, sends] = useQueries({
    queries: [
      routeQuery(listSurveys, one, { staleTime: 0 }),
      routeQuery(listContacts, one, { staleTime: 0 }),
      routeQuery(listQueues, one, { staleTime: 0 }),
    ],
  });
  if (!one) return undefined;
  if (!surveys.data || !published.data || !contacts.data || !sends.data)
    return [surveys, published, contacts, sends].some(({ isError }) => isError) ? undefined : 'loading';
  const done = { surveys: published.data.total > 0, contacts: contacts.data.total > 0, sends: sends.data.total > 0 };
  if (order.every((step) => done[step])) return undefined;
  return { done, hasDraft: surveys.data.total > 0 };
}

/** The way from an empty unit to its first answer; the next thing to do is the one that stands out. */
export function FirstStepsCard({ steps }: { steps: Steps }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const next = order.find((step) => !steps.done[step]);
  const ways: Record<Step, { to: LinkProps['to']; action: string }> = {
    // Where the template is chosen; a draft waits in the list.
    surveys: steps.hasDraft
      ? { to: '/customer-feedback', action: t('first.surveys.publish') }
      : { to: '/customer-feedback/create-survey/new', action: t('first.surveys.action') },
    contacts: { to: '/importer/contacts', action: t('first.contacts.action') },
    sends: { to: '/sends/new', action: t('first.sends.action') },
  };
  return (
    <DashboardCard title={t('first.title')} text={t('first.text')}>
      <ol className={classes['steps']}>
        {order.map((step, at) => (
          <li key={step} data-done={steps.done[step] || undefined}>
            <span className={classes['mark']} aria-hidden="true">
              {steps.done[step] ? <IconCheck size={16} stroke={2} /> : at + 1}
            </span>
            <div className={classes['words']}>
              <Text fw={600}>{t(`first.${step}.title`)}</Text>
              <Text c="dimmed" size="sm">
                {t(`first.${step}.text`)}
              </Text>
            </div>
            {steps.done[step] ? (
              <Text c="dimmed" size="sm">
                {t('first.done')}
              </Text>
            ) : (
              canTake(step, steps) && (
                <Button
                  variant={step === next ? 'filled' : 'default'}
                  renderRoot={(props) => <Link to={ways[step].to} {...props} />}
                >
                  {ways[step].action}
                </Button>
              )
            )}
          </li>
        ))}
      </ol>
    </DashboardCard>
  );
}

/** Only a published survey can be sent. */
function canTake(step: Step, { done }: Steps): boolean {
  return step !== 'sends' || done.surveys;
}
