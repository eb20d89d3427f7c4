import type { Contact } from '@escuta/contract/contacts';
import { sides } from '@escuta/contract/merges';
import type { Side } from '@escuta/contract/merges';
import { Radio, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isChosen, sideOf } from '#web/features/contacts/merges/merge-choices.ts';
import type { Choices, ComparedField } from '#web/features/contacts/merges/merge-choices.ts';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from './ComparedFields.module.css';

interface ComparedFieldsProps {
  readonly people: Readonly<Record<Side, Contact>>;
  readonly fields: readonly ComparedField[];
  /** The choices in which both hold something else, also where they show the same. */
  readonly differing: readonly string[];
  readonly choices: Choices;
  readonly onChoose: (choice: string, side: Side) => void;
}

/** Two contacts side by side: of each field in which they differ, a choice. */
export function ComparedFields({ people, fields, differing, choices, onChoose }: ComparedFieldsProps) {
  const { t } = useTranslation('merges');
  const personName = usePersonName();
  return (
    <div className={classes['compared']}>
      <div className={classes['sides']} data-head>
        {sides.map((side) => (
          <div key={side}>
            <Text fw={600}>{personName(people[side])}</Text>
            <Text c="dimmed" size="sm">
              {t(`merge.${side}`)}
            </Text>
          </div>
        ))}
      </div>
      {fields.map((field) =>
        isChosen(field, differing) ? (
          <Radio.Group
            key={field.choice}
            label={field.label}
            value={sideOf(field, choices)}
            onChange={(side) => onChoose(field.choice, side)}
          >
            <div className={classes['sides']}>
              {sides.map((side) => (
                <Radio key={side} value={side} label={field[side] || t('merge.none')} />
              ))}
            </div>
          </Radio.Group>
        ) : (
          <div key={field.choice}>
            <Text fw={500} size="sm">
              {field.label}
            </Text>
            <Text>{field.kept}</Text>
            <Text c="dimmed" size="sm">
              {t('merge.same')}
            </Text>
          </div>
        ),
      )}
    </div>
  );
}
