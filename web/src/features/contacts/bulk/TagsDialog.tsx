import { tagActions } from '@escuta/contract/bulk-actions';
import type { BulkTarget } from '@escuta/contract/bulk-actions';
import { tagLengthMax, tagsMax } from '@escuta/contract/contact-particulars';
import { Button, Group, Modal, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStartTagging } from '#web/features/contacts/bulk/api.ts';
import { TagsField } from '#web/features/contacts/TagsField.tsx';
import { CallFailure } from '#web/ui/CallFailure.tsx';

interface TagsDialogProps {
  readonly opened: boolean;
  readonly target: BulkTarget;
  readonly onBack: () => void;
  readonly onStarted: () => void;
}

/** Asks which tags the picked contacts are given, or lose. */
export function TagsDialog({ opened, onBack, ...props }: TagsDialogProps) {
  const { t } = useTranslation(['bulk-actions', 'ui']);
  return (
    <Modal
      opened={opened}
      onClose={onBack}
      title={t('tags.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <TagsForm onBack={onBack} {...props} />
    </Modal>
  );
}

function TagsForm({ target, onBack, onStarted }: Omit<TagsDialogProps, 'opened'>) {
  const { t } = useTranslation(['bulk-actions', 'ui']);
  const start = useStartTagging();
  const [kind, setKind] = useState<(typeof tagActions)[number]>('tag');
  const [tags, setTags] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (tags.length === 0) return setProblem(t('tags.missing'));
    if (tags.some((tag) => tag.length > tagLengthMax)) return setProblem(t('tags.tooLong', { most: tagLengthMax }));
    start.mutate({ body: { target, kind, tags } }, { onSuccess: onStarted });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('tags.title')}
          value={kind}
          data={tagActions.map((each) => ({ value: each, label: t(`tags.kind.${each}`) }))}
          onChange={(value) => setKind(value)}
        />
        <TagsField
          label={t('tags.label')}
          description={t('tags.help', { most: tagsMax })}
          value={tags}
          error={problem}
          onChange={(value) => {
            setTags(value.map((tag) => tag.trim()).filter((tag) => tag !== ''));
            setProblem(undefined);
          }}
        />
        <CallFailure error={start.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onBack}>
            {t('ui:dialog.back')}
          </Button>
          <Button type="submit" loading={start.isPending}>
            {t(`tags.kind.${kind}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
