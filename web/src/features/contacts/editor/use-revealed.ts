import { contactFields, isMaskedField } from '@escuta/contract/contact-fields';
import type { ContactFieldName, MaskedFieldName } from '@escuta/contract/contact-fields';
import { revealContactValue } from '@escuta/contract/contacts';
import type { Customer, MaskedValue } from '@escuta/contract/contacts';
import { hiddenCustomValue } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { getTimeline } from '@escuta/contract/timeline';
import { useState } from 'react';
import { typedField } from '#web/features/contacts/contact-form.ts';
import { customKey, readCustomValue } from '#web/features/contacts/custom-values.ts';
import { useMe } from '#web/lib/me.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

/**
 * What the editor of a contact shows masked, and what of it somebody has asked for: by the name of the field in the form, as the
 * form writes it. Each value is asked for once; the server tells the audit.
 */
export function useRevealed(customer: Customer, customFields: readonly CustomField[]) {
  const { can } = useMe();
  const errorText = useErrorText();
  const reveal = useRouteMutation(revealContactValue, { invalidates: [getTimeline] }).mutateAsync;
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({});
  const [awaited, setAwaited] = useState<string>();
  const customFieldOf = (name: string) => customFields.find((field) => customKey(field) === name);
  const isMasked = (name: string): boolean => {
    const field = customFieldOf(name);
    if (field) return field.sensitive && customer.custom_fields[field.internal_name] === hiddenCustomValue;
    return (
      name in contactFields && isMaskedField(name as ContactFieldName) && Boolean(customer[name as ContactFieldName])
    );
  };
  const read = async (name: string): Promise<string> => {
    const field = customFieldOf(name);
    const body = field ? { custom_field: field.internal_name } : ({ field: name } as MaskedValue);
    const { value } = await reveal({ params: { id: customer._id }, body });
    return field ? readCustomValue(field, value ?? undefined) : typedField(name as MaskedFieldName, value ?? '');
  };
  const ask = useOneAtATime(async (name: string, then: (text: string | undefined) => void) => {
    setAwaited(name);
    const text = await read(name).catch((error: unknown) => {
      noticeFailure(errorText(error));
      return undefined;
    });
    setAwaited(undefined);
    if (text !== undefined) setKnown((before) => ({ ...before, [name]: text }));
    then(text);
  });
  return {
    known,
    awaited,
    isHidden: (name: string) => isMasked(name) && !(name in known),
    /** Whether somebody may see what is masked there. */
    mayAsk: (name: string) => customFieldOf(name) === undefined || can('contacts.revealSensitive'),
    /** Given the value, or nothing when it did not come, which has been said then. */
    ask,
  };
}
