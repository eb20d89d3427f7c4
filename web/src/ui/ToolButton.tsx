import { ActionIcon, Indicator } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface ToolButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  readonly label: string;
  readonly icon: Icon;
  /** Something behind it has not been seen. */
  readonly isMarked?: boolean;
}

/** A button of the top bar: a drawing with a name. */
export function ToolButton({ label, icon: Icon, isMarked = false, ...button }: ToolButtonProps) {
  return (
    <ActionIcon {...button} variant="subtle" color="gray" size="lg" aria-label={label} title={label}>
      <Indicator disabled={!isMarked} color="red.9" size={9} offset={2}>
        <Icon size={20} stroke={1.5} aria-hidden style={{ display: 'block' }} />
      </Indicator>
    </ActionIcon>
  );
}
