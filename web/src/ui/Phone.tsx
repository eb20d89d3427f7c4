import { Text } from '@mantine/core';
import { formatPhone } from '#web/lib/format-phone.ts';

/** A phone as people write it, in one line: half a number is none. */
export function Phone({ tel }: { tel: string }) {
  return (
    <Text inherit span style={{ whiteSpace: 'nowrap' }}>
      {formatPhone(tel)}
    </Text>
  );
}
