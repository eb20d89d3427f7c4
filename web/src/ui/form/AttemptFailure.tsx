import { Alert } from '@mantine/core';

/** Why a try failed; nothing where none has. */
export function AttemptFailure({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  );
}
