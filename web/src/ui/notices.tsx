import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';

/** A toast for what succeeded. */
export function noticeSuccess(message: string): void {
  notifications.show({
    message,
    color: 'teal',
    icon: <IconCheck size={18} stroke={2} aria-hidden />,
    closeButtonProps: closeButton(),
  });
}

/** A toast for a failure that has no place on the page; it stays until it is closed, once however often it is said. */
export function noticeFailure(message: string): void {
  notifications.show({
    id: `failure ${message}`,
    message,
    color: 'red.9',
    icon: <IconAlertCircle size={18} stroke={2} aria-hidden />,
    closeButtonProps: closeButton(),
    autoClose: false,
  });
}

/** A toast for what somebody asked for and cannot have, once however often they ask. */
export function noticeWarning(message: string): void {
  notifications.show({
    id: `warning ${message}`,
    message,
    color: 'yellow.9',
    icon: <IconAlertTriangle size={18} stroke={2} aria-hidden />,
    closeButtonProps: closeButton(),
  });
}

function closeButton() {
  return { 'aria-label': i18next.t('dialog.close', { ns: 'ui' }) };
}
