import type { Contact } from '@escuta/contract/contacts';
import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { Phone } from '#web/ui/Phone.tsx';

/** What tells people of one name apart: 'ana@um.example · +55 11 98765-4321 · Central Bakery', as far as it is known. */
export function ContactDetails({ contact: { email, tel, _company } }: { contact: Contact }) {
  const known = [
    { key: 'email', shown: email },
    { key: 'tel', shown: tel && <Phone tel={tel} /> },
    { key: 'company', shown: _company?.name },
  ].filter(({ shown }) => shown);
  return (
    <Text c="dimmed" size="sm">
      {known.map(({ key, shown }, at) => (
        <Fragment key={key}>
          {at > 0 && ' · '}
          {shown}
        </Fragment>
      ))}
    </Text>
  );
}
