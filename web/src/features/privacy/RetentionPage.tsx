import {
  changeRetentionRule,
  listRetentionRules,
  rehearseRetentionRule,
  retentionDaysMax,
  retentionDaysMin,
} from '@escuta/contract/retention';
import type { RetentionRule } from '@escuta/contract/retention';
import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { UnsavedGuard } from '#web/ui/form/dirty-guard.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** After how many days the company forgets what (PRIVACY-15): each rule is off until it has a number. */
export function RetentionPage() {
  const { t } = useTranslation('privacy');
  const answer = useQuery(routeQuery(listRetentionRules, {}, { staleTime: 0 }));
  return (
    <>
      <PageHeader title={t('retention.title')} text={t('retention.text')} />
      <Loaded answer={answer}>
        {({ data }) => (
          <Stack gap="xl" maw={560}>
            {data.map((rule) => (
              <Rule key={rule.kind} rule={rule} />
            ))}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

const whole = /^\d+$/;
/** What is counted is what there is now. */
const fresh = { staleTime: 0, gcTime: 0 } as const;

function Rule({ rule: { kind, days, ran_at } }: { rule: RetentionRule }) {
  const { t } = useTranslation('privacy');
  const { timezone } = useMe().business;
  const errorText = useErrorText();
  const [asked, setAsked] = useState<number>();
  const [confirmed, setConfirmed] = useState<number>();
  const limits = { min: retentionDaysMin(kind), max: retentionDaysMax };
  const written = { min: formatNumber(limits.min), max: formatNumber(limits.max) };
  const changing = useRouteMutation(changeRetentionRule, {
    invalidates: [listRetentionRules],
    onSuccess: () => noticeSuccess(t('retention.saved')),
  });
  const saved = days === null ? '' : String(days);
  const form = useRouteForm(changeRetentionRule, {
    initialValues: { days: saved },
    // What is no number is one that no rule takes.
    toBody: (typed) => ({ kind, days: typed.days.trim() === '' ? null : readDays(typed.days) }),
    sentences: { days: () => t('retention.wrong', written) },
    submit: async (body) => {
      // What erases more than before is asked about first; what erases less, or nothing, is not.
      if (body.days !== null && (days === null || body.days < days)) setConfirmed(body.days);
      else await changing.mutateAsync({ body });
    },
  });
  const typed = readDays(form.values.days);
  const canRehearse = typed >= limits.min && typed <= limits.max;
  const name = t(`retention.kind.${kind}`);
  return (
    <section aria-labelledby={kind}>
      <Title order={2} id={kind} mb="xs">
        {name}
      </Title>
      <Text c="dimmed" mb="sm">
        {t(`retention.kindText.${kind}`)}
      </Text>
      <RouteForm
        form={form}
        label={name}
        submitLabel={t('retention.save')}
        back={
          <Button variant="default" disabled={!canRehearse} onClick={() => setAsked(typed)}>
            {t('retention.simulate')}
          </Button>
        }
      >
        <TextInput
          label={t('retention.days')}
          description={t('retention.daysText', written)}
          inputMode="numeric"
          maw={240}
          {...form.field('days')}
        />
        <UnsavedGuard isDirty={form.values.days !== saved} />
        <Rehearsal kind={kind} days={asked === typed ? asked : undefined} />
        {ran_at && (
          <Text c="dimmed" size="sm">
            {t('retention.ran', { when: formatInstant(ran_at, timezone) })}
          </Text>
        )}
      </RouteForm>
      {confirmed !== undefined && (
        <ConfirmRule
          kind={kind}
          days={confirmed}
          isBusy={changing.isPending}
          onConfirm={() =>
            changing.mutate(
              { body: { kind, days: confirmed } },
              { onError: (error) => noticeFailure(errorText(error)), onSettled: () => setConfirmed(undefined) },
            )
          }
          onClose={() => setConfirmed(undefined)}
        />
      )}
    </section>
  );
}

interface ConfirmRuleProps {
  readonly kind: RetentionRule['kind'];
  readonly days: number;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a rule that erases more than the one before, and says how much that is now. */
function ConfirmRule({ kind, days, ...dialog }: ConfirmRuleProps) {
  const { t } = useTranslation('privacy');
  const { data, error } = useQuery(routeQuery(rehearseRetentionRule, { query: { kind, days } }, fresh));
  const reached = data && t('retention.reached', { count: data.rows, rows: formatNumber(data.rows) });
  const counted = reached ?? t(error ? 'retention.notCounted' : 'retention.counting');
  return (
    <ConfirmDialog
      opened
      title={t('retention.confirmTitle', { kind: t(`retention.kind.${kind}`), days: formatNumber(days) })}
      text={`${counted} ${t('retention.confirmText')}`}
      confirmLabel={t('retention.confirm')}
      isDestructive
      {...dialog}
    />
  );
}

/** The days that are typed; 0, which no rule takes, for what is no whole number. */
function readDays(typed: string): number {
  return whole.test(typed.trim()) ? Number(typed.trim()) : 0;
}

/** How many records a rule would reach now (PRIVACY-16); nothing until it is asked. */
function Rehearsal({ kind, days }: { kind: RetentionRule['kind']; days: number | undefined }) {
  const { t } = useTranslation('privacy');
  const errorText = useErrorText();
  const input = days === undefined ? undefined : { query: { kind, days } };
  const { data, error } = useQuery(routeQuery(rehearseRetentionRule, input, fresh));
  return (
    <Text component="output" display="block" fw={600}>
      {data && days !== undefined && t('retention.reached', { count: data.rows, rows: formatNumber(data.rows) })}
      {error && errorText(error)}
    </Text>
  );
}
