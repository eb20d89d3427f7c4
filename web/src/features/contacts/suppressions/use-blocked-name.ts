import { readableEmail } from '@escuta/contract/email-address';
import type { Suppression } from '@escuta/contract/suppressions';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#web/lib/format-phone.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';

/** How an entry of the list is called in a sentence: by its address, or by its channel and time where nobody knows the address. */
export function useBlockedName(): (suppression: Suppression) => string {
  const { t } = useTranslation(['suppressions', 'responses']);
  const { timezone } = useMe().business;
  return ({ contact, channel, at }) =>
    contact
      ? readableAddress(contact.address)
      : t('unnamed', { channel: t(`responses:channel.${channel}`), when: formatInstant(at, timezone) });
}

/** An e-mail address or a phone as people write it. */
export function readableAddress(address: string): string {
  return address.includes('@') ? readableEmail(address) : formatPhone(address);
}
