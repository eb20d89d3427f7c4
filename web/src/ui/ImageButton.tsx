import { Button, FileButton } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode, Ref } from 'react';

interface ImageButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onChoose: (file: File) => void;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

/** A button that asks for an image of this computer: also for the one that was chosen before, which the browser passes over. */
export function ImageButton({ ref, onChoose, isBusy, children }: ImageButtonProps) {
  const forget = useRef<() => void>(null);
  const choose = (file: File | null) => {
    forget.current?.();
    if (file) onChoose(file);
  };
  return (
    <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose} resetRef={forget}>
      {(button) => (
        <Button ref={ref} variant="default" loading={isBusy} {...button}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
