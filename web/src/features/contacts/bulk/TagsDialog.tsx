import { startTagging, tagActions } from '@escuta/contract/bulk-actions';
import type { BulkTarget } from '@escuta/contract/bulk-actions';
import { tagLengthMax, tagsMax } from '@escuta/contract/contact-particulars';
import { Modal, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStartTagging } from '#web/features/contacts/bulk/api.ts';
import { TagsField } from '#web/features/contacts/TagsField.tsx';
import { tagsIn } from '#web/features/contacts/typed-tags.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { PanelContext } from '#web/ui/form/form-panel.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

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

/** As values of a form: the tags one under the other. */
const nothingTyped: { readonly kind: (typeof tagActions)[number]; readonly tags: string } = { kind: 'tag', tags: '' };

function TagsForm({ target, onBack, onStarted }: Omit<TagsDialogProps, 'opened'>) {
  const { t } = useTranslation('bulk-actions');
  const errorText = useErrorText(formatNumber);
  const { mutateAsync: start } = useStartTagging();
  const form = useRouteForm(startTagging, {
    initialValues: nothingTyped,
    toBody: ({ kind, tags }) => ({ target, kind, tags: tagsIn(tags) }),
    sentences: {
      tags: (typed) => (typed === '' ? t('tags.missing') : t('tags.tooLong', { most: tagLengthMax })),
    },
    failureText: errorText,
    submit: async (body) => {
      await start({ body });
      onStarted();
    },
  });
  const { kind, tags } = form.values;
  return (
    <PanelContext value={{ close: onBack }}>
      <RouteForm form={form} submitLabel={t(`tags.kind.${kind}`)}>
        <SegmentedControl
          aria-label={t('tags.title')}
          value={kind}
          data={tagActions.map((each) => ({ value: each, label: t(`tags.kind.${each}`) }))}
          onChange={(chosen) => form.set({ kind: chosen })}
        />
        <TagsField
          label={t('tags.label')}
          description={t('tags.help', { most: tagsMax })}
          name="tags"
          // Not checked when it is left: it has the focus first, and who chooses what to do with the tags has typed none yet.
          error={form.problem('tags')}
          value={tags}
          onChange={(typed) => form.set({ tags: typed })}
        />
      </RouteForm>
    </PanelContext>
  );
}
