import { dayOrders } from '@escuta/contract/day-text';
import type { DayOrder } from '@escuta/contract/day-text';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Which number comes first in the dates of the file that are text. */
export function DayOrderChoice({ order, onOrder }: { order: DayOrder; onOrder: (order: DayOrder) => void }) {
  const { t } = useTranslation('imports');
  return (
    <Radio.Group mt="md" label={t('dayOrder.label')} value={order} onChange={(chosen) => onOrder(chosen)}>
      <Stack gap="sm" mt="sm">
        {dayOrders.map((choice) => (
          <Radio key={choice} value={choice} label={t(`dayOrder.${choice}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
