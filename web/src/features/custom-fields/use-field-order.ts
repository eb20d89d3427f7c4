import { listCustomFields, orderCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

const mutationKey = ['order of custom fields'];

/**
 * Moves a field of the list up or down. It stands there at once, and presses one after the other are told to the server in their
 * order; what the server then has is asked for after the last.
 */
export function useFieldOrder() {
  const { t } = useTranslation('custom-fields');
  const client = useQueryClient();
  const errorText = useErrorText();
  const [said, setSaid] = useState('');
  const { queryKey } = routeQuery(listCustomFields, {});
  const { mutate } = useRouteMutation(orderCustomFields, {
    mutationKey,
    scope: { id: 'order of custom fields' },
    onError: (error) => noticeFailure(errorText(error)),
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries({ queryKey });
    },
  });
  const move = (field: CustomField, by: -1 | 1) => {
    const fields = client.getQueryData(queryKey)?.data ?? [];
    const from = fields.findIndex(({ _id }) => _id === field._id);
    const to = from + by;
    if (from === -1 || fields[to] === undefined) return;
    const ordered = fields.toSpliced(from, 1).toSpliced(to, 0, fields[from]!);
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { data: ordered.map((one, index) => ({ ...one, place: index + 1 })) });
    setSaid(t('order.moved', { label: field.label, place: to + 1, total: fields.length }));
    mutate({ body: { ids: ordered.map(({ _id }) => _id) } });
  };
  return { move, said };
}
