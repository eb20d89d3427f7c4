import { SegmentId } from '@escuta/contract/ids';
import { useTranslation } from 'react-i18next';
import { useSources } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { Choice } from '#web/features/contacts/segments/conditions/inputs.tsx';

const ops = ['in', 'notIn'] as const;

/** Who is in another segment or list. */
export const segment: ConditionEntry<'segment'> = {
  subjects: (t, { segments }) =>
    segments.length === 0
      ? []
      : [
          {
            key: 'segment',
            label: t('field.segment'),
            group: 'others',
            start: { kind: 'segment', segmentId: null, op: 'in' },
          },
        ],
  subjectOf: () => 'segment',
  Fields({ condition, onChange }) {
    const { t } = useTranslation('segments');
    const { segments } = useSources();
    const { segmentId, op } = condition;
    const isListed = segments.some(({ _id }) => _id === segmentId);
    return (
      <>
        <Choice
          label={t('test')}
          value={op}
          options={ops.map((each) => ({ value: each, label: t(`segment.op.${each}`) }))}
          onChange={(chosen) => onChange({ ...condition, op: chosen })}
        />
        <Choice<string>
          label={t('segment.label')}
          value={segmentId ?? ''}
          options={[
            ...(isListed
              ? []
              : [{ value: segmentId ?? '', label: t(segmentId === null ? 'value.choose' : 'filter.gone') }]),
            ...segments.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={(chosen) => onChange({ ...condition, segmentId: SegmentId.parse(chosen) })}
        />
      </>
    );
  },
  Sentence({ condition: { segmentId, op } }) {
    const { t } = useTranslation('segments');
    const { segments } = useSources();
    const name = segments.find(({ _id }) => _id === segmentId)?.name ?? t('filter.gone');
    return t(`sentence.segment.${op}`, { value: name });
  },
};
