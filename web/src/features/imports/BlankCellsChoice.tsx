import { blankCellChoices } from '@escuta/contract/imports';
import type { BlankCells } from '@escuta/contract/imports';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface BlankCellsChoiceProps {
  readonly choice: BlankCells;
  readonly onChoice: (choice: BlankCells) => void;
}

/** What a blank cell does to a contact that the unit has. */
export function BlankCellsChoice({ choice, onChoice }: BlankCellsChoiceProps) {
  const { t } = useTranslation('imports');
  return (
    <Radio.Group label={t('blankCells.label')} value={choice} onChange={(chosen) => onChoice(chosen)}>
      <Stack gap="sm" mt="sm">
        {blankCellChoices.map((each) => (
          <Radio
            key={each}
            value={each}
            label={t(`blankCells.${each}.label`)}
            description={t(`blankCells.${each}.text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
