import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { searchLengthMax } from '@escuta/contract/primitives';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CompanyDialog } from '#web/features/contacts/companies/CompanyDialog.tsx';
import { CompanyOptions } from '#web/features/contacts/companies/CompanyOptions.tsx';

const searchDelayMs = 300;

interface CompanyFieldProps {
  /** The company that the contact works for when the form opens. */
  readonly initial: ContactCompanyOption | null;
  /** Its id, as the form has it; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** The company that a contact works for, found on the server as one types; made, or taken away, from the same list. */
export function CompanyField({ initial, value, onChange }: CompanyFieldProps) {
  const { t } = useTranslation('contact-companies');
  const [chosen, setChosen] = useState(initial);
  // What is typed to find one; nothing while the field shows the company that is chosen.
  const [typed, setTyped] = useState<string>();
  const [created, setCreated] = useState<string>();
  const [words] = useDebouncedValue((typed ?? '').trim(), searchDelayMs);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(undefined);
    },
  });
  const choose = (company: ContactCompanyOption | null) => {
    setChosen(company);
    onChange(company?._id ?? '');
    combobox.closeDropdown();
  };
  const create = () => {
    setCreated(typed?.trim() ?? '');
    combobox.closeDropdown();
  };
  return (
    <>
      <Combobox store={combobox}>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            label={t('field.label')}
            name="_company"
            autoComplete="off"
            maxLength={searchLengthMax}
            placeholder={t('field.placeholder')}
            value={typed ?? (value === '' ? '' : (chosen?.name ?? ''))}
            rightSection={<Combobox.Chevron />}
            rightSectionPointerEvents="none"
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              combobox.resetSelectedOption();
              combobox.openDropdown();
            }}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={(event) => holdEnter(event, combobox.dropdownOpened)}
          />
        </Combobox.Target>
        <CompanyOptions
          isOpened={combobox.dropdownOpened}
          words={words}
          isWaiting={words !== (typed ?? '').trim()}
          chosen={value === '' ? null : chosen}
          onChoose={choose}
          onCreate={create}
        />
      </Combobox>
      <CompanyDialog name={created} onCreated={choose} onClose={() => setCreated(undefined)} />
    </>
  );
}

/** While the list is open Enter takes what is marked in it; it never sends the form around it. */
function holdEnter(event: KeyboardEvent, isOpened: boolean): void {
  if (event.key === 'Enter' && isOpened) event.preventDefault();
}
