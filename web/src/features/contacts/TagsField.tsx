import { tagsMax } from '@escuta/contract/contact-particulars';
import { TagsInput } from '@mantine/core';
import type { TagsInputProps } from '@mantine/core';
import { useTagsInUse } from '#web/features/contacts/api.ts';

/** Tags of contacts, typed or chosen from those in use. */
export function TagsField(props: Omit<TagsInputProps, 'data' | 'maxTags' | 'acceptValueOnBlur'>) {
  const inUse = useTagsInUse();
  return (
    <TagsInput
      maxTags={tagsMax}
      acceptValueOnBlur
      data={inUse}
      comboboxProps={{ withinPortal: false }}
      data-autofocus
      data-field={props.name}
      {...props}
    />
  );
}
