import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '#web/ui/CallFailure.tsx';

/** A word or a number that is typed as proof that it was read. */
interface Proof {
  readonly label: string;
  /** What is said where something else was typed. */
  readonly wrong: string;
  readonly isNumber?: boolean;
  /** Which ways of writing it will do. */
  readonly isRight: (typed: string) => boolean;
}

interface ConfirmFormProps {
  /** The call that confirming makes: of `useRouteMutation`, whose `mutate` sends it once however often it is pressed. */
  readonly call: { readonly isPending: boolean; readonly error: unknown };
  /** Nothing where reading is enough. */
  readonly proof?: Proof | false;
  /** A verb, as on the button that led here. */
  readonly confirmLabel: string;
  readonly isDestructive?: boolean;
  /** Why it cannot be confirmed yet is plain to see. */
  readonly isDisabled?: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
  /** Names the thing and what happens to it, and what may be chosen about it. */
  readonly children: ReactNode;
}

/**
 * Asks in a dialog before something that cannot be taken back, where more is asked than `ConfirmDialog` can. The focus begins in
 * the field of what must be typed, and without one on the way back.
 */
export function ConfirmForm({
  call,
  proof = false,
  confirmLabel,
  isDestructive = false,
  isDisabled = false,
  onConfirm,
  onBack,
  children,
}: ConfirmFormProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Where something else is to be typed now, what was typed proves nothing.
  const label = proof ? proof.label : undefined;
  const [asked, setAsked] = useState(label);
  if (label !== asked) {
    setAsked(label);
    setTyped('');
    setWrong(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!proof || proof.isRight(typed)) return onConfirm();
    setWrong(true);
    field.current?.focus();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        {proof && (
          <TextInput
            ref={field}
            label={proof.label}
            {...(proof.isNumber ? { inputMode: 'numeric' } : {})}
            autoComplete="off"
            data-autofocus
            value={typed}
            error={isWrong && proof.wrong}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
            }}
          />
        )}
        <CallFailure error={call.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onBack} {...(proof ? {} : { 'data-autofocus': true })}>
            {t('dialog.back')}
          </Button>
          <Button
            type="submit"
            {...(isDestructive ? { color: 'red.9' } : {})}
            loading={call.isPending}
            disabled={isDisabled}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
