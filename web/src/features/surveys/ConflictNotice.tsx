import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SetAside } from '#web/features/surveys/use-draft-editing.ts';
import type { TextPath } from '#web/features/surveys/survey-texts.ts';
import { useErrorText } from '#web/ui/error-text.ts';

/** Another tab or person saved first: nothing of that is written over, and nothing typed here is lost without being seen. */
export function ConflictNotice({ onReload }: { onReload: () => Promise<void> }) {
  const { t } = useTranslation(['surveys', 'errors']);
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const reload = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onReload();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Alert color="yellow" variant="outline" role="alert" icon={<IconRefreshAlert size={20} stroke={1.5} />} mb="lg">
      <Stack gap="sm" align="flex-start">
        <Text>{t('errors:DRAFT_CHANGED_ELSEWHERE')}</Text>
        {failure && <Text c="var(--mantine-color-error)">{failure}</Text>}
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void reload()}>
          {t('conflict.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}

interface SetAsideNoticeProps {
  readonly setAside: readonly SetAside[];
  readonly labelOf: (path: TextPath) => string;
  readonly onTakeBack: (text: SetAside) => void;
  readonly onForget: () => void;
}

/** What was typed here and gave way to another text: to take back one by one. */
export function SetAsideNotice({ setAside, labelOf, onTakeBack, onForget }: SetAsideNoticeProps) {
  const { t } = useTranslation('surveys');
  const notice = useRef<HTMLElement>(null);
  // The button that led here is gone, and the focus with it.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Paper ref={notice} tabIndex={-1} component="section" withBorder p="md" mb="lg" aria-label={t('conflict.setAside')}>
      <Stack gap="md">
        <Title order={2}>{t('conflict.setAside')}</Title>
        {setAside.map(({ path, text }) => (
          <Group key={path} justify="space-between" align="flex-start" gap="sm">
            <Stack gap={0} miw={0} flex="1 1 240px">
              <Text size="sm" c="dimmed">
                {labelOf(path)}
              </Text>
              <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text || '—'}</Text>
            </Stack>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('conflict.takeBackField', { field: labelOf(path) })}
              onClick={() => onTakeBack({ path, text })}
            >
              {t('conflict.takeBack')}
            </Button>
          </Group>
        ))}
        <Group>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onForget}>
            {t('conflict.forget')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
