import type { PrivacyStep } from '@escuta/contract/privacy-requests';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';

/** What was done about a request, by whom and when, the newest last. */
export function PrivacySteps({ steps, timezone }: { steps: readonly PrivacyStep[]; timezone: string }) {
  const { t } = useTranslation('privacy');
  return (
    <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
      {steps.map((step) => (
        <li key={step._id}>
          <Text c="dimmed" size="sm">
            {formatInstant(step.at, timezone)} · {step.by ?? t('step.requester')}
          </Text>
          <Text fw={600}>
            {t(`step.${step.kind}`, {
              status: t(`status.${step.status}`),
              identity: t(`identity.${step.identity_check}`),
            })}
          </Text>
          {step.note && <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{step.note}</Text>}
          {step.answer && (
            <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {t('step.answer', { answer: step.answer })}
            </Text>
          )}
          {step.report && <StepReport report={step.report} />}
        </li>
      ))}
    </Stack>
  );
}

/** What was taken of a person, table by table. */
function StepReport({ report }: { report: NonNullable<PrivacyStep['report']> }) {
  const { t } = useTranslation('erasures');
  return (
    <Facts>
      {report.tables.map(({ table, rows }) => (
        <Fact key={table} name={t(`table.${table}`)}>
          {formatNumber(rows)}
        </Fact>
      ))}
    </Facts>
  );
}
