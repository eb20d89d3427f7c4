import { Select as LibrarySelect } from '@mantine/core';
import type { Primitive, SelectProps } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * The library's select, whose list is not drawn before somebody comes near: it is most of what a closed one costs. From then on
 * it stays, as the library has it: its keys and attributes look for the list before it opens.
 */
export function Select<Value extends Primitive = string>({ comboboxProps, ...props }: SelectProps<Value>) {
  const [isNear, setNear] = useState(false);
  return (
    <LibrarySelect<Value>
      data-field={props.name}
      {...props}
      // The list stands in the page's landmark.
      comboboxProps={{ withinPortal: false, ...comboboxProps, keepMounted: isNear }}
      onPointerEnter={(event) => {
        setNear(true);
        props.onPointerEnter?.(event);
      }}
      onFocusCapture={(event) => {
        // One that can be searched opens at the focus, which is told after this.
        if (!isNear) flushSync(() => setNear(true));
        props.onFocusCapture?.(event);
      }}
    />
  );
}
