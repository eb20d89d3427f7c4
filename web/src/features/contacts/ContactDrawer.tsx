import { ContactForm, createContact, listContacts, updateContact } from '@escuta/contract/contacts';
import { readableEmail } from '@escuta/contract/email-address';
import type { Contact } from '@escuta/contract/contacts';
import { Alert, Button, Drawer, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#web/features/contacts/format-phone.ts';
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
  // The form has the screen's shape, empty text for what is missing; it takes the contract's shape on submit.
  const form = useForm({
    initialValues: {
      name: contact?.name ?? '',
      email: readableEmail(contact?.email ?? ''),
      tel: contact?.tel ? formatPhone(contact.tel) : '',
    },
    validateInputOnBlur: true,
    validate: {
      name: (typed) => (ContactForm.shape.name.safeParse(typed).success ? null : t('form.nameRequired')),
      email: (typed, { tel }) => {
        if (typed === '') return tel === '' ? t('form.addressMissing') : null;
        return ContactForm.shape.email.safeParse(typed).success ? null : t('form.emailInvalid');
      },
    },
  });

  const submit = form.onSubmit(
    async ({ name, email, tel }) => {
      setFailure(undefined);
      try {
        const body = { name, email: email || null, tel: tel || null };
        await (contact ? changing.mutateAsync({ params: { id: contact._id }, body }) : creating.mutateAsync({ body }));
        noticeSuccess(t(contact ? 'form.changed' : 'form.created'));
        onClose();
      } catch (error) {
        if (isRefusal(createContact, error, 'CONTACT_EXISTS'))
          form.setFieldError(String(error.params['field']), t('form.exists'));
        else if (isRefusal(createContact, error, 'PHONE_NOT_VALID')) form.setFieldError('tel', t('form.phoneInvalid'));
        else setFailure(errorText(error));
      }
    },
    (errors) => focusFirstInvalid(errors, (path) => form.getInputNode(path)),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t('column.name')} data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          label={t('column.email')}
          type="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
          onChange={(event) => form.setFieldValue('email', event.currentTarget.value.replace(/\s/g, ''))}
        />
        <TextInput
          label={t('column.tel')}
          type="tel"
          description={t('form.phoneHelp')}
          key={form.key('tel')}
          {...form.getInputProps('tel')}
        />
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
