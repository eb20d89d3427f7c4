import { typedFieldNames } from '@escuta/contract/contact-fields';
import { writtenDay } from '@escuta/contract/day-text';
import { Alert, Anchor, Avatar, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOrder } from '#web/features/contacts/contact-form.ts';
import { EditedContactField } from '#web/features/contacts/editor/EditedContactField.tsx';
import { EditedCompany } from '#web/features/contacts/editor/EditedCompany.tsx';
import { EditedCustomField } from '#web/features/contacts/editor/EditedCustomField.tsx';
import { EmailStatusMark } from '#web/features/contacts/editor/EmailStatusMark.tsx';
import { useContactEditor } from '#web/features/contacts/editor/use-contact-editor.ts';
import type { ContactEditorProps } from '#web/features/contacts/editor/use-contact-editor.ts';
import { useMe } from '#web/lib/me.ts';
import { dayIn } from '#web/lib/time.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from './ContactEditor.module.css';

/** Who a contact is, and what is known of them, each field edited where it stands. */
export function ContactEditor(props: ContactEditorProps) {
  const { t } = useTranslation(['contacts', 'custom-fields']);
  const { customer } = props.contact;
  const { attach, ...editor } = useContactEditor(props);
  const [company, setCompany] = useState(customer._company);
  const { custom } = editor;
  // What lists call the person: of a mask there are no initials, as short parts of a name are masked whole.
  const name = editor.isAsShown('name') ? props.contact.name : editor.textOf('name');
  return (
    <RouteForm
      form={{ ...editor.form, onSubmit: editor.onSubmit }}
      label={t('form.editTitle')}
      submitLabel={t('form.save')}
    >
      <div ref={attach} className={classes['editor']}>
        <Head shownName={editor.textOf('name')} initials={initialsOf(name)} createdAt={customer.created_at} />
        <Section title={t('form.section')}>
          {typedFieldNames.map((field) => (
            <EditedContactField
              key={field}
              field={field}
              editor={editor}
              country={customer.tel_country}
              mark={field === 'email' && <EmailStatusMark id={customer._id} />}
            />
          ))}
          <EditedCompany
            company={company}
            isEdited={editor.isEdited('_company')}
            onEdit={() => editor.edit('_company')}
            onEnd={() => editor.end('_company', 'kept')}
            onLeave={() => editor.end('_company', 'left')}
            onChange={(chosen) => {
              setCompany(chosen);
              editor.write('_company', chosen?._id ?? '');
            }}
          />
        </Section>
        {custom.fields.length > 0 && (
          <Section title={t('custom-fields:section')}>
            {custom.fields.map((field) => (
              <EditedCustomField key={field._id} field={field} editor={editor} />
            ))}
          </Section>
        )}
      </div>
      {editor.duplicate && <DuplicateAlert id={editor.duplicate} />}
    </RouteForm>
  );
}

interface HeadProps {
  readonly shownName: string;
  /** None of who has no name: a figure stands in their place. */
  readonly initials: string | null;
  readonly createdAt: string;
}

function Head({ shownName, initials, createdAt }: HeadProps) {
  const { t } = useTranslation('contacts');
  const { timezone } = useMe().business;
  const personName = usePersonName();
  const day = writtenDay(dayIn(timezone, new Date(createdAt)), dayOrder());
  return (
    <div className={classes['head']}>
      <Avatar size={48} color="teal" aria-hidden>
        {initials}
      </Avatar>
      <div className={classes['who']}>
        <Text fw={600} className={classes['name'] ?? ''}>
          {personName({ name: shownName })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('form.since', { day })}
        </Text>
      </div>
    </div>
  );
}

/** Of the first and the last part of a name. Small words between are none of it, unless the whole name is written small. */
function initialsOf(name: string): string | null {
  const parts = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part));
  const capital = parts.filter((part) => !/^\p{Ll}/u.test(part));
  const [first, ...others] = (capital.length > 0 ? capital : parts).map((part) => Array.from(part)[0]!.toUpperCase());
  return first === undefined ? null : `${first}${others.at(-1) ?? ''}`;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm">
      <Title order={3} size="h5" id={titleId}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** Somebody else has the e-mail or the phone: the focus goes to the way there. */
function DuplicateAlert({ id }: { id: string }) {
  const { t } = useTranslation('contacts');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Alert color="red" variant="light" role="alert">
      {t('form.duplicate')}{' '}
      <Anchor
        ref={link}
        inherit
        fw={500}
        renderRoot={(anchorProps) => <Link to="/contatos/$id" params={{ id }} {...anchorProps} />}
      >
        {t('form.seeContact')}
      </Anchor>
    </Alert>
  );
}
