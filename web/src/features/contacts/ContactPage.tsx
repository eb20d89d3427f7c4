import { getContact } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { ContactId } from '@escuta/contract/ids';
import { metrics } from '@escuta/contract/metrics';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactsBackLink } from '#web/features/contacts/ContactsBackLink.tsx';
import { ContactAside } from '#web/features/contacts/editor/ContactAside.tsx';
import { MergeLink, MergesNotice } from '#web/features/contacts/merges/MergesNotice.tsx';
import { ParticularsDrawer } from '#web/features/contacts/ParticularsDrawer.tsx';
import { AnonymizedNotice, PrivacySection } from '#web/features/contacts/PrivacySection.tsx';
import { SendSurveyLink } from '#web/features/contacts/SendSurveyLink.tsx';
import { ConsentSection } from '#web/features/contacts/timeline/ConsentSection.tsx';
import { ContactScores } from '#web/features/contacts/timeline/ContactScores.tsx';
import { ContactTimeline } from '#web/features/contacts/timeline/ContactTimeline.tsx';
import { useContactColumns } from '#web/features/contacts/use-contact-columns.tsx';
import { useCustomColumns } from '#web/features/contacts/use-custom-columns.tsx';
import { isMissing, isRefusal } from '#web/lib/call.ts';
import { formatZoneChoice } from '#web/lib/format.ts';
import { languageNames } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NoValue } from '#web/ui/NoValue.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from './ContactPage.module.css';

/** Had before the contact is there: a part that waited for its own would take away the page that somebody writes in. */
const textsOfParts = [
  'contacts',
  'contact-companies',
  'custom-fields',
  'notify',
  'merges',
  'erasures',
  'timeline',
  'responses',
  'sends',
  'consents',
  'audit',
  ...metrics,
] as const;

const route = getRouteApi('/shell/contatos/$id');

/** One contact of the unit: what has become of them, and in the side what is known of them, to be edited. */
export function ContactPage() {
  const { t } = useTranslation(textsOfParts);
  const { can } = useMe();
  const id = ContactId.safeParse(route.useParams().id).data;
  const answer = useQuery(routeQuery(getContact, id && { params: { id } }));
  const personName = usePersonName();
  if (!id || isMissing(answer.error)) return <NotFoundState />;
  const keptId = keptContact(answer.error);
  if (keptId) return <Navigate to="/contatos/$id" params={{ id: keptId }} replace />;
  const contact = answer.data && { ...answer.data.customer, name: answer.data.name };
  return (
    <>
      <ContactsBackLink />
      <PageHeader
        title={contact ? personName(contact) : t('one')}
        actions={
          contact && (
            <>
              <MergeLink contact={contact} />
              <SendSurveyLink contact={contact} />
            </>
          )
        }
      />
      <Loaded answer={answer}>
        {(loaded) => {
          const isEdited = can('contacts.edit') && loaded.customer.anonymized_at === null;
          const named = { ...loaded.customer, name: loaded.name };
          return (
            <div className={classes['page']} data-edited={isEdited || undefined}>
              <div>
                <AnonymizedNotice contact={named} />
                <MergesNotice contact={named} />
                <ContactFacts contact={named} isEdited={isEdited} />
              </div>
              {isEdited && <ContactAside key={id} contact={loaded} />}
              <div>
                <div className={classes['sections']}>
                  <ContactScores id={named._id} />
                  <ContactTimeline id={named._id} />
                  <ConsentSection contact={named} />
                </div>
                <PrivacySection contact={named} />
              </div>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

/** Whom a contact that is gone became one with: an old link leads on to them. */
function keptContact(error: unknown): ContactId | undefined {
  return isRefusal(getContact, error, 'CONTACT_MERGED') ? ContactId.safeParse(error.params['id']).data : undefined;
}

/** What the editor says of a contact; the company opens its page from here. */
const edited: readonly string[] = ['email', 'tel'];

/** What the list says of a contact; beside the editor, what that does not. */
function ContactFacts({ contact, isEdited }: { contact: Contact; isEdited: boolean }) {
  const { t } = useTranslation('contacts');
  const standard = useContactColumns(undefined).filter(({ key }) => key !== 'name');
  const custom = useCustomColumns();
  const columns = isEdited ? standard.filter(({ key }) => !edited.includes(key)) : [...standard, ...custom];
  return (
    <>
      <Facts>
        {columns.map(({ key, header, cell }) => (
          <Fact key={key} name={header}>
            {cell(contact)}
          </Fact>
        ))}
        <Fact name={t('column.language')}>
          {contact.language === null ? <NoValue /> : languageNames[contact.language]}
        </Fact>
        <Fact name={t('column.timezone')}>
          {contact.timezone === null ? <NoValue /> : formatZoneChoice(contact.timezone)}
        </Fact>
      </Facts>
      {isEdited && <ParticularsButton key={contact._id} contact={contact} />}
    </>
  );
}

/** What the editor beside it has no room for. */
function ParticularsButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts');
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        mt="md"
        leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('particulars.edit')}
      </Button>
      <ParticularsDrawer contact={contact} opened={isOpened} onClose={() => setOpened(false)} />
    </>
  );
}
