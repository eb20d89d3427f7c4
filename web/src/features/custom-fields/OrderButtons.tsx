import type { CustomField } from '@escuta/contract/custom-fields';
import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface OrderButtonsProps {
  readonly field: CustomField;
  /** How many fields there are. */
  readonly total: number;
  readonly onMove: (by: -1 | 1) => void;
}

/** Moves a field up or down in the list. The focus goes along, so that it can be moved again. */
export function OrderButtons({ field: { label, place }, total, onMove }: OrderButtonsProps) {
  const { t } = useTranslation('custom-fields');
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const moved = useRef<-1 | 1>(undefined);
  const [isFirst, isLast] = [place === 1, place === total];
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    // At the end of the way, the way back is left.
    const goesOn = moved.current === -1 ? !isFirst : isLast;
    (goesOn ? up : down).current?.focus();
    moved.current = undefined;
  }, [place, isFirst, isLast]);
  const move = (by: -1 | 1) => {
    moved.current = by;
    onMove(by);
  };
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon {...look(isFirst)} ref={up} aria-label={t('order.up', { label })} onClick={() => move(-1)}>
        <IconArrowUp size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look(isLast)} ref={down} aria-label={t('order.down', { label })} onClick={() => move(1)}>
        <IconArrowDown size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** An arrow that leads nowhere stays in its place, and quiet. */
function look(disabled: boolean) {
  return { variant: 'subtle', color: 'gray', disabled, ...(disabled ? { bg: 'transparent' } : {}) } as const;
}
