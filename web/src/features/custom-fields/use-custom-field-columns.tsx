import { canBeSearched } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { OrderButtons } from '#web/features/custom-fields/OrderButtons.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { RowActions } from '#web/ui/list/RowActions.tsx';
import { NoValue } from '#web/ui/NoValue.tsx';
import classes from '#web/ui/list/row-link.module.css';

interface FieldHandlers {
  readonly edit: (field: CustomField) => void;
  readonly remove: (field: CustomField) => void;
  readonly move: (field: CustomField, by: -1 | 1) => void;
}

/** What the list says of each custom field, of so many. */
export function useCustomFieldColumns(total: number, { edit, remove, move }: FieldHandlers): Column<CustomField>[] {
  const { t } = useTranslation('custom-fields');
  const rulesOf = (field: CustomField) =>
    [
      field.required && t('required'),
      field.sensitive && t('sensitive'),
      field.searchable && canBeSearched(field) && t('searchable'),
    ]
      .filter(Boolean)
      .join(', ');
  return [
    {
      key: 'label',
      header: t('column.label'),
      widthMin: 180,
      cell: (field) => (
        <div>
          <UnstyledButton className={classes['link']} title={field.label} onClick={() => edit(field)}>
            <Text inherit span lineClamp={2}>
              {field.label}
            </Text>
          </UnstyledButton>
          <Text size="xs" c="dimmed" lineClamp={1} title={field.internal_name}>
            {field.internal_name}
          </Text>
        </div>
      ),
    },
    {
      key: 'type',
      header: t('column.type'),
      width: 190,
      cell: ({ type, options }) => (type === 'select' ? t('selectOf', { count: options.length }) : t(`type.${type}`)),
    },
    {
      key: 'rules',
      header: t('column.rules'),
      width: 190,
      cell: (field) => rulesOf(field) || <NoValue />,
    },
    {
      key: 'order',
      header: t('column.order'),
      width: 104,
      align: 'end',
      card: 'corner',
      cell: (field) => <OrderButtons field={field} total={total} onMove={(by) => move(field, by)} />,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      width: 88,
      align: 'end',
      card: 'corner',
      cell: (field) => (
        // The row opens its panel at a click; what stands in it has its own.
        <div onClick={(event) => event.stopPropagation()} role="presentation">
          <RowActions label={t('actionsOf', { label: field.label })}>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={() => edit(field)}>
              {t('edit.action')}
            </Menu.Item>
            <Menu.Item
              color="red.9"
              leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
              onClick={() => remove(field)}
            >
              {t('delete.action')}
            </Menu.Item>
          </RowActions>
        </div>
      ),
    },
  ];
}
