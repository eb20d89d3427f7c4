import { columnOfCustomField, isDateField, listImports, onlyAdds, startImport } from '@escuta/contract/imports';
import type { FileLayout, Import } from '@escuta/contract/imports';
import { Alert, Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChooseLayout } from '#web/features/imports/api.ts';
import { mappingProblems, tableOf } from '#web/features/imports/column-mapping.ts';
import { BlankCellsChoice } from '#web/features/imports/BlankCellsChoice.tsx';
import { ColumnsTable } from '#web/features/imports/ColumnsTable.tsx';
import { DayOrderChoice } from '#web/features/imports/DayOrderChoice.tsx';
import { FoundFile } from '#web/features/imports/FoundFile.tsx';
import { keepUpload, proposalFor } from '#web/features/imports/kept-upload.ts';
import type { Upload } from '#web/features/imports/kept-upload.ts';
import { ModeChoice } from '#web/features/imports/ModeChoice.tsx';
import { Rehearsal } from '#web/features/imports/Rehearsal.tsx';
import { useColumnChoices, useImportedFields } from '#web/features/imports/use-column-choices.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { useSaidVariables } from '#web/ui/use-said-variables.ts';
import classes from './ImporterPage.module.css';

interface CheckStepProps {
  readonly upload: Upload;
  readonly onBack: () => void;
  readonly onStarted: (started: Import) => void;
}

/** The second step: what we found in the file, what each column becomes, and the start. */
export function CheckStep({ upload, onBack, onStarted }: CheckStepProps) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const { timezone } = useMe().business;
  const [chosen, setChosen] = useState(upload);
  const { preview, ...settings } = chosen;
  const { hasHeader, mapping, mode, blankCells, titleCase, dayOrder } = settings;
  const starting = useRouteMutation(startImport, { invalidates: [listImports] });
  const reading = useChooseLayout(preview.uploadId);
  const title = useRef<HTMLHeadingElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { lacks, contested } = mappingProblems(mapping, preview);
  const customFields = useImportedFields(preview);
  const choices = useColumnChoices(preview, customFields);
  const unmapped = customFields.filter((field) => field.required && !mapping.includes(columnOfCustomField(field)));
  const score = useScoreTitle(preview);
  const mayChange = !onlyAdds(preview.type);

  function choose(part: Partial<Upload>): void {
    const next = { ...chosen, ...part };
    setChosen(next);
    keepUpload(next);
  }

  function readAgain(layout: FileLayout): void {
    reading.mutate(
      { params: { id: preview.uploadId }, body: layout },
      {
        onSuccess: (read) => {
          // The same columns in other letters are still what the person said they are.
          const isSameTable =
            read.sheet === preview.sheet &&
            read.columns.length === preview.columns.length &&
            read.hasHeader === preview.hasHeader;
          const { hasHeader, mapping, dayOrder } = proposalFor(read);
          choose({ preview: read, ...(isSameTable ? {} : { hasHeader, mapping, dayOrder }) });
        },
      },
    );
  }

  function start(): void {
    if (lacks || contested.length > 0) {
      columns.current?.querySelectorAll('select')[contested[0] ?? 0]?.focus();
      return;
    }
    starting.mutate({ body: { uploadId: preview.uploadId, ...settings } }, { onSuccess: onStarted });
  }

  return (
    <Stack gap="lg">
      <section className={classes['card']}>
        <Title order={2} ref={title} tabIndex={-1} className={classes['found'] ?? ''}>
          {t('importer.check.found')}
        </Title>
        <FoundFile
          preview={preview}
          hasHeader={hasHeader}
          layout={reading.isPending ? reading.variables.body : undefined}
          onLayout={readAgain}
        />
        <div aria-live="polite">{reading.error && <Problem text={errorText(reading.error)} />}</div>
        {preview.survey?.anonymous && (
          <Alert variant="default" mb="md" icon={<IconInfoCircle size={20} stroke={1.5} aria-hidden />}>
            {t('importer.check.anonymous')}
          </Alert>
        )}
        {preview.importedBefore !== null && (
          <Alert color="yellow" mb="md" icon={<IconAlertCircle size={20} stroke={1.5} aria-hidden />}>
            {t('importer.check.importedBefore', { when: formatInstant(preview.importedBefore, timezone) })}
          </Alert>
        )}
        <Switch
          label={t('importer.check.hasHeader')}
          checked={hasHeader}
          onChange={(event) => choose({ hasHeader: event.currentTarget.checked })}
        />
        {preview.hasCapitalNames && mapping.includes('name') && (
          <Switch
            mt="sm"
            label={t('importer.check.titleCase')}
            description={t('importer.check.titleCaseText')}
            checked={titleCase}
            onChange={(event) => choose({ titleCase: event.currentTarget.checked })}
          />
        )}
      </section>
      <section>
        <Title order={2}>{t('importer.check.columns')}</Title>
        <Text c="dimmed" mb="sm">
          {t('importer.check.columnsText')} {preview.isMappingRemembered && t('importer.check.remembered')}
        </Text>
        <ColumnsTable
          ref={columns}
          table={tableOf(preview, hasHeader)}
          mapping={mapping}
          contested={contested}
          choices={choices}
          onMap={(at, field) => choose({ mapping: mapping.map((before, place) => (place === at ? field : before)) })}
        />
        <div aria-live="polite">
          {contested.length > 0 && <Problem text={t('importer.check.fieldTwice')} />}
          {unmapped.length > 0 && mode !== 'update' && (
            <Alert color="yellow" mt="sm" icon={<IconAlertCircle size={20} stroke={1.5} aria-hidden />}>
              {t('importer.check.requiredUnmapped', {
                count: unmapped.length,
                fields: unmapped.map(({ label }) => label).join(', '),
              })}
            </Alert>
          )}
          {lacks && <Problem text={t(`importer.check.lacks.${lacks}`, { score })} />}
        </div>
        {preview.isDayOrderOpen && mapping.some((field) => isDateField(field, customFields)) && (
          <DayOrderChoice order={dayOrder} onOrder={(next) => choose({ dayOrder: next })} />
        )}
      </section>
      {mayChange && <ModeChoice mode={mode} onMode={(next) => choose({ mode: next })} />}
      {mayChange && mode !== 'create' && (
        <BlankCellsChoice choice={blankCells} onChoice={(next) => choose({ blankCells: next })} />
      )}
      <Rehearsal preview={preview} settings={settings} isReady={!lacks && contested.length === 0} />
      {starting.error && <Problem text={errorText(starting.error)} />}
      <Group gap="sm">
        <Button variant="default" onClick={onBack}>
          {t('importer.check.back')}
        </Button>
        <Button loading={starting.isPending || reading.isPending} onClick={start}>
          {t('importer.check.start')}
        </Button>
      </Group>
    </Stack>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <Alert color="red" mt="sm" icon={<IconAlertCircle size={20} stroke={1.5} aria-hidden />}>
      {text}
    </Alert>
  );
}

/** What the question is called whose score the survey measures. */
function useScoreTitle({ survey }: Upload['preview']): string {
  const title = survey?.questions.find(({ needed }) => needed)?.title ?? '';
  return useSaidVariables([title])(title);
}
