import { importLimits } from '@escuta/contract/imports';
import { rehearseImport } from '@escuta/contract/imports';
import type { ImportPreview, ImportSettings, Rehearsal as Found } from '@escuta/contract/imports';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rehearsalQuery } from '#web/features/imports/api.ts';
import { countsOf } from '#web/features/imports/import-results.ts';
import { ImportProgress } from '#web/features/imports/ImportProgress.tsx';
import { keepRehearsal, keptRehearsal } from '#web/features/imports/kept-upload.ts';
import { RehearsalIssues } from '#web/features/imports/RehearsalIssues.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import classes from './ImporterPage.module.css';

const countNames = ['created', 'updated', 'unchanged', 'rejected', 'warned'] as const;

interface RehearsalProps {
  readonly preview: Pick<ImportPreview, 'uploadId' | 'fileName' | 'type'>;
  readonly settings: ImportSettings;
  /** Whether the columns are such that an import could start. */
  readonly isReady: boolean;
}

/** What the import would do with the file and the choices as they are, before anything is written. */
export function Rehearsal({ preview, settings, isReady }: RehearsalProps) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const { uploadId } = preview;
  const [asked, setAsked] = useState(() => keptRehearsal(uploadId));
  const choices = JSON.stringify(settings);
  const asking = useRouteMutation(rehearseImport, {
    onSuccess: ({ _id }, { body }) => {
      const kept = { uploadId, id: _id, choices: JSON.stringify(body) };
      setAsked(kept);
      keepRehearsal(kept);
    },
  });
  const answer = useQuery(rehearsalQuery(uploadId, asked?.id));
  const found = answer.data;
  const isUnderWay = asking.isPending || (asked !== undefined && !isOver(found) && !answer.error);
  const error = asking.error ?? answer.error;
  return (
    <section className={classes['card']} aria-labelledby="rehearsal">
      <div>
        <Title order={2} id="rehearsal">
          {t('rehearsal.title')}
        </Title>
        <Text c="dimmed">{t('rehearsal.text')}</Text>
      </div>
      <Group>
        <Button
          variant="default"
          leftSection={<IconFlask size={16} stroke={1.5} aria-hidden />}
          disabled={!isReady}
          loading={isUnderWay}
          onClick={() => asking.mutate({ params: { id: uploadId }, body: settings })}
        >
          {t(asked ? 'rehearsal.again' : 'rehearsal.start')}
        </Button>
      </Group>
      <div aria-live="polite">
        {error && <Problem text={errorText(error)} />}
        {!error && asked && asked.choices !== choices && <Text size="sm">{t('rehearsal.changed')}</Text>}
      </div>
      {!error && asked?.choices === choices && found && (
        <Findings found={found} preview={preview} dayOrder={settings.dayOrder} />
      )}
    </section>
  );
}

function Findings({
  found,
  preview: { fileName, type },
  dayOrder,
}: {
  found: Found;
  preview: RehearsalProps['preview'];
  dayOrder: ImportSettings['dayOrder'];
}) {
  const { t } = useTranslation('imports');
  const isPhone = useIsPhone();
  const { counts, error, progress } = found;
  return (
    <>
      {!isOver(found) && (
        <div aria-label={t('rehearsal.running', { file: fileName })}>
          <ImportProgress entry={{ progress, file_name: fileName }} />
        </div>
      )}
      {error && (
        <Problem text={`${t('rehearsal.error')} ${t(`failure.${error}`, { most: formatNumber(importLimits.rows) })}`} />
      )}
      <Facts inPairs={isPhone}>
        {countsOf(type, countNames).map((name) => (
          <Fact key={name} name={t(`rehearsal.count.${name}`)}>
            <span className="figures">{formatNumber(counts[name])}</span>
          </Fact>
        ))}
      </Facts>
      {isOver(found) && <RehearsalIssues found={found} dayOrder={dayOrder} />}
    </>
  );
}

function isOver(found: Found | undefined): boolean {
  return found?.status === 'finished' || found?.status === 'error';
}

function Problem({ text }: { text: string }) {
  return (
    <Alert color="red" icon={<IconAlertCircle size={20} stroke={1.5} aria-hidden />}>
      {text}
    </Alert>
  );
}
