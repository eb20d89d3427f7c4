import type { ImportId } from '@escuta/contract/ids';
import { bringsPeople, listImports } from '@escuta/contract/imports';
import type { Import } from '@escuta/contract/imports';
import { Input, Radio, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { audienceKind, audienceKinds } from '#web/features/sends/audience.ts';
import type { AudienceChoice } from '#web/features/sends/audience.ts';
import { SegmentChoice } from '#web/features/sends/SegmentChoice.tsx';
import { StepCard } from '#web/features/sends/StepCard.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Select } from '#web/ui/Select.tsx';
import { SearchField } from '#web/ui/list/SearchField.tsx';
import type { ReactNode } from 'react';
import classes from './NewSendPage.module.css';

const searchDelayMs = 500;
/** How many imports the choice offers. */
const choicesMax = 100;

interface AudienceStepProps {
  readonly choice: AudienceChoice;
  readonly chosenImport: Import | undefined;
  /** What is wrong, as the reader reads it, by field. */
  readonly errors: { readonly [Field in 'audience' | 'search' | 'importId' | 'segmentId']?: string | undefined };
  readonly onChange: (choice: AudienceChoice) => void;
  /** The numbers of the choice. */
  readonly children: ReactNode;
}

/** The second step: who receives, and how many that is. */
export function AudienceStep({ choice, chosenImport, errors, onChange, children }: AudienceStepProps) {
  const { t } = useTranslation('sends');
  const kind = audienceKind(choice);
  return (
    <StepCard number={2} title={t('new.audience.title')} text={t('new.audience.text')}>
      <Radio.Group
        name="audience"
        label={<VisuallyHidden>{t('new.audience.label')}</VisuallyHidden>}
        // Out of the flow: its line would be air over the first choice.
        labelProps={{ pos: 'absolute' }}
        value={kind ?? null}
        onChange={(value) => onChange({ to: value })}
        error={errors.audience}
        errorProps={{ mt: 'md' }}
      >
        <Stack gap="md">
          {audienceKinds.map((each) => (
            <div key={each}>
              <Radio value={each} label={t(`new.audience.${each}`)} description={t(`new.audience.${each}Text`)} />
              {each === kind && each === 'segment' && (
                <div className={classes['inside']}>
                  <SegmentChoice
                    segmentId={choice.segmentId}
                    error={errors.segmentId}
                    onChoose={(segmentId) => onChange({ segmentId })}
                  />
                </div>
              )}
              {each === kind && each === 'search' && (
                <div className={classes['inside']}>
                  <SearchField
                    label={t('new.audience.searchLabel')}
                    placeholder={t('new.audience.searchPlaceholder')}
                    value={choice.search ?? ''}
                    delayMs={searchDelayMs}
                    onSearch={(words) => onChange({ search: words || undefined })}
                  />
                  {errors.search && <Input.Error mt="xs">{errors.search}</Input.Error>}
                </div>
              )}
              {each === kind && each === 'import' && (
                <div className={classes['inside']}>
                  <ImportChoice
                    importId={choice.importId}
                    chosen={chosenImport}
                    error={errors.importId}
                    onChoose={(importId) => onChange({ importId })}
                  />
                </div>
              )}
            </div>
          ))}
        </Stack>
      </Radio.Group>
      {children}
    </StepCard>
  );
}

interface ImportChoiceProps {
  readonly importId: ImportId | undefined;
  readonly chosen: Import | undefined;
  readonly error: string | undefined;
  readonly onChoose: (importId: ImportId | undefined) => void;
}

function ImportChoice({ importId, chosen, error, onChoose }: ImportChoiceProps) {
  const { t } = useTranslation('sends');
  const { business } = useMe();
  const imports = useQuery(routeQuery(listImports, { query: { limit: choicesMax } }));
  const listed = (imports.data?.data ?? []).filter(({ type, status }) => bringsPeople(type) && status === 'finished');
  const options = chosen && !listed.some(({ _id }) => _id === chosen._id) ? [chosen, ...listed] : listed;
  if (imports.data && options.length === 0) return <Text c="dimmed">{t('new.audience.importNone')}</Text>;
  return (
    <Select
      data-field="importId"
      aria-label={t('new.audience.importLabel')}
      placeholder={t('new.audience.importPlaceholder')}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      maw={440}
      disabled={imports.isPending && !chosen}
      nothingFoundMessage={t('new.audience.importNothing')}
      data={options.map(({ _id, file_name, created_at }) => ({
        value: _id,
        label: `${file_name} · ${formatInstant(created_at, business.timezone)}`,
      }))}
      value={importId ?? null}
      onChange={(value) => onChoose(value ?? undefined)}
      error={error}
    />
  );
}
