import { typedFieldNames } from '@escuta/contract/contact-fields';
import { createContact, getContact, listContacts } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { ContactId } from '@escuta/contract/ids';
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
import { ContactEditor } from '#web/features/contacts/editor/ContactEditor.tsx';
import { EditorPanel } from '#web/features/contacts/editor/EditorPanel.tsx';
import { useCustomValues } from '#web/features/contacts/use-custom-values.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { useToday } from '#web/lib/use-today.ts';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

interface ContactDrawerProps {
  /** The contact being edited, `new` for one to create, nothing when closed. */
  readonly contact: Contact | 'new' | undefined;
  readonly onClose: () => void;
}

/** The panel beside the list that creates or edits one contact. */
export function ContactDrawer({ contact, onClose }: ContactDrawerProps) {
  // All that its forms say is here before one opens: who opens it is not to lose the list while it comes.
  const { t } = useTranslation(['contacts', 'contact-companies', 'custom-fields', 'notify']);
  const { can } = useMe();
  // Asked for before the panel opens, so that its first field is there to be written in.
  const customFields = useQuery(routeQuery(listCustomFields, can('contacts.edit') ? {} : undefined));
  const edited = contact === 'new' ? undefined : contact;
  return (
    <>
      <FormDrawer opened={contact === 'new'} title={t('form.createTitle')} onClose={onClose}>
        <Loaded answer={customFields}>{({ data }) => <NewContact customFields={data} onSaved={onClose} />}</Loaded>
      </FormDrawer>
      {edited && (
        <EditorPanel key={edited._id} title={t('form.editTitle')} onClose={onClose}>
          <Loaded answer={customFields}>
            {({ data }) => <LoadedEditor id={edited._id} customFields={data} onSaved={onClose} />}
          </Loaded>
        </EditorPanel>
      )}
    </>
  );
}

interface FormProps {
  readonly customFields: readonly CustomField[];
  readonly onSaved: () => void;
}

/** The editor of a contact, who is asked for each time that it opens. */
function LoadedEditor({ id, ...props }: FormProps & { id: ContactId }) {
  const { t } = useTranslation('contacts');
  const answer = useQuery(routeQuery(getContact, { params: { id } }, { gcTime: 0, staleTime: 0 }));
  return (
    <>
      <StandaloneLink to="/contatos/$id" params={{ id }} display="inline-block" mb="sm">
        {t('form.openPage')}
      </StandaloneLink>
      <Loaded answer={answer}>{(contact) => <ContactEditor contact={contact} {...props} />}</Loaded>
    </>
  );
}

function NewContact({ customFields, onSaved }: FormProps) {
  const { t } = useTranslation(['contacts', 'notify']);
  const { business, user } = useMe();
  const today = useToday(business.timezone);
  const create = useRouteMutation(createContact, { invalidates: [listContacts] }).mutateAsync;
  // The contacts of whoever is narrowed to one value get it by themselves, and no other one.
  const isAsked = ({ internal_name }: CustomField) => internal_name !== user.narrowed_to?.internal_name;
  const custom = useCustomValues(customFields.filter(isAsked), undefined);
  const [company, setCompany] = useState<Contact['_company']>(null);
  const initialValues: TypedContact & TypedCustomValues = { ...typedContact(undefined), ...custom.shown };
  const form = useRouteForm(createContact, {
    initialValues,
    toBody: (typed) => ({
      ...contactForm(typed, today),
      _company: company?._id ?? null,
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
      FIELD_NOT_VALID: ({ field }) => ({
        [String(field)]: t(field === 'name' ? 'form.nameNotValid' : 'form.dateInvalid'),
      }),
      CUSTOM_FIELD_NOT_VALID: custom.refused,
    },
    submit: async (body) => {
      await create({ body });
      noticeSuccess(t('form.created'));
      onSaved();
    },
  });
  return (
    <RouteForm form={{ ...form, isDirty: form.isDirty || company !== null }} submitLabel={t('create')}>
      <ContactFields bind={form.field} />
      <CompanyField company={company} onChange={setCompany} />
      <CustomFieldsSection fields={custom.fields} bind={form.field} />
    </RouteForm>
  );
}
