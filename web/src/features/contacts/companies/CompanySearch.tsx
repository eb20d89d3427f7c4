import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { searchLengthMax } from '@escuta/contract/primitives';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CompanyOptions } from '#web/features/contacts/companies/CompanyOptions.tsx';

const searchDelayMs = 300;

interface CompanySearchProps {
  /** The one that is chosen. */
  readonly company: ContactCompanyOption | null;
  /** Its list is open when it comes. */
  readonly isOpen?: boolean;
  readonly onChoose: (company: ContactCompanyOption | null) => void;
  /** A new one is asked for, by the name that was typed. */
  readonly onCreate: (name: string) => void;
}

/** Finds a company on the server as one types; a new one, and none, are in the same list. */
export function CompanySearch({ company, isOpen = false, onChoose, onCreate }: CompanySearchProps) {
  const { t } = useTranslation('contact-companies');
  // What is typed to find one; nothing while the field shows the company that is chosen.
  const [typed, setTyped] = useState<string>();
  const [words] = useDebouncedValue((typed ?? '').trim(), searchDelayMs);
  const combobox = useCombobox({
    defaultOpened: isOpen,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(undefined);
    },
  });
  return (
    <Combobox store={combobox}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={t('field.label')}
          name="_company"
          autoComplete="off"
          maxLength={searchLengthMax}
          placeholder={t('field.placeholder')}
          value={typed ?? company?.name ?? ''}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            combobox.resetSelectedOption();
            combobox.openDropdown();
          }}
          // What one types is in place of the company that is shown.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => holdEnter(event, combobox.dropdownOpened)}
        />
      </Combobox.Target>
      <CompanyOptions
        isOpened={combobox.dropdownOpened}
        words={words}
        isWaiting={words !== (typed ?? '').trim()}
        chosen={company}
        onChoose={(chosen) => {
          combobox.closeDropdown();
          onChoose(chosen);
        }}
        onCreate={() => {
          combobox.closeDropdown();
          onCreate(typed?.trim() ?? '');
        }}
      />
    </Combobox>
  );
}

/** While the list is open Enter takes what is marked in it; it never sends the form around it. */
function holdEnter(event: KeyboardEvent, isOpened: boolean): void {
  if (event.key === 'Enter' && isOpened) event.preventDefault();
}
