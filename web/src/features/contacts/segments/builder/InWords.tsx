import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isDraftGroup } from '#web/features/contacts/segments/builder/draft.ts';
import type { DraftGroup } from '#web/features/contacts/segments/builder/draft.ts';
import { entryOf, finished } from '#web/features/contacts/segments/conditions/index.ts';
import type { AnyDraft } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import classes from './SegmentBuilder.module.css';

/** The conditions as one reads them. */
export function InWords({ draft }: { draft: DraftGroup }) {
  const { t } = useTranslation('segments');
  return (
    <div className={classes['words']}>
      <Title order={3}>{t('words.title')}</Title>
      <GroupInWords group={draft} />
    </div>
  );
}

function GroupInWords({ group: { match, of } }: { group: DraftGroup }) {
  const { t } = useTranslation('segments');
  return (
    <>
      {of.length > 1 && <Text>{t(`words.${match}`)}</Text>}
      <ul>
        {of.map((node) => (
          <li key={node.key}>
            {isDraftGroup(node) ? <GroupInWords group={node} /> : <ConditionInWords condition={node.condition} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function ConditionInWords({ condition }: { condition: AnyDraft }) {
  const { t } = useTranslation('segments');
  const { Sentence } = entryOf(condition);
  return finished(condition) ? <Sentence condition={condition} /> : <Text c="dimmed">{t('words.unfinished')}</Text>;
}
