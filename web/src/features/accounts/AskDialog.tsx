import { Alert, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askedQuestions, answerOf } from '#web/features/accounts/questions.ts';
import type { AskedQuestion } from '#web/features/accounts/questions.ts';
import { formatDays, formatNumber, formatPercent } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { Select } from '#web/ui/Select.tsx';
import { useErrorText } from '#web/ui/error-text.ts';

interface AskDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** “Perguntar aos dados” (1§2.3): ready questions, answered by the figures of the dashboard and by no model. */
export function AskDialog({ opened, onClose }: AskDialogProps) {
  const { t } = useTranslation(['accounts', 'ui']);
  const [question, setQuestion] = useState<AskedQuestion>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setQuestion(undefined)}
      title={t('ask.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Text c="dimmed" mb="md">
        {t('ask.text')}
      </Text>
      <Select
        label={t('ask.label')}
        placeholder={t('ask.placeholder')}
        data={askedQuestions.map((value) => ({ value, label: t(`ask.question.${value}`) }))}
        value={question ?? null}
        onChange={(value) => setQuestion(value ?? undefined)}
        searchable
        comboboxProps={{ withinPortal: true }}
        nothingFoundMessage={t('ask.none')}
        data-autofocus
      />
      {question && <Answer key={question} question={question} />}
    </Modal>
  );
}

function Answer({ question }: { readonly question: AskedQuestion }) {
  const { t } = useTranslation('accounts');
  const { business, businesses } = useMe();
  const errorText = useErrorText();
  const today = useToday(business.timezone);
  const days = { from: `${today.slice(0, 8)}01`, to: today };
  const asked = useQuery({
    queryKey: ['asked', question, business._id, today],
    queryFn: ({ signal }) => answerOf(question, { days, business, businesses, signal }),
    retry: false,
  });
  if (asked.isPending) return <Loader size="sm" mt="md" aria-label={t('ask.loading')} />;
  if (asked.isError)
    return (
      <Alert color="red" mt="md" role="alert">
        {errorText(asked.error)}
      </Alert>
    );
  const { value, n, unit, kind } = asked.data;
  const figure = value === null ? null : kind === 'share' ? formatPercent(value) : formatNumber(value, 1);
  return (
    <output>
      <Text component="span" display="block" size="xl" fw={700} mt="lg" className="figures">
        {figure ?? t('ask.noFigure')}
      </Text>
      <Text c="dimmed">{t(`ask.basis.${kind}`, { count: n, n: formatNumber(n), unit, days: formatDays(days) })}</Text>
    </output>
  );
}
