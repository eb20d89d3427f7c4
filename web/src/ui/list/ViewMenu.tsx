import { Button, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { isLeading } from '#web/ui/list/column.ts';
import type { Column, ListOrder } from '#web/ui/list/column.ts';
import type { useColumnChoice } from '#web/ui/list/use-column-choice.ts';

interface ViewMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly choice: ReturnType<typeof useColumnChoice<Row>>;
  readonly order: ListOrder;
}

/** How a list is shown: its order, and its columns where there are any. Absent when there is nothing to choose. */
export function ViewMenu<Row>({ columns, choice, order }: ViewMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const isPhone = useIsPhone();
  const ordered = columns.filter((column) => column.order);
  const chosen = isPhone ? [] : columns.filter((column) => column.choice);
  if (ordered.length === 0 && chosen.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          ms="auto"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />}
        >
          {t('view.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('view.label')}>
        {ordered.length > 0 && <Menu.Label>{t('view.order')}</Menu.Label>}
        {ordered.map((column) => (
          <Menu.RadioItem
            key={column.key}
            value={column.key}
            checked={isLeading(column, order.by)}
            onChange={() => order.onOrder(column.order?.isDefault ? undefined : column.order?.by)}
          >
            {column.header}
          </Menu.RadioItem>
        ))}
        {chosen.length > 0 && <Menu.Label>{t('view.columns')}</Menu.Label>}
        {chosen.map((column) => (
          <Menu.CheckboxItem
            key={column.key}
            checked={choice.isShown(column)}
            onChange={(isWanted) => choice.show(column, isWanted)}
          >
            {column.header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
