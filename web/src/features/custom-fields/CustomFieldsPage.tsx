import { listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CustomFieldDrawer } from '#web/features/custom-fields/CustomFieldDrawer.tsx';
import { DeleteFieldDialog } from '#web/features/custom-fields/DeleteFieldDialog.tsx';
import { useCustomFieldColumns } from '#web/features/custom-fields/use-custom-field-columns.tsx';
import { useFieldOrder } from '#web/features/custom-fields/use-field-order.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/list/DataTable.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** The fields that the company adds to its contacts, in the order of forms and files. */
export function CustomFieldsPage() {
  const { t } = useTranslation('custom-fields');
  const answer = useQuery(routeQuery(listCustomFields, {}));
  const fields = answer.data?.data;
  const [edited, setEdited] = useState<CustomField | 'new'>();
  const [deleted, setDeleted] = useState<CustomField>();
  const order = useFieldOrder();
  const columns = useCustomFieldColumns(fields?.length ?? 0, {
    edit: setEdited,
    remove: setDeleted,
    move: order.move,
  });
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={() => setEdited('new')}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={create} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={fields}
        rowKey={({ _id }) => _id}
        onRowClick={setEdited}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        empty={<EmptyState drawing="table" title={t('empty.title')} text={t('empty.text')} action={create} />}
      />
      <VisuallyHidden component="output">{order.said}</VisuallyHidden>
      <CustomFieldDrawer field={edited} others={fields ?? []} onClose={() => setEdited(undefined)} />
      {deleted && <DeleteFieldDialog field={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}
