import { ActionIcon, Group, Input, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useId } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NoValue } from '#web/ui/NoValue.tsx';
import classes from './EditedField.module.css';

interface EditedFieldProps {
  /** What the field is called in the form. */
  readonly name: string;
  readonly label: string;
  /** It is not saved empty. */
  readonly isRequired?: boolean;
  /** What it says while nobody edits it; empty for nothing. */
  readonly text: string;
  /** Stands before the text. */
  readonly sign?: ReactNode;
  /** Stands behind it. */
  readonly mark?: ReactNode;
  readonly error: string | undefined;
  readonly isEdited: boolean;
  /** Its value is on the way. */
  readonly isAwaited: boolean;
  /** Nothing where it may not be edited. */
  readonly onEdit: (() => void) | undefined;
  /** Editing has ended: by a key, which leaves the focus with the pencil, or because the focus went elsewhere. */
  readonly onEnd: (how: EditingEnd) => void;
  /** Drawn while it is edited. */
  readonly children: ReactNode;
}

export type EditingEnd = 'kept' | 'undone' | 'left';

/** A field that says its value, and is written in after a press on its pencil. */
export function EditedField({
  name,
  label,
  isRequired = false,
  text,
  sign,
  mark,
  error,
  isEdited,
  isAwaited,
  onEdit,
  onEnd,
  children,
}: EditedFieldProps) {
  const { t } = useTranslation('contacts');
  const [labelId, errorId] = [useId(), useId()];
  if (isEdited)
    return (
      <fieldset data-edited={name} aria-label={label} className={classes['edited']} {...endingBy(onEnd)}>
        {children}
      </fieldset>
    );
  return (
    <fieldset aria-labelledby={labelId} className={classes['field']}>
      <div className={classes['said']}>
        <Input.Label labelElement="div" required={isRequired} id={labelId}>
          {label}
        </Input.Label>
        <Group gap="sm" wrap="nowrap" mih={24}>
          {text !== '' && sign}
          <Text inherit className={classes['text'] ?? ''}>
            {text === '' ? <NoValue /> : text}
          </Text>
          {text !== '' && mark}
        </Group>
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" id={errorId}>
            {error}
          </Text>
        )}
      </div>
      {onEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          data-pencil={name}
          aria-label={t('form.editField', { field: label })}
          aria-describedby={error ? errorId : undefined}
          loading={isAwaited}
          onClick={onEdit}
        >
          <IconPencil size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  );
}

function endingBy(onEnd: EditedFieldProps['onEnd']) {
  return {
    onKeyDown: (event: KeyboardEvent) => endByKey(event, onEnd),
    onBlur: (event: FocusEvent) => endByLeaving(event, onEnd),
  };
}

/** Enter keeps what was typed, Escape does not; neither is heard by the form or the panel around. */
function endByKey(event: KeyboardEvent, onEnd: EditedFieldProps['onEnd']): void {
  const { key, nativeEvent, defaultPrevented, currentTarget, target } = event;
  // A dialog over the panel is drawn elsewhere; a list that is open takes Enter for itself.
  if (!currentTarget.contains(target as Node) || nativeEvent.isComposing || defaultPrevented) return;
  if (key !== 'Enter' && key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  onEnd(key === 'Enter' ? 'kept' : 'undone');
}

function endByLeaving({ currentTarget, target, relatedTarget }: FocusEvent, onEnd: EditedFieldProps['onEnd']): void {
  if (currentTarget.contains(target) && !currentTarget.contains(relatedTarget)) onEnd('left');
}
