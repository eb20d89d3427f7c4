import { conditionsMax } from '@escuta/contract/segments';
import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ConditionRow } from '#web/features/contacts/segments/builder/ConditionRow.tsx';
import {
  conditionsIn,
  draftCondition,
  draftGroup,
  isDraftGroup,
  mayHoldGroup,
  replaceNode,
} from '#web/features/contacts/segments/builder/draft.ts';
import type { DraftGroup, DraftNode } from '#web/features/contacts/segments/builder/draft.ts';
import classes from './SegmentBuilder.module.css';

interface GroupEditorProps {
  readonly group: DraftGroup;
  /** 1 for the outermost. */
  readonly level: number;
  /** Where it stands, as people count; empty for the outermost. */
  readonly place: string;
  /** How many conditions the whole segment has. */
  readonly total: number;
  readonly errorOf: (key: string) => string | undefined;
  readonly onChange: (group: DraftGroup) => void;
  /** Absent where nothing would be left of the segment. */
  readonly onRemove?: () => void;
  /** Whether it was added just now: its first condition takes the focus. */
  readonly isNew?: boolean;
}

/** Conditions that hold together or one for another, and groups of them. */
export function GroupEditor({
  group,
  level,
  place,
  total,
  errorOf,
  onChange,
  onRemove,
  isNew = false,
}: GroupEditorProps) {
  const { t } = useTranslation('segments');
  const [added, setAdded] = useState(isNew ? group.of[0]?.key : undefined);
  const adder = useRef<HTMLButtonElement>(null);
  const isFull = total >= conditionsMax;
  const add = (condition: DraftNode, focused: string) => {
    setAdded(focused);
    onChange({ ...group, of: [...group.of, condition] });
  };
  const blank = () => draftCondition({ kind: 'text', field: 'name', test: { op: 'contains', value: null } });
  const remove = (key: string) => {
    // Drawn before the focus moves: this button may have been disabled, or go with a group that nothing is left in.
    flushSync(() => onChange(replaceNode(group, key, undefined)));
    // What had the focus is gone.
    adder.current?.focus();
  };
  // A segment without a condition would be everybody.
  const isOnly = total === 1;
  return (
    <fieldset className={level === 1 ? classes['outermost'] : classes['group']}>
      <legend className={classes['legend']}>{place ? t('builder.group', { place }) : t('builder.conditions')}</legend>
      <Group gap="sm" wrap="nowrap" mb="sm">
        <NativeSelect
          aria-label={t('builder.matchLabel')}
          className={classes['match'] ?? ''}
          value={group.match}
          data={(['all', 'any'] as const).map((match) => ({ value: match, label: t(`builder.match.${match}`) }))}
          onChange={({ currentTarget: { value } }) => onChange({ ...group, match: value === 'any' ? 'any' : 'all' })}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('builder.removeGroup', { place })}
            onClick={onRemove}
          >
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <div className={classes['nodes']}>
        {group.of.map((node, index) => {
          const at = place ? `${place}.${index + 1}` : String(index + 1);
          return isDraftGroup(node) ? (
            <GroupEditor
              key={node.key}
              group={node}
              level={level + 1}
              place={at}
              total={total}
              errorOf={errorOf}
              isNew={node.key === added}
              onChange={(changed) =>
                changed.of.length > 0 ? onChange(replaceNode(group, node.key, changed)) : remove(node.key)
              }
              {...(conditionsIn(node).length < total ? { onRemove: () => remove(node.key) } : {})}
            />
          ) : (
            <ConditionRow
              key={node.key}
              node={node}
              place={at}
              error={errorOf(node.key)}
              isNew={node.key === added}
              onRemove={isOnly ? undefined : () => remove(node.key)}
              onChange={(condition) => onChange(replaceNode(group, node.key, { ...node, condition }))}
            />
          );
        })}
      </div>
      <Group gap="sm" mt="sm">
        <Button
          ref={adder}
          variant="default"
          size="compact-sm"
          disabled={isFull}
          leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}
          onClick={() => {
            const condition = blank();
            add(condition, condition.key);
          }}
        >
          {t('builder.addCondition')}
        </Button>
        {mayHoldGroup(level) && (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={isFull}
            leftSection={<IconFolderPlus size={14} stroke={1.5} aria-hidden />}
            onClick={() => {
              const inner = draftGroup(group.match === 'all' ? 'any' : 'all', [blank()]);
              add(inner, inner.key);
            }}
          >
            {t('builder.addGroup')}
          </Button>
        )}
      </Group>
    </fieldset>
  );
}
