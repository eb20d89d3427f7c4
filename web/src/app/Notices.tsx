import { Notifications } from '@mantine/notifications';

/** Where toasts appear. */
export function Notices() {
  return <Notifications position="top-right" autoClose={5_000} />;
}
