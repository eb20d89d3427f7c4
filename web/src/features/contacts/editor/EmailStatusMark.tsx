import type { ContactId } from '@escuta/contract/ids';
import { emailSilentAfterMonths, getEmailStatus } from '@escuta/contract/timeline';
import type { EmailStatus } from '@escuta/contract/timeline';
import { Badge, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import classes from './EmailStatusMark.module.css';

const icons = { valid: IconCircleCheck, suspect: IconAlertTriangle, invalid: IconCircleX } as const satisfies Record<
  EmailStatus['status'],
  unknown
>;

/** Whether mail still reaches a contact (PEOPLE-20), and why in a tooltip; nothing as long as nobody knows. */
export function EmailStatusMark({ id }: { id: ContactId }) {
  const { t } = useTranslation('contacts');
  const { can, business } = useMe();
  const input = can('contacts.identify') ? { params: { id } } : undefined;
  // Nothing is kept of it: a new e-mail would stand beside the status of the one before.
  const found = useQuery(routeQuery(getEmailStatus, input, { staleTime: 0, gcTime: 0 })).data?.email_status;
  if (!found) return null;
  const { status, sign, at } = found;
  const Icon = icons[status];
  const when = at === null ? '' : formatInstant(at, business.timezone);
  return (
    <Tooltip
      label={t(`emailStatus.sign.${sign}`, { when, count: emailSilentAfterMonths })}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={280}
    >
      {/* Who has no mouse reads the reason by the keyboard. */}
      <Badge
        variant="transparent"
        tt="none"
        tabIndex={0}
        data-status={status}
        className={classes['mark'] ?? ''}
        leftSection={<Icon size={14} stroke={2} aria-hidden />}
      >
        {t(`emailStatus.${status}`)}
      </Badge>
    </Tooltip>
  );
}
