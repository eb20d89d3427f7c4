import { formatNumber } from '#web/lib/format.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';

/** Why a call failed, read out at once; nothing where none has. */
export function CallFailure({ error }: { readonly error: unknown }) {
  const errorText = useErrorText(formatNumber);
  return <AttemptFailure text={error ? errorText(error) : undefined} />;
}
