import { typedFieldNames, mayBePhone } from '@escuta/contract/contact-fields';
import type { TypedFieldName } from '@escuta/contract/contact-fields';
import { updateContact } from '@escuta/contract/contacts';
import type { ContactChange, getContact } from '@escuta/contract/contacts';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { ContactId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { contactChange, fieldProblem, typedContact } from '#web/features/contacts/contact-form.ts';
import type { TypedContact } from '#web/features/contacts/contact-form.ts';
import { customKey, isCustomKey } from '#web/features/contacts/custom-values.ts';
import type { CustomKey, TypedCustomValues } from '#web/features/contacts/custom-values.ts';
import type { EditingEnd } from '#web/features/contacts/editor/EditedField.tsx';
import { useEditing } from '#web/features/contacts/editor/use-editing.ts';
import { useRevealed } from '#web/features/contacts/editor/use-revealed.ts';
import { useCustomValues } from '#web/features/contacts/use-custom-values.ts';
import { useSaveContact } from '#web/features/contacts/use-save-contact.ts';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeWarning } from '#web/ui/notices.tsx';

/** A contact as the editor asks for it. */
export type EditedContact = Output<(typeof getContact)['definition']['answer']>;
/** What a field is called in the form. */
export type EditedName = TypedFieldName | '_company' | CustomKey;
type Typed = TypedContact & TypedCustomValues & { _company: string };

export interface ContactEditorProps {
  readonly contact: EditedContact;
  readonly customFields: readonly CustomField[];
  readonly onSaved: (saved: EditedContact) => void;
}

/** The form of one contact, whose fields are edited one by one, and which shows some masked until they are. */
export function useContactEditor({ contact: { customer }, customFields, onSaved }: ContactEditorProps) {
  const custom = useCustomValues(customFields, customer);
  const revealed = useRevealed(customer, custom.fields);
  const editing = useEditing<EditedName>();
  const [shown] = useState<Typed>(() => ({
    ...typedContact(customer),
    _company: customer._company?._id ?? '',
    ...custom.shown,
  }));
  const held: Typed = { ...shown, ...revealed.known };
  // Escape brings back what is held, not what was wrong.
  const open = (name: EditedName) => editing.begin(name, held[name] ?? '');
  const { form, isPhoneCleared, ...rest } = useEditorForm({ id: customer._id, custom, open, shown, held, onSaved });
  const write = (name: EditedName, text: string) => form.set({ [name]: text });
  return {
    ...rest,
    form: {
      ...form,
      isDirty: Object.keys(held).some((name) => form.values[name as EditedName] !== held[name as EditedName]),
    },
    custom,
    attach: editing.attach,
    /** What a field says while nobody edits it: a mask as long as nothing else was typed. */
    textOf: (name: EditedName) => (form.values[name] === held[name] ? shown[name] : (form.values[name] ?? '')) ?? '',
    isAsShown: (name: EditedName) => form.values[name] === held[name],
    mayEdit: (name: EditedName) => !revealed.isHidden(name) || revealed.mayAsk(name),
    isEdited: (name: EditedName) => editing.edited?.name === name,
    isAwaited: (name: EditedName) => revealed.awaited === name,
    edit(name: EditedName): void {
      if (!revealed.isHidden(name)) return editing.begin(name, form.values[name] ?? '');
      void revealed.ask(name, (text) => {
        if (text === undefined) return editing.end(name);
        write(name, text);
        editing.begin(name, text);
      });
    },
    end(name: EditedName, how: EditingEnd): void {
      if (how === 'undone') write(name, editing.edited?.before ?? '');
      // What nobody emptied is not taken away.
      else if (name === 'tel' && isPhoneCleared) write(name, held.tel);
      if (how === 'left') editing.leave();
      else editing.end(name);
    },
    write,
  };
}

interface EditorFormGiven {
  readonly id: ContactId;
  readonly custom: ReturnType<typeof useCustomValues>;
  /** Opens a field, whatever stands in it. */
  readonly open: (name: EditedName) => void;
  readonly shown: Typed;
  readonly held: Typed;
  readonly onSaved: (saved: EditedContact) => void;
}

/**
 * The form behind the fields, which says on saving what is wrong: with custom fields before anything of e-mail and phone
 * (CONTACT-18). The field that is wrong opens.
 */
function useEditorForm({ id, custom, open, shown, held, onSaved }: EditorFormGiven) {
  const { t } = useTranslation(['contacts', 'notify']);
  const today = useToday(useMe().business.timezone);
  const [duplicate, setDuplicate] = useState<string>();
  const [isPhoneCleared, setPhoneCleared] = useState(false);
  const save = useSaveContact(id);
  const warnOfNoAddress = () => noticeWarning(t('notify:contato.warning_contact_data'));
  const fieldProblems = (typed: Typed): Partial<TypedContact> => {
    const judged = typedFieldNames.filter((field) => typed[field] !== held[field] && field !== 'tel');
    return Object.fromEntries(
      judged.flatMap((field) => {
        // That there is neither e-mail nor phone is said of both.
        const problem = field === 'email' && typed.email === '' ? null : fieldProblem(field, typed, today);
        return problem ? [[field, t(problem)] as const] : [];
      }),
    );
  };
  const form = useRouteForm(updateContact, {
    initialValues: shown,
    toBody: (typed) => changeOf(typed, held, custom.changes(typed, held), today),
    judgedFirst: isCustomKey,
    check: (typed) => ({ ...custom.problems(typed, held), ...fieldProblems(typed) }),
    refusals: {
      CONTACT_EXISTS: ({ id: other }) => besides(() => setDuplicate(String(other))),
      PHONE_NOT_VALID: () => besides(clearPhone),
      ADDRESS_MISSING: () => besides(warnOfNoAddress),
      FIELD_NOT_VALID: ({ field }) => {
        open(field as TypedFieldName);
        return { [String(field)]: t(field === 'name' ? 'form.nameNotValid' : 'form.dateInvalid') };
      },
      CUSTOM_FIELD_NOT_VALID: (params) => {
        open(customKey({ internal_name: String(params['field']) }));
        return custom.refused(params);
      },
    },
    submit: async (body) => onSaved(await save(body)),
  });
  // Something was typed since.
  if (isPhoneCleared && form.values.tel !== '') setPhoneCleared(false);
  const clearPhone = () => {
    form.set({ tel: '' });
    setPhoneCleared(true);
    noticeWarning(t('form.phoneCleared'));
    open('tel');
  };
  const onSubmit = (event: FormEvent) => {
    const { email, tel } = form.values;
    const wrong = form.wrong();
    const wrongCustom = custom.fields.map(customKey).find((key) => wrong.includes(key));
    event.preventDefault();
    setDuplicate(undefined);
    if (!wrongCustom && email.trim() === '' && tel.trim() === '') return warnOfNoAddress();
    if (!wrongCustom && tel !== held.tel && tel.trim() !== '' && !mayBePhone(tel)) return clearPhone();
    const opened = wrongCustom ?? typedFieldNames.find((field) => wrong.includes(field));
    if (opened) open(opened);
    form.onSubmit(event);
  };
  return { form, isPhoneCleared, duplicate, onSubmit };
}

/** What is said elsewhere than at a field. */
function besides(say: () => void): Partial<Typed> {
  say();
  return {};
}

function changeOf(typed: Typed, held: Typed, custom: ContactChange['custom_fields'], today: string): ContactChange {
  return {
    ...contactChange(typed, held, today),
    ...(typed._company === held._company ? {} : { _company: typed._company || null }),
    ...(Object.keys(custom ?? {}).length === 0 ? {} : { custom_fields: custom }),
  };
}
