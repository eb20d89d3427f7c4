import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';
import { UnsavedGuard } from '#web/ui/form/dirty-guard.tsx';
import { useFormPanel } from '#web/ui/form/form-panel.ts';

interface RouteFormProps {
  /** What `useRouteForm` gives. */
  readonly form: {
    readonly attach: (element: HTMLFormElement | null) => void;
    readonly onSubmit: (event: FormEvent) => void;
    readonly failure: string | undefined;
    readonly isBusy: boolean;
    readonly isDirty: boolean;
  };
  /** The form's name, where no heading over it says it. */
  readonly label?: string;
  readonly submitLabel: string;
  /** Why it cannot be sent yet is plain to see. */
  readonly isDisabled?: boolean;
  /** Whether somebody is asked before they leave the page with what is not saved. */
  readonly isGuarded?: boolean;
  /** Stands before the button that sends; in a panel, the way back does without this. */
  readonly back?: ReactNode;
  /** Draws the line of the buttons. */
  readonly footClassName?: string | undefined;
  readonly children: ReactNode;
}

/** The fields of a form, what went wrong, and the buttons under them: the way back, then the one that sends. */
export function RouteForm({
  form,
  label,
  submitLabel,
  isDisabled,
  isGuarded = false,
  back,
  footClassName,
  children,
}: RouteFormProps) {
  const { t } = useTranslation('ui');
  const { attach, onSubmit } = form;
  const panel = useFormPanel(form.isDirty);
  const way =
    back ??
    (panel?.close && (
      <Button variant="default" onClick={panel.close}>
        {t('dialog.back')}
      </Button>
    ));
  return (
    <form ref={attach} onSubmit={onSubmit} noValidate aria-label={label}>
      <Stack gap="md">
        {children}
        {isGuarded && <UnsavedGuard isDirty={form.isDirty && !form.isBusy} />}
        <AttemptFailure text={form.failure} />
        <Group
          justify={panel ? 'flex-end' : 'flex-start'}
          gap="sm"
          className={footClassName ?? panel?.footClassName ?? ''}
        >
          {way}
          <Button type="submit" disabled={isDisabled} loading={form.isBusy} fullWidth={way === undefined}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
