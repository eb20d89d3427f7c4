import {
  canBeSearched,
  changeCustomField,
  createCustomField,
  getCustomFieldUse,
  listCustomFields,
} from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldForm, freeName, typedField } from '#web/features/custom-fields/custom-field-form.ts';
import { CustomFieldInputs } from '#web/features/custom-fields/CustomFieldInputs.tsx';
import { useNamingSurveys } from '#web/features/custom-fields/use-naming-surveys.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface CustomFieldDrawerProps {
  /** The field being edited, `new` for one to define, nothing when closed. */
  readonly field: CustomField | 'new' | undefined;
  readonly others: readonly CustomField[];
  readonly onClose: () => void;
}

/** The panel beside the list that defines or changes a custom field. */
export function CustomFieldDrawer({ field, others, onClose }: CustomFieldDrawerProps) {
  const { t } = useTranslation('custom-fields');
  // While the panel slides away it still shows what it showed.
  const [shown, setShown] = useState(field);
  if (field !== undefined && field !== shown) setShown(field);
  return (
    <FormDrawer opened={field !== undefined} title={t(shown === 'new' ? 'create' : 'edit.title')} onClose={onClose}>
      {shown && (
        <FieldEditor
          key={shown === 'new' ? shown : shown._id}
          field={shown === 'new' ? undefined : shown}
          others={others}
          onSaved={onClose}
        />
      )}
    </FormDrawer>
  );
}

interface FieldEditorProps {
  readonly field: CustomField | undefined;
  readonly others: readonly CustomField[];
  readonly onSaved: () => void;
}

function FieldEditor({ field, others, onSaved }: FieldEditorProps) {
  const { t } = useTranslation('custom-fields');
  const use = useQuery(routeQuery(getCustomFieldUse, field && { params: { id: field._id } }, { staleTime: 0 }));
  const create = useRouteMutation(createCustomField, { invalidates: [listCustomFields] }).mutateAsync;
  const change = useRouteMutation(changeCustomField, { invalidates: [listCustomFields] }).mutateAsync;
  const form = useRouteForm(createCustomField, {
    initialValues: typedField(field),
    toBody: fieldForm,
    sentences: {
      internal_name: () => t('form.nameNotValid'),
      options: () => t('form.optionsNotValid'),
    },
    refusals: {
      CUSTOM_FIELD_EXISTS: ({ field: taken }) => ({ [String(taken)]: t('form.exists') }),
      CUSTOM_FIELD_STANDARD: ({ label }) => ({ label: t('form.standard', { label: String(label) }) }),
    },
    submit: async (body) => {
      await (field ? change({ params: { id: field._id }, body }) : create({ body }));
      const isInSearch = field && field.searchable && canBeSearched(field);
      const done = isInSearch === body.searchable ? 'edit.done' : 'edit.doneInSearch';
      noticeSuccess(t(field ? done : 'created', { label: body.label.trim() }));
      onSaved();
    },
  });
  const naming = useNamingSurveys(form.values.sensitive ? field : undefined);
  return (
    <RouteForm form={form} submitLabel={t(field ? 'edit.save' : 'create')} isDisabled={naming.isAwaited}>
      <CustomFieldInputs
        form={form}
        isNew={field === undefined}
        holders={use.data?.contacts ?? 0}
        naming={naming}
        suggest={(label) => freeName(label, others)}
      />
    </RouteForm>
  );
}
