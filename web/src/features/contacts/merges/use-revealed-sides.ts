import type { Contact } from '@escuta/contract/contacts';
import { revealContactValue } from '@escuta/contract/contacts';
import { hiddenCustomValue } from '@escuta/contract/custom-field-values';
import { customChoice, sides } from '@escuta/contract/merges';
import type { Side } from '@escuta/contract/merges';
import { getTimeline } from '@escuta/contract/timeline';
import { useState } from 'react';
import { readCustomValue } from '#web/features/contacts/custom-values.ts';
import type { ComparedField } from '#web/features/contacts/merges/merge-choices.ts';
import { useMe } from '#web/lib/me.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

type Revealed = Readonly<Partial<Record<string, Readonly<Record<Side, string>>>>>;

/**
 * Shows what is masked of two contacts, field by field, to whoever asks for it and may see it. Each value is asked for once; the
 * server tells the audit.
 */
export function useRevealedSides(people: Readonly<Record<Side, Contact>>) {
  const { can } = useMe();
  const errorText = useErrorText();
  const reveal = useRouteMutation(revealContactValue, { invalidates: [getTimeline] }).mutateAsync;
  const [known, setKnown] = useState<Revealed>({});
  const [awaited, setAwaited] = useState<string>();
  const read = async (field: ComparedField, side: Side): Promise<string> => {
    if (!field.type || field[side] !== hiddenCustomValue) return field[side];
    const body = { custom_field: field.choice.slice(customChoice('').length) };
    const { value } = await reveal({ params: { id: people[side]._id }, body });
    return readCustomValue({ type: field.type }, value ?? undefined);
  };
  const ask = useOneAtATime(async (field: ComparedField) => {
    setAwaited(field.choice);
    try {
      const [kept, other] = [await read(field, 'kept'), await read(field, 'other')];
      setKnown((before) => ({ ...before, [field.choice]: { kept, other } }));
    } catch (error) {
      noticeFailure(errorText(error));
    }
    setAwaited(undefined);
  });
  return {
    /** A field as it is shown now. */
    shown: (field: ComparedField): ComparedField => ({ ...field, ...known[field.choice] }),
    /** Whether both have a value and one of them is masked: beside none there is nothing to compare. */
    isHidden: (field: ComparedField) =>
      !(field.choice in known) &&
      sides.every((side) => field[side] !== '') &&
      sides.some((side) => field[side] === hiddenCustomValue),
    mayAsk: can('contacts.edit') && can('contacts.revealSensitive'),
    awaited,
    ask,
  };
}
