import { ActionIcon, Popover, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useIsPhone } from '#web/lib/use-is-phone.ts';

interface MetricInfoProps {
  /** Names the button and the panel. */
  readonly label: string;
  readonly paragraphs: readonly string[];
}

/** How a number is made: formula, what counts, and in which time zone. */
export function MetricInfo({ label, paragraphs }: MetricInfoProps) {
  // Beside the number that it explains; a phone has no room beside.
  const isPhone = useIsPhone();
  return (
    <Popover width={320} position={isPhone ? 'top' : 'right-start'} shadow="md" trapFocus returnFocus withArrow>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={label}>
          <IconInfoCircle size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
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
