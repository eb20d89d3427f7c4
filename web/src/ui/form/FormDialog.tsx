import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelContext } from '#web/ui/form/form-panel.ts';
import { closesAlone } from '#web/ui/over-layers.ts';

interface FormDialogProps {
  readonly opened?: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** A `RouteForm`. */
  readonly children: ReactNode;
}

/**
 * A small form in a dialog, which may come over another layer or another form. What it holds is quickly typed again: nobody is
 * asked before it is closed.
 */
export function FormDialog({ opened = true, title, onClose, children }: FormDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      {...closesAlone(onClose)}
      // A form around what opened this one is not the one that is sent.
      onSubmit={(event) => event.stopPropagation()}
      title={title}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <PanelContext value={{ close: onClose }}>{children}</PanelContext>
    </Modal>
  );
}
