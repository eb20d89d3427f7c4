import { searchLengthMax } from '@escuta/contract/primitives';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './SearchField.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** How long after the last key the search begins, in milliseconds. */
  readonly delayMs: number;
  readonly onSearch: (words: string) => void;
}

/** A search box with a clear button; the search begins a moment after the last key. */
export function SearchField({ label, placeholder, value, delayMs, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState(value);
  // The last words that the owner and this field agreed on: other ones come from outside, as when filters are cleared.
  const agreed = useRef(value);
  const search = (words: string) => {
    agreed.current = words;
    onSearch(words);
  };
  const searchLater = useDebouncedCallback(search, delayMs);
  useEffect(() => {
    if (value === agreed.current) return;
    agreed.current = value;
    searchLater.cancel();
    setTyped(value);
  }, [value, searchLater]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={searchLengthMax}
      className={classes['search'] ?? ''}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            miw={24}
            mih={24}
            aria-label={t('search.clear')}
            onClick={() => {
              setTyped('');
              searchLater.cancel();
              search('');
            }}
          />
        )
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        searchLater(event.currentTarget.value.trim().replace(/\s+/g, ' '));
      }}
    />
  );
}
