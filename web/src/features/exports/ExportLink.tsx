import type { Export } from '@escuta/contract/exports';
import { Anchor, Button, Loader, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCancelExport, useDownloadExport } from '#web/features/exports/api.ts';
import { linkOf } from '#web/features/exports/export-link.ts';
import { isUnfinished } from '#web/features/exports/exports-polling.ts';
import { useMe } from '#web/lib/me.ts';
import { now } from '#web/lib/time.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { noticeFailure } from '#web/ui/notices.tsx';

const events = { hover: true, focus: true, touch: true };

/** The file of an export while it is kept; who waits for their own may cancel it. */
export function ExportLink({ entry }: { entry: Export }) {
  const { t } = useTranslation('exports');
  const { user } = useMe();
  const link = linkOf(entry, now());
  if (link === 'download' && entry.file) return <Download entry={{ ...entry, file: entry.file }} />;
  if (link === 'expired' || link === 'erased' || link === 'withheld')
    return (
      <Tooltip label={t(`link.${link}Text`)} events={events} multiline maw={280}>
        {/* Who has no mouse reads the reason by the keyboard. */}
        <Text c="dimmed" size="sm" span tabIndex={0}>
          {t(`link.${link}`)}
        </Text>
      </Tooltip>
    );
  return isUnfinished(entry) && entry._user?._id === user._id ? <Cancel entry={entry} /> : <NoValue />;
}

function Download({ entry }: { entry: Pick<Export, 'format'> & { readonly file: NonNullable<Export['file']> } }) {
  const { t } = useTranslation('exports');
  const errorText = useErrorText();
  const download = useDownloadExport();
  return (
    <Tooltip label={t('link.tooltip')} events={events}>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-busy={download.isPending}
        onClick={() => {
          if (!download.isPending) download.mutate(entry, { onError: (error) => noticeFailure(errorText(error)) });
        }}
      >
        {t('link.download')} {download.isPending && <Loader size={12} />}
      </Anchor>
    </Tooltip>
  );
}

function Cancel({ entry }: { entry: Export }) {
  const { t } = useTranslation('exports');
  const errorText = useErrorText();
  const cancel = useCancelExport();
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      loading={cancel.isPending}
      onClick={() =>
        cancel.mutate({ params: { id: entry._id } }, { onError: (error) => noticeFailure(errorText(error)) })
      }
    >
      {t('cancel')}
    </Button>
  );
}
