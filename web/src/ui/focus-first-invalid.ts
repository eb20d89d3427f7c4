/** Moves the focus to the first field that is wrong, so that who cannot see the red hears it (look: forms). */
export function focusFirstInvalid(
  errors: Record<string, unknown>,
  fieldOf: (path: string) => HTMLElement | null,
): void {
  const fields = Object.keys(errors)
    .map(fieldOf)
    .filter((field) => field !== null);
  fields.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  fields[0]?.focus();
}
