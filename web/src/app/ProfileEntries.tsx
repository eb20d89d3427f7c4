import { Menu } from '@mantine/core';
import { IconFlask, IconLink, IconSettings, IconShieldLock, IconSwitch3, IconUser } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayShortenLinks } from '#web/features/installation/short-links.ts';
import { environmentQuery } from '#web/lib/environment.ts';
import { useMe } from '#web/lib/me.ts';
import { noticeWarning } from '#web/ui/notices.tsx';

/** Where the profile menu leads (TOPBAR-10 to -15), by role and by what the company may. */
export function ProfileEntries({ onSwitchAccount }: { onSwitchAccount: () => void }) {
  const { t } = useTranslation(['installation', 'shell']);
  const { company, can, opens } = useMe();
  const { data } = useQuery(environmentQuery);
  const mayShorten = useMayShortenLinks(data?.short_links_url);
  return (
    <>
      <Page href="/settings/profile" icon={IconUser}>
        {t('installation:profile.mine')}
      </Page>
      {opens('settings') && (
        <Page href="/settings" icon={IconSettings}>
          {t('installation:profile.settings')}
        </Page>
      )}
      {can('accounts.switch') && (
        <Menu.Item leftSection={<IconSwitch3 size={16} stroke={1.5} aria-hidden />} onClick={onSwitchAccount}>
          {t('installation:profile.account')}
        </Menu.Item>
      )}
      {can('internal.admin') && (
        <Page href="/admin" icon={IconShieldLock}>
          {t('installation:profile.admin')}
        </Page>
      )}
      {company.general_attributes.allow_beta && (
        <Elsewhere href={data?.beta_url} icon={IconFlask}>
          {t('installation:profile.beta')}
        </Elsewhere>
      )}
      <Elsewhere href={mayShorten === false ? null : data?.short_links_url} icon={IconLink}>
        {t('installation:profile.shortLinks')}
      </Elsewhere>
    </>
  );
}

interface EntryProps {
  readonly icon: Icon;
  readonly children: ReactNode;
}

/** A page of ours: another tab if somebody asks for one, else without loading the app anew. */
function Page({ href, icon: Icon, children }: EntryProps & { readonly href: string }) {
  const router = useRouter();
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <Menu.Item component="a" href={href} onClick={go} leftSection={<Icon size={16} stroke={1.5} aria-hidden />}>
      {children}
    </Menu.Item>
  );
}

/** A page of another host, as the installation names it; where it names none, the entry says so. */
function Elsewhere({ href, icon: Icon, children }: EntryProps & { readonly href: string | null | undefined }) {
  const { t } = useTranslation('shell');
  const leftSection = <Icon size={16} stroke={1.5} aria-hidden />;
  if (!href)
    return (
      <Menu.Item leftSection={leftSection} onClick={() => noticeWarning(t('menu.disabled'))}>
        {children}
      </Menu.Item>
    );
  return (
    <Menu.Item component="a" href={href} target="_blank" rel="noreferrer" leftSection={leftSection}>
      {children}
    </Menu.Item>
  );
}
