import type { ExportRoute } from '@escuta/contract/export-route';
import type { ExportKind } from '@escuta/contract/export-types';
import { fileFormats } from '@escuta/contract/file-formats';
import type { FileFormat } from '@escuta/contract/file-formats';
import type { Input, Route, RouteDefinition } from '@escuta/contract/route';
import { Button, Loader, Menu, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAnswer } from '#web/lib/attached-file.ts';
import { ask } from '#web/lib/call.ts';
import type { Given } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { asidePart } from '#web/ui/aside-part.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

type Definition = ExportRoute['definition'];

interface ExportMenuProps<D extends Definition> {
  readonly route: Route<D>;
  /** What the list is narrowed by. */
  readonly filter: Omit<Input<D['query']>, 'format' | 'fileLanguage'>;
  /** How many rows the list finds; undefined while nobody knows. */
  readonly total: number | undefined;
  /** Whether the rows name people, whom not everybody may take away (`contacts.export`). */
  readonly namesPeople?: boolean;
  /** What of it can be exported in the background too, with choices that a file at once does not have. */
  readonly inBackground?: ExportKind;
}

const BackgroundExport = asidePart(() => import('#web/ui/list/BackgroundExport.tsx'), 'BackgroundExport', {
  isAsked: true,
});

const icon = <IconDownload size={16} stroke={1.5} aria-hidden />;

/** Saves all that a list finds, whatever its page, as a file, for whoever may export it; says why where it finds nothing. */
export function ExportMenu<D extends Definition>(props: ExportMenuProps<D>) {
  const { route, filter, total, namesPeople = false, inBackground } = props;
  const { t } = useTranslation('ui');
  const { can, canThemselves } = useMe();
  const errorText = useErrorText(formatNumber);
  const [isAsking, setAsking] = useState(false);
  const exporting = useMutation({
    mutationFn: async (format: FileFormat) => {
      const query = { ...filter, format, fileLanguage: currentLanguage() };
      const response = await ask<RouteDefinition>(route, { query } as Given<RouteDefinition>);
      await saveAnswer(response, format);
    },
    onError: (error) => noticeFailure(errorText(error)),
  });
  if (!can(route.definition.permission)) return null;
  if (total === 0) return <NothingToExport />;
  const { isPending } = exporting;
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} disabled={isPending} returnFocus>
        <Menu.Target>
          <ExportButton icon={isPending ? <Loader size={16} /> : icon} aria-busy={isPending} />
        </Menu.Target>
        <Menu.Dropdown>
          {namesPeople && !canThemselves('contacts.export') && <Menu.Label>{t('export.masked')}</Menu.Label>}
          {fileFormats.map((format) => (
            <Menu.Item key={format} onClick={() => exporting.mutate(format)}>
              {t(`export.${format}`)}
            </Menu.Item>
          ))}
          {inBackground && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setAsking(true)}>{t('export.background')}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isAsking && inBackground && (
        <BackgroundExport
          of={inBackground}
          filter={filter}
          found={total}
          isMasked={namesPeople && !canThemselves('contacts.export')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function NothingToExport() {
  const { t } = useTranslation('ui');
  const reason = t('export.nothing');
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <ExportButton icon={icon} data-disabled aria-disabled aria-description={reason} />
    </Tooltip>
  );
}

/**
 * On a phone the drawing alone: the page's first action stands in the same line.
 * NOTE: a disabled button loses the focus of whoever has just pressed it, so while a file comes this one is only busy.
 */
function ExportButton({ icon: drawing, ...props }: ComponentProps<'button'> & { readonly icon: ReactNode }) {
  const { t } = useTranslation('ui');
  const isPhone = useIsPhone();
  return (
    <Button
      variant="default"
      aria-label={t('export.button')}
      {...(isPhone ? { w: 44, px: 0 } : { leftSection: drawing })}
      {...props}
    >
      {isPhone ? drawing : t('export.button')}
    </Button>
  );
}
