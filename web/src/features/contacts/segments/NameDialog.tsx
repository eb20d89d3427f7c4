import { updateSegment } from '@escuta/contract/segments';
import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

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
    <FormDialog title={title} onClose={onClose}>
      <RouteForm form={form} label={title} submitLabel={submitLabel}>
        {text && <Text c="dimmed">{text}</Text>}
        <TextInput label={t('name.label')} aria-required autoComplete="off" data-autofocus {...form.field('name')} />
      </RouteForm>
    </FormDialog>
  );
}
