import { changeSurveyLink, getSurveyLink } from '@escuta/contract/survey-links';
import type { Survey } from '@escuta/contract/surveys';
import { Alert, Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawQr, pngOf, svgOf } from '#web/lib/qr-drawing.ts';
import type { QrDrawing } from '#web/lib/qr-drawing.ts';
import { useMe } from '#web/lib/me.ts';
import { plainWords } from '#web/lib/plain-words.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { AddressToCopy } from '#web/ui/AddressToCopy.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import classes from './ShareCard.module.css';
import { CallFailure } from '#web/ui/CallFailure.tsx';

const pngPixels = 1_024;

/** Opens and closes the open link of a survey, and gives it away: as text, and as a QR code to print. */
export function ShareCard({ survey }: { survey: Survey }) {
  const { t } = useTranslation('surveys');
  const mayChange = useMe().can('surveys.edit');
  const client = useQueryClient();
  const query = routeQuery(getSurveyLink, { params: { id: survey._id } });
  const link = useQuery(query);
  const changing = useRouteMutation(changeSurveyLink, {
    onSuccess: (changed) => client.setQueryData(query.queryKey, changed),
  });
  const helpId = useId();
  if (link.error && !link.data) return <ErrorState error={link.error} onRetry={() => void link.refetch()} />;
  if (!link.data) return <Skeleton h={120} />;
  const { open, url } = link.data;
  const error = changing.error ?? link.error;
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Switch
          label={t('share.open')}
          aria-describedby={helpId}
          checked={open}
          disabled={!mayChange}
          onChange={(event) =>
            changing.mutate({ params: { id: survey._id }, body: { open: event.currentTarget.checked } })
          }
        />
        <Text id={helpId} c="dimmed" size="sm">
          {t(mayChange ? 'share.openHelp' : open ? 'share.isOpen' : 'share.isClosed')}
        </Text>
      </Stack>
      <CallFailure error={error} />
      {open && survey.status !== 'active' && <Alert variant="default">{t('share.notActive')}</Alert>}
      {open && url !== null && <Address url={url} name={survey.title} />}
    </Stack>
  );
}

function Address({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation('surveys');
  const code = drawQr(url);
  const file = `data:image/svg+xml,${encodeURIComponent(svgOf(code))}`;
  return (
    <>
      <AddressToCopy label={t('share.address')} url={url} copyText={t('share.copy')} copiedText={t('share.copied')} />
      <img className={classes['code']} src={file} alt={t('share.code')} />
      <Text c="dimmed" size="sm" ta="center">
        {t('share.codeHelp')}
      </Text>
      <Downloads code={code} svg={file} name={name} />
    </>
  );
}

function Downloads({ code, svg, name }: { code: QrDrawing; svg: string; name: string }) {
  const { t } = useTranslation('surveys');
  const [hasFailed, setHasFailed] = useState(false);
  const icon = <IconDownload size={16} stroke={1.5} aria-hidden />;
  const savePng = async () => {
    setHasFailed(false);
    try {
      const address = URL.createObjectURL(await pngOf(code, pngPixels));
      Object.assign(document.createElement('a'), { href: address, download: `qr-${fileName(name)}.png` }).click();
      URL.revokeObjectURL(address);
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <Group gap="sm" justify="center">
      <Button component="a" variant="default" leftSection={icon} href={svg} download={`qr-${fileName(name)}.svg`}>
        {t('share.svg')}
      </Button>
      <Button variant="default" leftSection={icon} onClick={() => void savePng()}>
        {t('share.png')}
      </Button>
      {hasFailed && (
        <Alert color="red" role="alert">
          {t('share.pngFailed')}
        </Alert>
      )}
    </Group>
  );
}

/** A survey's title as part of the name of a file: letters without marks and digits, joined by hyphens. */
function fileName(title: string): string {
  const plain = plainWords(title);
  return plain.match(/[a-z0-9]+/g)?.join('-') ?? 'escuta';
}
