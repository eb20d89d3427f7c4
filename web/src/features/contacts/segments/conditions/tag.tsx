import { tagLengthMax } from '@escuta/contract/contact-particulars';
import { useTranslation } from 'react-i18next';
import { useTagsInUse } from '#web/features/contacts/api.ts';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { Choice, KnownWordsInput } from '#web/features/contacts/segments/conditions/inputs.tsx';

const ops = ['has', 'hasNot', 'known', 'unknown'] as const;

/** What people sort contacts by. */
export const tag: ConditionEntry<'tag'> = {
  subjects: (t) => [
    { key: 'tag', label: t('field.tag'), group: 'contact', start: { kind: 'tag', test: { op: 'has', value: null } } },
  ],
  subjectOf: () => 'tag',
  Fields({ condition: { test }, onChange }) {
    const { t } = useTranslation('segments');
    const inUse = useTagsInUse();
    const value = 'value' in test ? test.value : null;
    const take = (op: (typeof ops)[number]) =>
      onChange({ kind: 'tag', test: op === 'known' || op === 'unknown' ? { op } : { op, value } });
    return (
      <>
        <Choice
          label={t('test')}
          value={test.op}
          options={ops.map((op) => ({ value: op, label: t(`tag.op.${op}`) }))}
          onChange={take}
        />
        {'value' in test && (
          <KnownWordsInput
            label={t('tag.label')}
            maxLength={tagLengthMax}
            known={inUse}
            value={value}
            onChange={(typed) => onChange({ kind: 'tag', test: { op: test.op, value: typed } })}
          />
        )}
      </>
    );
  },
  Sentence({ condition: { test } }) {
    const { t } = useTranslation('segments');
    return t(`sentence.tag.${test.op}`, { value: 'value' in test ? test.value : '' });
  },
};
