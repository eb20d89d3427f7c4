import { Button, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { orderInAddress, standingOrder } from '#web/ui/list/column.ts';
import type { Column, ListOrder } from '#web/ui/list/column.ts';
import type { useColumnChoice } from '#web/ui/list/use-column-choice.ts';
import classes from './ViewMenu.module.css';

interface ViewMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly choice: ReturnType<typeof useColumnChoice<Row>>;
  readonly order: ListOrder;
}

/**
 * How a list is shown: its order and its columns. On a desk absent where no column may be hidden: their heads order the list. A phone
 * has cards without heads, and little room.
 */
export function ViewMenu<Row>({ columns, choice, order }: ViewMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const isPhone = useIsPhone();
  const orders = columns.flatMap((column) =>
    (column.orders ?? []).map((each) => ({ each, column, isStanding: standingOrder(column, order.by) === each })),
  );
  const chosen = isPhone ? [] : columns.filter((column) => column.choice);
  if (isPhone ? orders.length === 0 : chosen.length === 0) return null;
  const icon = <IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          ms="auto"
          aria-label={t('view.label')}
          {...(isPhone ? { w: 44, px: 0 } : { leftSection: icon })}
        >
          {isPhone ? icon : t('view.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('view.label')} className={classes['choices'] ?? ''}>
        {orders.length > 0 && <Menu.Label>{t('view.order')}</Menu.Label>}
        {orders.map(({ each, column, isStanding }) => (
          <Menu.RadioItem
            key={each.by}
            value={each.by}
            checked={isStanding}
            closeMenuOnClick
            onChange={() => order.onOrder(orderInAddress(each))}
          >
            {each.label ?? column.header}
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
