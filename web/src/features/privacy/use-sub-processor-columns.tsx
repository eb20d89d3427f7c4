import type { SubProcessor } from '@escuta/contract/sub-processors';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '#web/ui/list/column.ts';

/** What the list says of each sub-processor: in the words of whoever runs the installation, or of the service that it is for. */
export function useSubProcessorColumns(): Column<SubProcessor>[] {
  const { t } = useTranslation('privacy');
  return [
    {
      key: 'name',
      header: t('subProcessors.column.name'),
      cell: ({ name, is_own: isOwn }) => (
        <>
          <Text fw={600}>{name}</Text>
          {isOwn && (
            <Text c="dimmed" size="sm">
              {t('subProcessors.own')}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'does',
      header: t('subProcessors.column.does'),
      card: 'line',
      cell: ({ does, service }) => does ?? (service ? t(`subProcessors.service.${service}.does`) : null),
    },
    {
      key: 'data',
      header: t('subProcessors.column.data'),
      card: 'line',
      cell: ({ data, service }) => data ?? (service ? t(`subProcessors.service.${service}.data`) : null),
    },
    {
      key: 'country',
      header: t('subProcessors.column.country'),
      card: 'named',
      cell: ({ country }) => country ?? <Text c="dimmed">{t('subProcessors.notStated')}</Text>,
    },
  ];
}
