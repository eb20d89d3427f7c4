import { tagsMax } from '@escuta/contract/contact-particulars';
import { TagsInput } from '@mantine/core';
import type { TagsInputProps } from '@mantine/core';
import { useTagsInUse } from '#web/features/contacts/api.ts';
import { tagsIn } from '#web/features/contacts/typed-tags.ts';

type LibraryProps = Omit<TagsInputProps, 'data' | 'maxTags' | 'acceptValueOnBlur' | 'value' | 'onChange'>;

interface TagsFieldProps extends LibraryProps {
  /** The tags one under the other, as a form keeps them. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Tags of contacts, typed or chosen from those in use. */
export function TagsField({ value, onChange, ...props }: TagsFieldProps) {
  const inUse = useTagsInUse();
  return (
    <TagsInput
      maxTags={tagsMax}
      acceptValueOnBlur
      data={inUse}
      comboboxProps={{ withinPortal: false }}
      data-autofocus
      data-field={props.name}
      value={tagsIn(value)}
      onChange={(tags) => onChange(tags.map((tag) => tag.trim()).join('\n'))}
      {...props}
    />
  );
}
