import type { ContactForm } from '@escuta/contract/contacts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';

/**
 * The custom fields of a form by somebody who may be narrowed: the value is theirs, whether they said it or not. Refuses
 * CONTACT_BEYOND_NARROWING for another one.
 */
export function withinNarrowing(
  narrowing: Scope['narrowing'],
  said: ContactForm['custom_fields'],
): ContactForm['custom_fields'] {
  if (!narrowing) return said;
  const { field, label, value } = narrowing;
  const typed = said?.[field];
  if (typed !== undefined && typed !== null && typed !== value)
    throw refuse('CONTACT_BEYOND_NARROWING', { label, value });
  return { ...said, [field]: value };
}
