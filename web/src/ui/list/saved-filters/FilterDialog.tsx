import { updateSavedFilter } from '@escuta/contract/saved-filters';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

interface Named {
  readonly name: string;
  readonly shared: boolean;
}

interface FilterDialogProps {
  readonly title: string;
  readonly filter?: Named;
  /** It may say who somebody is: who may not see names does not see it (decision 0067). */
  readonly saysWho: boolean;
  /** Saves it; where that is refused, the dialog says why and stays. */
  readonly onSubmit: (named: Named) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks what a filter is to be called, and whether others see it. */
export function FilterDialog({ title, filter, saysWho, onSubmit, onClose }: FilterDialogProps) {
  const { t } = useTranslation(['saved-filters', 'ui']);
  const errorText = useErrorText(formatNumber);
  const before = { name: filter?.name ?? '', shared: filter?.shared ?? false };
  // A new one takes the names that one takes which is there.
  const form = useRouteForm(updateSavedFilter, {
    initialValues: before,
    toBody: (values) => values,
    sentences: { name: (typed) => (typed.trim() === '' ? t('form.required') : undefined) },
    refusals: { FILTER_EXISTS: () => ({ name: t('form.exists') }) },
    failureText: errorText,
    submit: async ({ name = before.name, shared = before.shared }) => {
      await onSubmit({ name, shared });
    },
  });
  return (
    <FormDialog title={title} onClose={onClose}>
      <RouteForm form={form} label={title} submitLabel={t('form.submit')}>
        <TextInput label={t('form.name')} aria-required autoComplete="off" data-autofocus {...form.field('name')} />
        <Checkbox
          label={t('form.share')}
          description={t(saysWho ? 'form.shareNames' : 'form.shareHow')}
          {...form.box('shared')}
        />
      </RouteForm>
    </FormDialog>
  );
}
