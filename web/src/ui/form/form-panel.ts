import { createContext, useContext, useEffect } from 'react';

interface FormPanel {
  /** Closes the panel, after asking when something would be lost; absent of what stays, as a part of a page does. */
  readonly close?: () => void;
  /** Hears whether something is not saved; absent where what was typed is quickly typed again, and nobody is asked before it closes. */
  readonly setDirty?: (isDirty: boolean) => void;
  /** Draws the line of the buttons of its form. */
  readonly footClassName?: string | undefined;
}

/** Given by the panel that a form stands in. */
export const PanelContext = createContext<FormPanel | undefined>(undefined);

/** The panel around a form, told whether the form holds something that is not saved; undefined where none asks. */
export function useFormPanel(isDirty: boolean): FormPanel | undefined {
  const panel = useContext(PanelContext);
  const setDirty = panel?.setDirty;
  useEffect(() => {
    setDirty?.(isDirty);
    return () => setDirty?.(false);
  }, [isDirty, setDirty]);
  return panel;
}
