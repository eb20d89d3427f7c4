import { exportKinds, exportModes, exportValues } from '@escuta/contract/export-types';
import type { ExportKind, ExportMode, ExportValues } from '@escuta/contract/export-types';
import { exportStarts, listExports } from '@escuta/contract/exports';
import { writtenFormats } from '@escuta/contract/file-formats';
import type { WrittenFormat } from '@escuta/contract/file-formats';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { CallFailure } from '#web/ui/CallFailure.tsx';

interface BackgroundExportProps {
  readonly of: ExportKind;
  /** What the list is narrowed by. */
  readonly filter: object;
  /** Of contacts, those that were picked; all that the filter finds without this. */
  readonly contactIds?: readonly string[];
  /** How many the filter finds; undefined where nobody knows. */
  readonly found: number | undefined;
  /** Whether names and addresses are masked for whoever asks. */
  readonly isMasked: boolean;
  readonly onClose: () => void;
}

/** Asks for an export in the background, and leads to where it is followed. */
export function BackgroundExport({ of, filter, contactIds, found, isMasked, onClose }: BackgroundExportProps) {
  const { t } = useTranslation(['exports', 'ui']);
  const navigate = useNavigate();
  const { isOfSurveys } = exportKinds[of];
  const [format, setFormat] = useState<WrittenFormat>('xlsx');
  const [exportMode, setMode] = useState<ExportMode>('responses');
  const [values, setValues] = useState<ExportValues>('labels');
  const { error, isPending, mutate } = useRouteMutation<(typeof exportStarts)[ExportKind]['definition']>(
    exportStarts[of],
    {
      invalidates: [listExports],
      onSuccess: ({ _id: id }) => {
        onClose();
        void navigate({ to: '/exports/$id', params: { id } });
      },
    },
  );
  const start = () =>
    mutate({
      body: {
        filter,
        format,
        language: currentLanguage(),
        ...(contactIds ? { contactIds: [...contactIds] } : {}),
        ...(isOfSurveys ? { exportMode, exportValues: values } : {}),
      },
    });
  const formatName = { csv: t('ui:export.csv'), xlsx: t('ui:export.xlsx'), json: t('background.json') };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('background.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Stack gap="md">
        <HowMany of={of} picked={contactIds?.length} found={found} />
        <Text>{t('background.text')}</Text>
        {isMasked && <Text c="dimmed">{t('ui:export.masked')}</Text>}
        <Choice
          label={t('background.format')}
          isFirst
          value={format}
          options={writtenFormats.map((each) => [each, formatName[each]])}
          onChange={setFormat}
        />
        {isOfSurveys && (
          <>
            <Choice
              label={t('background.rows')}
              value={exportMode}
              options={exportModes.map((each) => [each, t(`background.rowsOf.${each}`)])}
              onChange={setMode}
            />
            <Choice
              label={t('background.values')}
              description={t('background.codeBook')}
              value={values}
              options={exportValues.map((each) => [each, t(`background.valuesAs.${each}`)])}
              onChange={setValues}
            />
          </>
        )}
        <CallFailure error={error} />
      </Stack>
      <Group justify="flex-end" mt="xl" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui:dialog.back')}
        </Button>
        <Button loading={isPending} onClick={start}>
          {t('background.start')}
        </Button>
      </Group>
    </Modal>
  );
}

interface HowManyProps extends Pick<BackgroundExportProps, 'of' | 'found'> {
  readonly picked: number | undefined;
}

/** Of how many the file is, where the list counts what the file does. */
function HowMany({ of, picked, found }: HowManyProps) {
  const { t } = useTranslation('exports');
  const count = picked ?? found;
  const kind = exportKinds[of];
  if (count === undefined || !kind.isCountedByList) return null;
  const figures = { count, number: formatNumber(count) };
  return (
    <Text fw={500}>
      {picked === undefined ? t(`background.found.${kind.counts}`, figures) : t('background.picked', figures)}
    </Text>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly description?: string;
  /** Where whoever opens the dialog begins. */
  readonly isFirst?: boolean;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, description, isFirst = false, value, options, onChange } = props;
  return (
    <Radio.Group
      label={label}
      description={description}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      value={value}
      onChange={onChange}
    >
      <Group gap="lg" mt="xs">
        {options.map(([each, name]) => (
          <Radio key={each} value={each} label={name} data-autofocus={(isFirst && each === value) || undefined} />
        ))}
      </Group>
    </Radio.Group>
  );
}
