import { notifications } from '@mantine/notifications';

/** A toast for what succeeded. */
export function noticeSuccess(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** A toast for a failure that has no place on the page; it stays until it is closed. */
export function noticeFailure(message: string): void {
  notifications.show({ message, color: 'red', autoClose: false });
}
