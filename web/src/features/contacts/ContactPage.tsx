import { getContact } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { ContactId } from '@escuta/contract/ids';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactDrawer } from '#web/features/contacts/ContactDrawer.tsx';
import { AnonymizedNotice, PrivacySection } from '#web/features/contacts/PrivacySection.tsx';
import { ConsentSection } from '#web/features/contacts/timeline/ConsentSection.tsx';
import { ContactScores } from '#web/features/contacts/timeline/ContactScores.tsx';
import { ContactTimeline } from '#web/features/contacts/timeline/ContactTimeline.tsx';
import { useContactColumns } from '#web/features/contacts/use-contact-columns.tsx';
import { useCustomColumns } from '#web/features/contacts/use-custom-columns.tsx';
import { isMissing } from '#web/lib/call.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from './ContactPage.module.css';

const route = getRouteApi('/shell/contatos/$id');

/** One contact of the unit: what the list says of it, all of it. */
export function ContactPage() {
  const { t } = useTranslation('contacts');
  const id = ContactId.safeParse(route.useParams().id).data;
  const answer = useQuery(routeQuery(getContact, id && { params: { id } }));
  const personName = usePersonName();
  if (!id || isMissing(answer.error)) return <NotFoundState />;
  const contact = answer.data;
  return (
    <>
      <PageHeader
        title={contact ? personName(contact) : t('one')}
        actions={
          contact?.anonymized_at === null && <EditButton contact={contact} onClose={() => void answer.refetch()} />
        }
      />
      <Loaded answer={answer}>
        {(loaded) => (
          <>
            <AnonymizedNotice contact={loaded} />
            <ContactFacts contact={loaded} />
            <div className={classes['sections']}>
              <ContactScores id={loaded._id} />
              <ContactTimeline id={loaded._id} />
              <ConsentSection contact={loaded} />
            </div>
            <PrivacySection contact={loaded} />
          </>
        )}
      </Loaded>
    </>
  );
}

function ContactFacts({ contact }: { contact: Contact }) {
  const [, ...standard] = useContactColumns(undefined);
  const columns = [...standard, ...useCustomColumns()];
  return (
    <Facts>
      {columns.map(({ key, header, cell }) => (
        <Fact key={key} name={header}>
          {cell(contact)}
        </Fact>
      ))}
    </Facts>
  );
}

function EditButton({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useTranslation('contacts');
  const { can } = useMe();
  const [isEdited, setEdited] = useState(false);
  if (!can('contacts.edit')) return null;
  return (
    <>
      <Button leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={() => setEdited(true)}>
        {t('form.editTitle')}
      </Button>
      <ContactDrawer
        contact={isEdited ? contact : undefined}
        onClose={() => {
          setEdited(false);
          onClose();
        }}
      />
    </>
  );
}
