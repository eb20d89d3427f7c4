import { maskedCustomValue } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { CustomFieldInput } from '#web/features/contacts/CustomFieldsSection.tsx';
import { customKey } from '#web/features/contacts/custom-values.ts';
import { EditedField } from '#web/features/contacts/editor/EditedField.tsx';
import type { Editor } from '#web/features/contacts/editor/EditedContactField.tsx';
import { useMe } from '#web/lib/me.ts';

interface EditedCustomFieldProps {
  readonly field: CustomField;
  readonly editor: Editor;
}

/**
 * A field that the company adds; who may not see what is in a sensitive one does not edit it, nor who is narrowed to a value of it:
 * with another one the contact would be nobody of theirs.
 */
export function EditedCustomField({ field, editor }: EditedCustomFieldProps) {
  const { narrowed_to: narrowing } = useMe().user;
  const name = customKey(field);
  const mayEdit = editor.mayEdit(name) && narrowing?.internal_name !== field.internal_name;
  return (
    <EditedField
      name={name}
      label={field.label}
      isRequired={field.required}
      text={editor.textOf(name)}
      error={editor.form.problem(name)}
      isEdited={editor.isEdited(name)}
      isAwaited={editor.isAwaited(name)}
      onEdit={mayEdit ? () => editor.edit(name) : undefined}
      onEnd={(how) => editor.end(name, how)}
    >
      <CustomFieldInput
        field={field}
        bound={editor.form.field(name, (typed) => maskedCustomValue(field.type, typed))}
      />
    </EditedField>
  );
}
