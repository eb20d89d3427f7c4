import { tagsMax } from '@escuta/contract/contact-particulars';
import { TagsInput } from '@mantine/core';
import type { TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTagsInUse } from '#web/features/contacts/api.ts';
import { tagsIn } from '#web/features/contacts/typed-tags.ts';

type LibraryProps = Omit<TagsInputProps, 'data' | 'maxTags' | 'acceptValueOnBlur' | 'value' | 'onChange' | 'onClick'>;

interface TagsFieldProps extends LibraryProps {
  /** The tags one under the other, as a form keeps them. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * Tags of contacts, typed or chosen from those in use. Who types, presses the field or goes down with the arrow is shown those in
 * use, until a tag is there: their list would go on covering the buttons of the form.
 */
export function TagsField({ value, onChange, ...props }: TagsFieldProps) {
  const inUse = useTagsInUse();
  const [isListOpen, setListOpen] = useState(false);
  return (
    <TagsInput
      maxTags={tagsMax}
      acceptValueOnBlur
      data={inUse}
      // A dialog or a panel around the field would cut the list off at its edge.
      comboboxProps={{ withinPortal: true }}
      openOnFocus={false}
      dropdownOpened={isListOpen}
      onDropdownOpen={() => setListOpen(true)}
      onDropdownClose={() => setListOpen(false)}
      onClick={() => setListOpen(true)}
      // A tag that was made or chosen leaves nothing typed.
      onSearchChange={(typed) => setListOpen(typed !== '')}
      data-autofocus
      data-field={props.name}
      value={tagsIn(value)}
      onChange={(tags) => onChange(tags.map((tag) => tag.trim()).join('\n'))}
      {...props}
    />
  );
}
