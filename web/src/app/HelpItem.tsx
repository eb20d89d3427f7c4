import { NavLink, Tooltip } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asidePart } from '#web/ui/aside-part.tsx';
import classes from './Sidebar.module.css';

const HelpDialog = asidePart(() => import('#web/app/HelpDialog.tsx'), 'HelpDialog', { isAsked: true });

/** The last entry of the menu, which opens a dialog over the page that one is on. */
export function HelpItem({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation('shell');
  const [isOpened, setOpened] = useState(false);
  // Fetched with the first opening, and then kept, so that it closes as dialogs do.
  const [wasOpened, setWasOpened] = useState(false);
  const name = t('menu.help');
  return (
    <>
      <Tooltip label={name} position="right" disabled={!isCollapsed}>
        <NavLink
          component="button"
          type="button"
          aria-haspopup="dialog"
          aria-label={isCollapsed ? name : undefined}
          label={isCollapsed ? undefined : name}
          leftSection={<IconHelpCircle size={20} stroke={1.5} aria-hidden />}
          className={classes['item'] ?? ''}
          onClick={() => {
            setWasOpened(true);
            setOpened(true);
          }}
        />
      </Tooltip>
      {wasOpened && <HelpDialog opened={isOpened} onClose={() => setOpened(false)} />}
    </>
  );
}
