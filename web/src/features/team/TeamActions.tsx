import { isOwner } from '@escuta/contract/access-policy';
import { Button } from '@mantine/core';
import { IconArrowsExchange, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PreviewMenu } from '#web/features/team/PreviewMenu.tsx';
import { useMe } from '#web/lib/me.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What is done over the list of people: to see the product as a role does, to hand the company over, to invite. */
export function TeamActions({ onOpen }: { readonly onOpen: (what: 'invite' | 'transfer') => void }) {
  const { t } = useTranslation('team');
  const { user } = useMe();
  return (
    <>
      <PreviewMenu />
      {isOwner(user.role) && (
        <Button variant="default" leftSection={<IconArrowsExchange {...icon} />} onClick={() => onOpen('transfer')}>
          {t('transfer.action')}
        </Button>
      )}
      <Button leftSection={<IconUserPlus {...icon} />} onClick={() => onOpen('invite')}>
        {t('invite.action')}
      </Button>
    </>
  );
}
