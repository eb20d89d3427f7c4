import { importBytesMax } from '@escuta/contract/imports';
import type { ImportPreview } from '@escuta/contract/imports';
import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadFile } from '#web/features/imports/api.ts';
import { FileDrop } from '#web/features/imports/FileDrop.tsx';
import { useUploadRefusal } from '#web/features/imports/use-upload-refusal.ts';
import { CallError } from '#web/lib/call.ts';
import { formatPercent } from '#web/lib/format.ts';
import classes from './ImporterPage.module.css';

/** By its name, which may be wrong: the server looks at what the file is. */
function isTooLarge({ name, size }: File): boolean {
  return size > (/\.xls[xm]$/i.test(name) ? importBytesMax.xlsx : importBytesMax.csv);
}

interface FileStepProps {
  readonly upload: UploadFile;
  readonly onFound: (preview: ImportPreview) => void;
  /** Offers a file to begin with. */
  readonly sample: ReactNode;
}

/** The first step: a file is chosen, sent and looked at. A refusal stays beside it, in words. */
export function FileStep({ upload, onFound, sample }: FileStepProps) {
  const refusalText = useUploadRefusal();
  const [sending, setSending] = useState<{ name: string; share: number }>();
  const [failure, setFailure] = useState<{ name: string; error: unknown }>();
  const giveUp = useRef<AbortController>(undefined);
  const [hasSent, setSent] = useState(false);
  useEffect(() => () => giveUp.current?.abort(), []);

  async function send(file: File): Promise<void> {
    setFailure(undefined);
    // Refused before minutes of upload, as the server would after them.
    if (isTooLarge(file)) {
      setFailure({ name: file.name, error: new CallError(413, { code: 'TOO_LARGE', params: {} }) });
      return;
    }
    const controller = new AbortController();
    giveUp.current = controller;
    setSending({ name: file.name, share: 0 });
    setSent(true);
    try {
      const onSent = (share: number) => setSending({ name: file.name, share });
      onFound(await upload({ file, signal: controller.signal, onSent }));
    } catch (error) {
      if (!controller.signal.aborted) setFailure({ name: file.name, error });
    }
    setSending(undefined);
  }

  return (
    <Stack gap="md" maw={720}>
      {failure && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertCircle size={20} stroke={1.5} aria-hidden />}
          title={failure.name}
          className={classes['failure'] ?? ''}
        >
          {refusalText(failure.error)}
        </Alert>
      )}
      {sending ? (
        <Sending {...sending} onGiveUp={() => giveUp.current?.abort()} />
      ) : (
        <FileDrop takesFocus={hasSent} onFile={(file) => void send(file)} />
      )}
      {sample}
    </Stack>
  );
}

function Sending({ name, share, onGiveUp }: { name: string; share: number; onGiveUp: () => void }) {
  const { t } = useTranslation('imports');
  const isSent = share >= 1;
  const button = useRef<HTMLButtonElement>(null);
  // The file field is gone, and the focus with it.
  useEffect(() => button.current?.focus(), []);
  return (
    <section className={classes['sending']} aria-label={t('importer.file.sending', { file: name })}>
      <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
      <Text fw={500} className={classes['fileName'] ?? ''}>
        {name}
      </Text>
      <Progress
        value={share * 100}
        size={6}
        radius="xl"
        w="100%"
        maw={320}
        animated={isSent}
        aria-label={t('importer.file.sending', { file: name })}
      />
      <Text c="dimmed" size="sm" className="figures" component="output">
        {isSent ? t('importer.file.looking') : formatPercent(share, 0)}
      </Text>
      <Button ref={button} variant="default" size="compact-sm" onClick={onGiveUp}>
        {t('importer.file.giveUp')}
      </Button>
    </section>
  );
}
