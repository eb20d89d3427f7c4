import type { Changes } from '@escuta/contract/primitives';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LastChange } from '#web/features/companies/LastChange.tsx';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';
import { UnsavedGuard } from '#web/ui/form/dirty-guard.tsx';
import { useAttempt } from '#web/ui/form/use-attempt.ts';
import classes from './Setting.module.css';

/** A setting as it stands, and how to change it. */
export interface Saved<Value> {
  readonly value: Value;
  /** Who changed it last; nothing where nobody has. */
  readonly changed: Changes[string] | undefined;
  readonly save: (value: Value) => Promise<unknown>;
}

interface SettingProps<Value> extends Saved<Value> {
  /** What it is called, for the buttons' names. */
  readonly label: string;
  /** What is wrong with what is typed; then it cannot be saved. */
  readonly problem?: (draft: Value) => string | undefined;
  /** Whether what was saved cannot be taken back. */
  readonly isForGood?: boolean;
  readonly children: (bind: {
    draft: Value;
    onDraft: (draft: Value) => void;
    problem: string | undefined;
  }) => ReactNode;
}

/** One setting, saved on its own: the button comes with the first change, and what was saved can be taken back. */
export function Setting<Value>({
  label,
  value,
  changed,
  save,
  problem,
  isForGood = false,
  children,
}: SettingProps<Value>) {
  const { t } = useTranslation('companies');
  const [typed, setTyped] = useState<{ draft: Value }>();
  const [former, setFormer] = useState<{ value: Value }>();
  const { failure, isBusy, run } = useAttempt();
  const draft = typed ? typed.draft : value;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(value);
  const wrong = isChanged ? problem?.(draft) : undefined;

  const put = (next: Value, before: { value: Value } | undefined) =>
    run(async () => {
      await save(next);
      setTyped(undefined);
      setFormer(before);
    });
  return (
    <form
      aria-label={label}
      className={classes['setting']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !wrong && !isBusy) void put(draft, { value });
      }}
    >
      <Stack gap="xs">
        {children({
          draft,
          onDraft: (next) => {
            setTyped({ draft: next });
            setFormer(undefined);
          },
          problem: wrong,
        })}
        <UnsavedGuard isDirty={isChanged && !isBusy} />
        <AttemptFailure text={failure} />
        <Group gap="sm" className={classes['foot'] ?? ''}>
          {isChanged && (
            <>
              <Button type="submit" size="compact-sm" disabled={wrong !== undefined} loading={isBusy}>
                {t('save')}
              </Button>
              <Button variant="default" size="compact-sm" onClick={() => setTyped(undefined)}>
                {t('discard')}
              </Button>
            </>
          )}
          {!isChanged && former && (
            <>
              <output>
                <Text size="sm">{t('saved')}</Text>
              </output>
              {!isForGood && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  loading={isBusy}
                  onClick={() => void put(former.value, undefined)}
                >
                  {t('undo')}
                </Button>
              )}
            </>
          )}
          <LastChange changed={changed} />
        </Group>
      </Stack>
    </form>
  );
}
