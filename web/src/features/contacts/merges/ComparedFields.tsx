import type { Contact } from '@escuta/contract/contacts';
import { sides } from '@escuta/contract/merges';
import type { Side } from '@escuta/contract/merges';
import { Button, Radio, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isChosen, sideOf } from '#web/features/contacts/merges/merge-choices.ts';
import type { Choices, ComparedField } from '#web/features/contacts/merges/merge-choices.ts';
import { useRevealedSides } from '#web/features/contacts/merges/use-revealed-sides.ts';
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
  const revealed = useRevealedSides(people);
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
                <Radio key={side} value={side} label={revealed.shown(field)[side] || t('merge.none')} />
              ))}
            </div>
            {revealed.isHidden(field) && <HiddenField field={field} revealed={revealed} />}
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

interface HiddenFieldProps {
  readonly field: ComparedField;
  readonly revealed: ReturnType<typeof useRevealedSides>;
}

/** Two masks say nothing to choose by: what is behind them is shown to whoever may see it. */
function HiddenField({ field, revealed: { mayAsk, awaited, ask } }: HiddenFieldProps) {
  const { t } = useTranslation('merges');
  return (
    <>
      <Text c="dimmed" size="sm" mt="xs">
        {t('merge.hidden')} {t(mayAsk ? 'merge.revealHelp' : 'merge.revealNot')}
      </Text>
      {mayAsk && (
        <Button
          variant="default"
          mt="xs"
          aria-label={t('merge.revealOf', { field: field.label })}
          loading={awaited === field.choice}
          onClick={() => void ask(field)}
        >
          {t('merge.reveal')}
        </Button>
      )}
    </>
  );
}
