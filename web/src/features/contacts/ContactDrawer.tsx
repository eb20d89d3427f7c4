import { contactFieldNames } from '@escuta/contract/contact-fields';
import { createContact, listContacts, updateContact } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactForm, fieldProblem, typedContact } from '#web/features/contacts/contact-form.ts';
import { ContactFields } from '#web/features/contacts/ContactFields.tsx';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { isRefusal } from '#web/lib/call.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface ContactDrawerProps {
  /** The contact being edited, `new` for one to create, nothing when closed. */
  readonly contact: Contact | 'new' | undefined;
  readonly onClose: () => void;
}

/** The panel beside the list that creates or edits one contact. */
export function ContactDrawer({ contact, onClose }: ContactDrawerProps) {
  const { t } = useTranslation(['contacts', 'ui']);
  // While the panel slides away it still shows what it showed.
  const [shown, setShown] = useState(contact);
  if (contact !== undefined && contact !== shown) setShown(contact);
  return (
    <Drawer
      opened={contact !== undefined}
      onClose={onClose}
      position="right"
      size={350}
      title={t(shown === 'new' ? 'form.createTitle' : 'form.editTitle')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      {shown && (
        <Form
          key={shown === 'new' ? shown : shown._id}
          contact={shown === 'new' ? undefined : shown}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}

function Form({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const { t } = useTranslation(['contacts', 'ui']);
  const creating = useRouteMutation(createContact, { invalidates: [listContacts] });
  const changing = useRouteMutation(updateContact, { invalidates: [listContacts] });
  const [failure, setFailure] = useState<string>();
  const errorText = useErrorText();
  const today = useToday(useMe().business.timezone);
  const form = useForm({
    initialValues: typedContact(contact),
    validateInputOnBlur: true,
    validate: (typed) =>
      Object.fromEntries(
        contactFieldNames.map((field) => {
          const problem = fieldProblem(field, typed, today);
          return [field, problem && t(`form.${problem}`)];
        }),
      ),
  });

  const submit = form.onSubmit(
    async (typed) => {
      setFailure(undefined);
      try {
        const body = contactForm(typed, today);
        await (contact ? changing.mutateAsync({ params: { id: contact._id }, body }) : creating.mutateAsync({ body }));
        noticeSuccess(t(contact ? 'form.changed' : 'form.created'));
        onClose();
      } catch (error) {
        if (isRefusal(createContact, error, 'CONTACT_EXISTS'))
          form.setFieldError(String(error.params['field']), t('form.exists'));
        else if (isRefusal(createContact, error, 'PHONE_NOT_VALID')) form.setFieldError('tel', t('form.phoneInvalid'));
        else if (isRefusal(createContact, error, 'FIELD_NOT_VALID'))
          form.setFieldError(String(error.params['field']), t('form.dateInvalid'));
        else setFailure(errorText(error));
      }
    },
    (errors) => focusFirstInvalid(errors, (path) => form.getInputNode(path)),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ContactFields form={form} />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:dialog.back')}
          </Button>
          <Button type="submit" loading={creating.isPending || changing.isPending}>
            {t(contact ? 'form.save' : 'create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
