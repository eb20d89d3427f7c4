import { fileFormats } from '@escuta/contract/file-formats';
import { Button, Menu, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { responsesQuery, useExportResponses } from '#web/features/responses/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

const route = getRouteApi('/shell/customer-feedback/responses');
const icon = <IconDownload size={16} stroke={1.5} aria-hidden />;

/** Saves what the filters find as a file, for who may export; says why where they find nothing. */
export function ExportMenu() {
  const { t } = useTranslation('responses');
  const { can } = useMe();
  const search = route.useSearch();
  const { data } = useQuery(responsesQuery(search));
  const exporting = useExportResponses(search);
  const errorText = useErrorText(formatNumber);
  if (!can('responses.export')) return null;
  if (data?.total === 0) return <NothingToExport />;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" leftSection={icon} loading={exporting.isPending}>
          {t('export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {!can('contacts.export') && <Menu.Label>{t('export.masked')}</Menu.Label>}
        {fileFormats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() => exporting.mutate(format, { onError: (error) => noticeFailure(errorText(error)) })}
          >
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function NothingToExport() {
  const { t } = useTranslation('responses');
  const reason = t('export.nothing');
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" leftSection={icon} data-disabled aria-disabled aria-description={reason}>
        {t('export.button')}
      </Button>
    </Tooltip>
  );
}
