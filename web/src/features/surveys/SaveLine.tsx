import { Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KeepState } from '#web/features/surveys/draft-keeper.ts';
import { formatInstant, formatTime } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useErrorText } from '#web/ui/error-text.ts';

interface SaveLineProps {
  readonly state: KeepState;
  /** When the server last took a change, ISO 8601. */
  readonly savedAt: string;
  /** It was taken since this page is open. */
  readonly isFresh: boolean;
  /** Something keeps what was taken from being published. */
  readonly hasFaults: boolean;
  readonly onRetry: () => void;
}

/** Says whether what was typed is kept. */
export function SaveLine({ state, savedAt, isFresh, hasFaults, onRetry }: SaveLineProps) {
  const { t } = useTranslation('surveys');
  const errorText = useErrorText();
  const { timezone } = useMe().business;
  const isFaulty = state.kind === 'kept' && hasFaults;
  const isWrong = isFaulty || state.kind === 'failed' || state.kind === 'blocked' || state.kind === 'conflict';
  const Icon = isWrong ? IconAlertCircle : state.kind === 'kept' ? IconCheck : IconLoader2;
  const sentence = {
    kept: hasFaults
      ? t('save.faulty')
      : isFresh
        ? t('save.saved', { time: formatTime(savedAt, timezone) })
        : t('save.changed', { instant: formatInstant(savedAt, timezone) }),
    typing: t('save.saving'),
    saving: t('save.saving'),
    blocked: t('save.blocked'),
    conflict: t('save.conflict'),
    failed: state.kind === 'failed' ? t('save.failed', { reason: errorText(state.error) }) : '',
  }[state.kind];
  return (
    <Group gap="sm" mih={30}>
      <Text size="sm" c={isWrong ? 'var(--mantine-color-error)' : 'dimmed'} component="output" className="figures">
        <Group component="span" gap={6} wrap="nowrap">
          <Icon size={16} stroke={1.5} aria-hidden />
          {sentence}
        </Group>
      </Text>
      {state.kind === 'failed' && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t('save.retry')}
        </Button>
      )}
    </Group>
  );
}
