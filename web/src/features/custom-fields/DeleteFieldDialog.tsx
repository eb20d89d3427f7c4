import { deleteCustomField, getCustomFieldUse, listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RetryNaming } from '#web/features/custom-fields/RetryNaming.tsx';
import { useNamingSurveys } from '#web/features/custom-fields/use-naming-surveys.ts';
import { formatNumber } from '#web/lib/format.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';

/** Says how many contacts lose a value and which surveys name it, and asks before a field is deleted. */
export function DeleteFieldDialog({ field, onClose }: { field: CustomField; onClose: () => void }) {
  const { t } = useTranslation('custom-fields');
  const errorText = useErrorText();
  const { label } = field;
  const params = { id: field._id };
  const use = useQuery(routeQuery(getCustomFieldUse, { params }, { staleTime: 0, gcTime: 0 }));
  const naming = useNamingSurveys(field);
  const remove = useRouteMutation(deleteCustomField, {
    invalidates: [listCustomFields],
    onSuccess: () => noticeSuccess(t('delete.done', { label })),
    onError: (error) => noticeFailure(errorText(error)),
    onSettled: onClose,
  });
  const said = () => {
    if (use.error) return t('delete.unknown', { label });
    const count = use.data?.contacts;
    if (count === undefined) return t('delete.counting');
    return count === 0
      ? t('delete.unused', { label })
      : t('delete.text', { label, count, number: formatNumber(count) });
  };
  return (
    <ConfirmDialog
      opened
      title={t('delete.title')}
      text={[said(), naming.sentence].filter(Boolean).join(' ')}
      more={<RetryNaming retry={naming.retry} />}
      confirmLabel={t('delete.action')}
      isDestructive
      isBusy={use.isPending || naming.isAwaited || remove.isPending}
      onConfirm={() => remove.mutate({ params })}
      onClose={onClose}
    />
  );
}
