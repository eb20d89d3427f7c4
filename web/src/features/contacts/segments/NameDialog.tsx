import { updateSegment } from '@escuta/contract/segments';
import { Modal, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PanelContext } from '#web/ui/form/form-panel.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { closesAlone } from '#web/ui/over-layers.ts';

interface NameDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly name?: string;
  readonly submitLabel: string;
  /** Saves under the name; where that is refused, the dialog says why and stays. */
  readonly onSubmit: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks what a segment or list is to be called. */
export function NameDialog({ title, text, name = '', submitLabel, onSubmit, onClose }: NameDialogProps) {
  const { t } = useTranslation(['segments', 'ui']);
  // The names that every route of segments takes are those that this one takes.
  const form = useRouteForm(updateSegment, {
    initialValues: { name },
    toBody: (values) => values,
    sentences: { name: (typed) => (typed.trim() === '' ? t('name.required') : undefined) },
    refusals: { SEGMENT_EXISTS: () => ({ name: t('name.exists') }) },
    submit: async (body) => {
      await onSubmit(body.name);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      {...closesAlone(onClose)}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <PanelContext value={{ close: onClose, setDirty: ignored }}>
        <RouteForm form={form} label={title} submitLabel={submitLabel}>
          {text && <Text c="dimmed">{text}</Text>}
          <TextInput label={t('name.label')} aria-required autoComplete="off" data-autofocus {...form.field('name')} />
        </RouteForm>
      </PanelContext>
    </Modal>
  );
}

/** A name is quickly typed again: nobody is asked before it is closed. */
function ignored(): void {}
