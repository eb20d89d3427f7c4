import { passwordProblems, passwordRules } from '@escuta/contract/password';
import { Group, PasswordInput, Popover, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PasswordField.module.css';

interface PasswordFieldProps extends PasswordInputProps {
  readonly value: string;
  /** The fewest characters that will do. */
  readonly lengthMin: number;
  /** Where the rules are shown in a narrow window: away from what comes next. */
  readonly rulesAt?: 'bottom-start' | 'top-start';
}

/** A window in which the rules fit beside the form: over its fields they would hide what was typed there. */
const roomBeside = '(min-width: 72em)';
/** From the field to beyond the edge of the card around it. */
const besidePx = 36;

/** A new password: what it still needs is shown while it is typed, rule by rule. */
export function PasswordField({
  value,
  lengthMin,
  rulesAt = 'bottom-start',
  onFocus,
  onBlur,
  ...input
}: PasswordFieldProps) {
  const { t } = useTranslation('password');
  const [isOpened, setOpened] = useState(false);
  const hasRoomBeside = useMediaQuery(roomBeside, undefined, { getInitialValueInEffect: false });
  const problems = passwordProblems(value, { lengthMin });
  return (
    <Popover
      opened={isOpened}
      position={hasRoomBeside ? 'right' : rulesAt}
      offset={hasRoomBeside ? besidePx : undefined}
      width={hasRoomBeside ? 'auto' : 'target'}
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
    >
      <Popover.Target>
        <div>
          <PasswordInput
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('show') }}
            value={value}
            onFocus={(event) => {
              setOpened(true);
              onFocus?.(event);
            }}
            onBlur={(event) => {
              setOpened(false);
              onBlur?.(event);
            }}
            {...input}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('title')}>
        <Text size="sm" fw={500} mb={4}>
          {t('title')}
        </Text>
        <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {passwordRules.map((rule) => {
            const isKept = !problems.includes(rule);
            const Mark = isKept ? IconCheck : IconPointFilled;
            return (
              <Group
                key={rule}
                component="li"
                gap={8}
                wrap="nowrap"
                data-kept={isKept}
                className={isKept ? classes['kept'] : undefined}
              >
                <Mark size={16} stroke={2} aria-hidden />
                <Text size="sm">{t(`rule.${rule}`, { count: lengthMin })}</Text>
                <VisuallyHidden>{t(isKept ? 'kept' : 'missing')}</VisuallyHidden>
              </Group>
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
