import { ActionIcon, Input, NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftCondition } from '#web/features/contacts/segments/builder/draft.ts';
import { subjectGroups, useSources } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import type { AnyDraft } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { allSubjects, entryOf } from '#web/features/contacts/segments/conditions/index.ts';
import classes from './SegmentBuilder.module.css';

interface ConditionRowProps {
  readonly node: DraftCondition;
  /** Where it stands, as people count: '2' or '3.1'. */
  readonly place: string;
  readonly error: string | undefined;
  /** It has just been added. */
  readonly isNew: boolean;
  /** Absent of the only one. */
  readonly onRemove: (() => void) | undefined;
  readonly onChange: (condition: AnyDraft) => void;
}

/** One condition: what it is about, what is asked of that, and the way out. */
export function ConditionRow({ node, place, error, isNew, onRemove, onChange }: ConditionRowProps) {
  const { t } = useTranslation('segments');
  const sources = useSources();
  const errorId = useId();
  const { condition } = node;
  const { Fields, subjectOf } = entryOf(condition);
  const chosen = subjectOf(condition);
  const subjects = allSubjects(t, sources);
  const isOffered = subjects.some(({ key }) => key === chosen);
  const gone = 'field' in condition ? t('field.gone', { field: condition.field }) : t('field.segment');
  return (
    <fieldset
      className={classes['row']}
      aria-label={t('builder.condition', { place })}
      aria-describedby={error ? errorId : undefined}
      data-wrong={error ? true : undefined}
    >
      <NativeSelect
        aria-label={t('builder.subject')}
        className={classes['subject'] ?? ''}
        // Who adds a condition goes on with it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isNew}
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          const subject = subjects.find(({ key }) => key === value);
          if (subject) onChange(subject.start);
        }}
        data={[
          ...(isOffered ? [] : [{ value: chosen, label: gone }]),
          ...subjectGroups.flatMap((group) => {
            const items = subjects.filter((subject) => subject.group === group);
            const options = items.map(({ key, label }) => ({ value: key, label }));
            return options.length > 0 ? [{ group: t(`subjects.${group}`), items: options }] : [];
          }),
        ]}
      />
      <div className={classes['fields']}>
        <Fields key={chosen} condition={condition} onChange={onChange} />
      </div>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('builder.remove', { place })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      {error && (
        <Input.Error id={errorId} className={classes['rowError'] ?? ''}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
