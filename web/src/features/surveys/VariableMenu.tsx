import { ActionIcon, Menu } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import type { Language } from '@escuta/contract/primitives';
import { placeOf } from '@escuta/contract/variables';
import type { Variable } from '@escuta/contract/variables';
import { useTranslation } from 'react-i18next';

interface VariableMenuProps {
  /** The label of the field that the variable goes into. */
  readonly field: string;
  readonly variables: readonly Variable[];
  readonly language: Language;
  readonly onChoose: (place: string) => void;
}

/** The variables that a text may name, each beside what it is written as in the survey's language. */
export function VariableMenu({ field, variables, language, onChoose }: VariableMenuProps) {
  const { t } = useTranslation('surveys');
  return (
    // The focus goes on to the field, behind what was put in.
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={t('variable.insert', { field })}>
          <IconBraces size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('variable.title')}</Menu.Label>
        {variables.map((variable) => {
          const place = placeOf(variable, language);
          return (
            <Menu.Item key={variable} rightSection={<code>{place}</code>} onClick={() => onChoose(place)}>
              {t(`variable.${variable}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
