import { tagLengthMax, tagsMax } from '@escuta/contract/contact-particulars';
import { updateContact } from '@escuta/contract/contacts';
import type { Contact, ContactChange } from '@escuta/contract/contacts';
import { ContactId } from '@escuta/contract/ids';
import { language } from '@escuta/contract/primitives';
import { Anchor, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TagsField } from '#web/features/contacts/TagsField.tsx';
import { tagsIn } from '#web/features/contacts/typed-tags.ts';
import { useSaveContact } from '#web/features/contacts/use-save-contact.ts';
import { languageNames } from '#web/lib/language.ts';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { ZoneField } from '#web/ui/form/ZoneField.tsx';
import { Select } from '#web/ui/Select.tsx';

interface ParticularsDrawerProps {
  readonly contact: Contact;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The panel that edits what a contact is found and sorted by: tags, language, time zone and external id. */
export function ParticularsDrawer({ contact, opened, onClose }: ParticularsDrawerProps) {
  const { t } = useTranslation('contacts');
  return (
    <FormDrawer opened={opened} title={t('particulars.title')} onClose={onClose}>
      <ParticularsForm contact={contact} onSaved={onClose} />
    </FormDrawer>
  );
}

/** As texts of a form: the tags one under the other, and empty text for what is not known. */
interface Typed extends Record<string, string> {
  readonly tags: string;
  readonly language: string;
  readonly timezone: string;
  readonly external_id: string;
}

/** The value of the choice of no language: no option of the library may be empty. */
const unknown = 'unknown';

function typedParticulars(contact: Contact): Typed {
  return {
    tags: contact.tags.join('\n'),
    language: contact.language ?? '',
    timezone: contact.timezone ?? '',
    external_id: contact.external_id ?? '',
  };
}

function changeOf(typed: Typed, before: Typed): ContactChange {
  return {
    ...(typed.tags === before.tags ? {} : { tags: tagsIn(typed.tags) }),
    ...(typed.language === before.language ? {} : { language: language.nullable().parse(typed.language || null) }),
    ...(typed.timezone === before.timezone ? {} : { timezone: typed.timezone || null }),
    ...(typed.external_id === before.external_id ? {} : { external_id: typed.external_id.trim() || null }),
  };
}

function ParticularsForm({ contact, onSaved }: { contact: Contact; onSaved: () => void }) {
  const { t } = useTranslation('contacts');
  const save = useSaveContact(contact._id);
  const before = typedParticulars(contact);
  const [holder, setHolder] = useState<ContactId>();
  const form = useRouteForm(updateContact, {
    initialValues: before,
    toBody: (typed) => changeOf(typed, before),
    sentences: { tags: () => t('particulars.tagTooLong', { most: tagLengthMax }) },
    refusals: {
      CONTACT_EXISTS: ({ id }) => {
        // Who is narrowed is not told of whom they do not see.
        setHolder(ContactId.safeParse(id).data);
        return { external_id: t('particulars.codeTaken') };
      },
    },
    submit: async (body) => {
      await save(body);
      onSaved();
    },
  });
  const { onBlur, error } = form.field('tags');
  const code = form.field('external_id');
  return (
    <RouteForm form={form} submitLabel={t('form.save')}>
      <TagsField
        label={t('column.tags')}
        description={t('particulars.tagsHelp', { most: tagsMax })}
        name="tags"
        error={error}
        onBlur={onBlur}
        value={form.values.tags}
        onChange={(tags) => form.set({ tags })}
      />
      <Select
        label={t('column.language')}
        allowDeselect={false}
        data={[
          { value: unknown, label: t('particulars.unknown') },
          ...language.options.map((each) => ({ value: each, label: languageNames[each] })),
        ]}
        value={form.values.language || unknown}
        onChange={(chosen) => form.set({ language: chosen === null || chosen === unknown ? '' : chosen })}
      />
      <ZoneField
        label={t('column.timezone')}
        noZone={t('particulars.unknown')}
        value={form.values.timezone}
        onChange={(timezone) => form.set({ timezone })}
      />
      <TextInput
        label={t('column.external_id')}
        autoComplete="off"
        {...code}
        error={code.error && <CodeProblem text={code.error} holder={holder} />}
      />
    </RouteForm>
  );
}

/** What is wrong with an external id, and the way to whoever else has it. */
function CodeProblem({ text, holder }: { text: string; holder: ContactId | undefined }) {
  const { t } = useTranslation('contacts');
  const isTaken = holder !== undefined && text === t('particulars.codeTaken');
  return (
    <>
      {text}{' '}
      {isTaken && (
        <Anchor inherit fw={500} renderRoot={(root) => <Link to="/contatos/$id" params={{ id: holder }} {...root} />}>
          {t('form.seeContact')}
        </Anchor>
      )}
    </>
  );
}
