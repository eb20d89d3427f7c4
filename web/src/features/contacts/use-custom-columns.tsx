import type { Contact } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { customKey, readCustomValue } from '#web/features/contacts/custom-values.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import type { Column } from '#web/ui/list/column.ts';
import { NoValue } from '#web/ui/NoValue.tsx';

/**
 * What the company's own fields say of each contact, in their order, in at most so many lines. A list shows those that somebody
 * chooses.
 */
export function useCustomColumns(linesMax?: number): Column<Contact>[] {
  const { data } = useQuery(routeQuery(listCustomFields, {}));
  return (data?.data ?? []).map((field) => ({
    key: customKey(field),
    header: field.label,
    width: 160,
    align: field.type === 'number' ? 'end' : 'start',
    card: 'none',
    choice: 'hidden',
    cell: ({ custom_fields: values }) => {
      const value = readCustomValue(field, values[field.internal_name]);
      if (value === '') return <NoValue />;
      return (
        <Text inherit {...(linesMax ? { lineClamp: linesMax, title: value } : {})}>
          {value}
        </Text>
      );
    },
  }));
}
