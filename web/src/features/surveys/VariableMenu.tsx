import { ActionIcon, Menu } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import type { VariableField } from '@escuta/contract/field-variables';
import type { Language } from '@escuta/contract/primitives';
import { placeNamed, placeOf } from '@escuta/contract/variable-names';
import type { Variable } from '@escuta/contract/variable-names';
import { useTranslation } from 'react-i18next';
import classes from './VariableMenu.module.css';

interface VariableMenuProps {
  /** The label of the field that the variable goes into. */
  readonly field: string;
  readonly variables: readonly Variable[];
  /** The custom fields that the text may name. */
  readonly fields: readonly VariableField[];
  readonly language: Language;
  readonly onChoose: (place: string) => void;
}

/** The variables that a text may name, each over what it is written as in the survey's language. */
export function VariableMenu({ field, variables, fields, language, onChoose }: VariableMenuProps) {
  const { t } = useTranslation('surveys');
  const item = (name: string, label: string, place: string) => (
    <Menu.Item key={name} classNames={{ itemLabel: classes['words'] ?? '' }} onClick={() => onChoose(place)}>
      <span className={classes['label']}>{label}</span>
      <code className={classes['place']} title={place}>
        {place}
      </code>
    </Menu.Item>
  );
  return (
    // The focus goes on to the field, behind what was put in.
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={t('variable.insert', { field })}>
          <IconBraces size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes['menu'] ?? ''}>
        <Menu.Label>{t('variable.title')}</Menu.Label>
        {variables.map((variable) => item(variable, t(`variable.${variable}`), placeOf(variable, language)))}
        {fields.length > 0 && <Menu.Label>{t('variable.fields')}</Menu.Label>}
        {fields.map(({ internal_name: name, label }) => item(`field ${name}`, label, placeNamed(name)))}
      </Menu.Dropdown>
    </Menu>
  );
}
