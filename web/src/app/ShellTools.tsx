import { Badge, VisuallyHidden } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSchool } from '@tabler/icons-react';
import { TutorialPanel } from '#web/app/TutorialPanel.tsx';
import { trialDaysLeft } from '#web/app/trial-days.ts';
import { SystemNotices } from '#web/features/installation/SystemNotices.tsx';
import { NotificationBell } from '#web/features/notifications/NotificationBell.tsx';
import { useMe } from '#web/lib/me.ts';
import { now } from '#web/lib/time.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { useToday } from '#web/lib/use-today.ts';
import { ToolButton } from '#web/ui/ToolButton.tsx';

/** What stands in the top bar before the unit: it comes once the shell is drawn. */
export function ShellTools() {
  const { can } = useMe();
  return (
    <>
      <TrialCountdown />
      <TutorialButton />
      <SystemNotices />
      {can('notifications.read') && <NotificationBell />}
    </>
  );
}

const soonDays = 3;
/** Not a shade of the colour, which the library's light variant draws amber on amber. */
const soonGround = 'var(--mantine-color-yellow-light)';

/** How long the company may still try the product (TOPBAR-03); nothing for whoever has bought it. */
function TrialCountdown() {
  const { t } = useTranslation('installation');
  const { company, business } = useMe();
  const isPhone = useIsPhone();
  // Drawn anew when the day changes.
  useToday(business.timezone);
  if (!company.isTrial || company.trial_expiration_date === null) return null;
  const days = trialDaysLeft(company.trial_expiration_date, now(), business.timezone);
  const text = days > 0 ? t('trial.left', { count: days }) : t(days === 0 ? 'trial.today' : 'trial.over');
  const short = days > 0 ? t('trial.short', { count: days }) : t(days === 0 ? 'trial.shortToday' : 'trial.shortOver');
  return (
    <Badge
      variant="light"
      {...(days <= soonDays && { bg: soonGround, c: 'var(--mantine-color-text)' })}
      size="lg"
      radius="md"
      tt="none"
      flex="none"
      // Two words need no dots, and what is hidden beside them would ask for some.
      styles={{ label: { overflow: 'visible' } }}
      title={text}
    >
      {isPhone ? (
        <>
          <VisuallyHidden>{text}</VisuallyHidden>
          <span aria-hidden>{short}</span>
        </>
      ) : (
        text
      )}
    </Badge>
  );
}

/** The way to the tutorial of the page, on the pages that have one (TOPBAR-02). */
function TutorialButton() {
  const { t } = useTranslation('help');
  const [isOpened, setOpened] = useState(false);
  const key = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.tutorialKey)?.staticData.tutorialKey,
  });
  if (!key) return null;
  return (
    <>
      <ToolButton label={t('tutorial.open')} onClick={() => setOpened(true)} icon={IconSchool} />
      <TutorialPanel tutorialKey={key} opened={isOpened} onClose={() => setOpened(false)} />
    </>
  );
}
