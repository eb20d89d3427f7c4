import { useEffect, useState } from 'react';
import { AccessBar } from '#web/features/accounts/AccessBar.tsx';
import { useAccounts } from '#web/features/accounts/api.ts';
import { followOtherTabs } from '#web/features/accounts/move.ts';
import { PowerMenu } from '#web/features/accounts/PowerMenu.tsx';
import { useMe } from '#web/lib/me.ts';

/**
 * What our own people have in the shell: the power menu behind Ctrl+K, the accounts that they may enter, loaded in advance, and
 * the red bar while they are inside one, in the preview of a role too. Nobody else loads any of it.
 */
export function Accounts() {
  const { company, can } = useMe();
  useEffect(() => followOtherTabs(company._id), [company._id]);
  return (
    <>
      <AccessBar />
      {can('accounts.switch') && <PowerMenuByKey />}
    </>
  );
}

function PowerMenuByKey() {
  const [isOpened, setOpened] = useState(false);
  useAccounts();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isMenuKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isMenuKey || event.altKey || event.shiftKey) return;
      // The browser would go to its own search.
      event.preventDefault();
      if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) setOpened(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return <PowerMenu opened={isOpened} onClose={() => setOpened(false)} />;
}
