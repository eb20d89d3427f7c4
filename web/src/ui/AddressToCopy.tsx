import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface AddressToCopyProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly url: string;
  /** What the button says, before and after the press. */
  readonly copyText: string;
  readonly copiedText: string;
}

/** A web address to give away, with the button that copies it. */
export function AddressToCopy({ label, description, url, copyText, copiedText }: AddressToCopyProps) {
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        value={url}
        readOnly
        flex={1}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => {
          const Icon = copied ? IconCheck : IconCopy;
          return (
            <Button variant="default" leftSection={<Icon size={16} stroke={1.5} aria-hidden />} onClick={copy}>
              <span aria-live="polite">{copied ? copiedText : copyText}</span>
            </Button>
          );
        }}
      </CopyButton>
    </Group>
  );
}
