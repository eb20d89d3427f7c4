import { Text } from '@mantine/core';

/** Stands where a cell has nothing to say: quiet, so that the values around it are seen first. */
export function NoValue() {
  return (
    <Text c="dimmed" inherit span>
      —
    </Text>
  );
}
