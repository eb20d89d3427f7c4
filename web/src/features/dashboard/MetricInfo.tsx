import { ActionIcon, Popover, Stack, Text } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import { assignRef } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { ComponentProps, Ref } from 'react';

interface MetricInfoProps {
  /** Names the button and the panel. */
  readonly label: string;
  readonly paragraphs: readonly string[];
}

/** How a number is made: formula, what counts, and in which time zone. */
export function MetricInfo({ label, paragraphs }: MetricInfoProps) {
  return (
    <Popover
      width={320}
      // Beside the card, else under or over it: the number that is explained stays in sight.
      position="right-start"
      middlewares={{
        flip: { fallbackPlacements: ['left-start', 'bottom-start', 'top-start'], fallbackStrategy: 'bestFit' },
      }}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <InfoButton aria-label={label} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="sm" tabIndex={-1} data-autofocus>
          {paragraphs.map((paragraph) => (
            <Text key={paragraph} size="sm">
              {paragraph}
            </Text>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type InfoButtonProps = ActionIconProps & Omit<ComponentProps<'button'>, 'ref'> & { ref?: Ref<HTMLElement> };

/** Opens the panel. Its ref is the card around it, which the panel is placed by. */
function InfoButton({ ref, ...others }: InfoButtonProps) {
  const giveCard = useCallback(
    (button: HTMLButtonElement | null) => {
      assignRef(ref, button?.closest('section') ?? null);
    },
    [ref],
  );
  return (
    <ActionIcon ref={giveCard} variant="subtle" color="gray" size="md" {...others}>
      <IconInfoCircle size={16} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
