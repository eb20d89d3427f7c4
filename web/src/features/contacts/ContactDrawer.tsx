import { typedFieldNames } from '@escuta/contract/contact-fields';
import { createContact, listContacts, updateContact } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactForm, fieldProblem, typedContact } from '#web/features/contacts/contact-form.ts';
import type { TypedContact } from '#web/features/contacts/contact-form.ts';
import { CompanyField } from '#web/features/contacts/CompanyField.tsx';
import { ContactFields } from '#web/features/contacts/ContactFields.tsx';
import { CustomFieldsSection } from '#web/features/contacts/CustomFieldsSection.tsx';
import { isCustomKey } from '#web/features/contacts/custom-values.ts';
import type { TypedCustomValues } from '#web/features/contacts/custom-values.ts';
import { useCustomValues } from '#web/features/contacts/use-custom-values.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { useToday } from '#web/lib/use-today.ts';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface ContactDrawerProps {
  /** The contact being edited, `new` for one to create, nothing when closed. */
  readonly contact: Contact | 'new' | undefined;
  readonly onClose: () => void;
}

/** The panel beside the list that creates or edits one contact. */
export function ContactDrawer({ contact, onClose }: ContactDrawerProps) {
  const { t } = useTranslation('contacts');
  const { can } = useMe();
  // Asked for before the panel opens, so that its first field is there to be written in.
  const customFields = useQuery(routeQuery(listCustomFields, can('contacts.edit') ? {} : undefined));
  // While the panel slides away it still shows what it showed.
  const [shown, setShown] = useState(contact);
  if (contact !== undefined && contact !== shown) setShown(contact);
  return (
    <FormDrawer
      opened={contact !== undefined}
      title={t(shown === 'new' ? 'form.createTitle' : 'form.editTitle')}
      onClose={onClose}
    >
      {shown && (
        <Loaded answer={customFields}>
          {({ data }) => (
            <ContactEditor
              key={shown === 'new' ? shown : shown._id}
              contact={shown === 'new' ? undefined : shown}
              customFields={data}
              onSaved={onClose}
            />
          )}
        </Loaded>
      )}
    </FormDrawer>
  );
}

interface ContactEditorProps {
  readonly contact: Contact | undefined;
  readonly customFields: readonly CustomField[];
  readonly onSaved: () => void;
}

function ContactEditor({ contact, customFields, onSaved }: ContactEditorProps) {
  const { t } = useTranslation(['contacts', 'notify']);
  const today = useToday(useMe().business.timezone);
  const create = useRouteMutation(createContact, { invalidates: [listContacts] }).mutateAsync;
  const change = useRouteMutation(updateContact, { invalidates: [listContacts] }).mutateAsync;
  const custom = useCustomValues(customFields, contact);
  const initialValues: TypedContact & TypedCustomValues & { _company: string } = {
    ...typedContact(contact),
    _company: contact?._company?._id ?? '',
    ...custom.shown,
  };
  const form = useRouteForm(createContact, {
    initialValues,
    toBody: (typed) => ({
      ...contactForm(typed, today),
      _company: typed._company || null,
      custom_fields: custom.changes(typed),
    }),
    judgedFirst: isCustomKey,
    check: (typed) => {
      const problems: Partial<typeof typed> = custom.problems(typed);
      for (const field of typedFieldNames) {
        const problem = fieldProblem(field, typed, today);
        if (problem) problems[field] = t(problem);
      }
      return problems;
    },
    refusals: {
      CONTACT_EXISTS: ({ field }) => ({ [String(field)]: t('form.exists') }),
      PHONE_NOT_VALID: () => ({ tel: t('form.phoneInvalid') }),
      FIELD_NOT_VALID: ({ field }) => ({ [String(field)]: t('form.dateInvalid') }),
      CUSTOM_FIELD_NOT_VALID: custom.refused,
    },
    submit: async (body) => {
      await (contact ? change({ params: { id: contact._id }, body }) : create({ body }));
      noticeSuccess(t(contact ? 'notify:customer.updated' : 'form.created'));
      onSaved();
    },
  });
  return (
    <RouteForm form={form} submitLabel={t(contact ? 'form.save' : 'create')}>
      <ContactFields bind={form.field} />
      <CompanyField
        initial={contact?._company ?? null}
        value={form.values._company}
        onChange={(_company) => form.set({ _company })}
      />
      <CustomFieldsSection fields={custom.fields} bind={form.field} />
    </RouteForm>
  );
}
