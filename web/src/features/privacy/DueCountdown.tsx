import type { PrivacyRequest } from '@escuta/contract/privacy-requests';
import { useTranslation } from 'react-i18next';
import { daysUntil } from '#web/features/privacy/days-until.ts';
import { formatDay } from '#web/lib/format.ts';
import { useToday } from '#web/lib/use-today.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';

/** From so many days on a request is urgent. */
const soonDays = 5;

/** How many days are left until a request is due, or how late it is (PRIVACY-06); nothing once it is answered. */
export function DueCountdown({ request }: { request: PrivacyRequest }) {
  const { t } = useTranslation('privacy');
  const today = useToday(request.timezone);
  if (request.closed_at !== null) return <NoValue />;
  const days = daysUntil(request.due_day, today);
  return (
    <span title={formatDay(request.due_day)}>
      <StatusWord
        tone={days <= 0 ? 'bad' : days <= soonDays ? 'held' : 'open'}
        word={days === 0 ? t('due.today') : t(days > 0 ? 'due.left' : 'due.late', { count: Math.abs(days) })}
      />
    </span>
  );
}
