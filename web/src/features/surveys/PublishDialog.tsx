import type { Survey } from '@escuta/contract/surveys';
import { publishSurvey } from '@escuta/contract/surveys';
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublishSurvey } from '#web/features/surveys/api.ts';
import type { DraftKeeper } from '#web/features/surveys/draft-keeper.ts';
import type { MaskChange } from '#web/features/surveys/mask-change.ts';
import { SendLink } from '#web/features/surveys/SendLink.tsx';
import { isRefusal } from '#web/lib/call.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';

interface PublishDialogProps {
  readonly survey: Survey;
  readonly keeper: DraftKeeper;
  /** What becomes of answers that are there already. */
  readonly masks: MaskChange;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Somebody else saved meanwhile. */
  readonly onConflict: () => void;
}

/** Says what publishing does, does it, and offers what usually comes next. */
export function PublishDialog({ survey, keeper, masks, opened, onClose, onConflict }: PublishDialogProps) {
  const { t } = useTranslation(['surveys', 'ui']);
  const [published, setPublished] = useState<Survey>();
  const close = () => {
    onClose();
    setPublished(undefined);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={published ? t('publish.doneTitle') : t('publish.title', { title: survey.title })}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      {published ? (
        <Done survey={published} onClose={close} />
      ) : (
        <Question
          survey={survey}
          keeper={keeper}
          masks={masks}
          onPublished={setPublished}
          onClose={close}
          onConflict={onConflict}
        />
      )}
    </Modal>
  );
}

interface QuestionProps extends Omit<PublishDialogProps, 'opened'> {
  readonly onPublished: (survey: Survey) => void;
}

function Question({ survey, keeper, masks, onPublished, onClose, onConflict }: QuestionProps) {
  const { t } = useTranslation(['surveys', 'ui']);
  const errorText = useErrorText();
  const publishRevision = usePublishSurvey(survey._id);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const next = (survey.version ?? 0) + 1;

  const publish = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (await keeper.flush()) onPublished(await publishRevision(keeper.revision));
      else if (keeper.state.kind === 'conflict') onConflict();
      else setFailure(t('publish.notSaved'));
    } catch (error) {
      if (isRefusal(publishSurvey, error, 'DRAFT_CHANGED_ELSEWHERE')) onConflict();
      else setFailure(errorText(error));
    }
    setBusy(false);
  };

  return (
    <Stack gap="md">
      <Text>{t(survey.version === null ? 'publish.first' : 'publish.again', { version: next })}</Text>
      <List spacing={4} size="sm">
        <List.Item>{t('publish.immutable', { version: next })}</List.Item>
        <List.Item>{t('publish.answers')}</List.Item>
        {survey.version !== null && <List.Item>{t('publish.links')}</List.Item>}
        {masks.hides && <List.Item>{t('publish.hides')}</List.Item>}
      </List>
      {masks.shows && <Alert color="yellow">{t('publish.shows')}</Alert>}
      <AttemptFailure text={failure} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui:dialog.back')}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => void publish()}>
          {t('publish.confirm', { version: next })}
        </Button>
      </Group>
    </Stack>
  );
}

function Done({ survey, onClose }: { survey: Survey; onClose: () => void }) {
  const { t } = useTranslation('surveys');
  const buttons = useRef<HTMLDivElement>(null);
  // The button that published is gone, and the focus with it: it goes on to what usually comes next.
  useEffect(() => {
    const all = buttons.current?.querySelectorAll<HTMLElement>('a, button');
    all?.[all.length - 1]?.focus();
  }, []);
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap" align="flex-start" component="output">
        <IconCircleCheck size={22} stroke={1.5} color="var(--score-top)" aria-hidden />
        <Text>{t('publish.done', { version: survey.version ?? 1 })}</Text>
      </Group>
      <Group justify="flex-end" gap="sm" ref={buttons}>
        <Button variant="default" onClick={onClose}>
          {t('publish.stay')}
        </Button>
        <SendLink survey={survey} label={t('publish.send')} />
      </Group>
    </Stack>
  );
}
