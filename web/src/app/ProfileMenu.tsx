import { languages } from '@escuta/contract/primitives';
import {
  Avatar,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconCheck, IconChevronDown, IconHelpCircle, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '#web/app/use-sign-out.ts';
import { languageNames, useLanguage } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { useChooseLanguage } from '#web/lib/use-choose-language.ts';
import { asidePart } from '#web/ui/aside-part.tsx';

const ProfileEntries = asidePart(() => import('#web/app/ProfileEntries.tsx'), 'ProfileEntries');
const AccountDialog = asidePart(() => import('#web/features/accounts/AccountDialog.tsx'), 'AccountDialog', {
  isAsked: true,
});
const HelpDialog = asidePart(() => import('#web/app/HelpDialog.tsx'), 'HelpDialog', { isAsked: true });

/** The user's own menu: their pages, language, light or dark, help, the way out. */
export function ProfileMenu() {
  const { t } = useTranslation('shell');
  const { user } = useMe();
  const { setColorScheme } = useMantineColorScheme();
  const leave = useSignOut();
  const chosen = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const [isHelpOpened, setHelpOpened] = useState<boolean>();
  const [isAccountOpened, setAccountOpened] = useState<boolean>();
  return (
    <>
      <Menu position="bottom-end" width={240} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton mih={44}>
            <VisuallyHidden>{t('profile.menu', { name: user.nome })}</VisuallyHidden>
            <Group gap="sm" wrap="nowrap" aria-hidden>
              <Avatar size={32} color="teal" name={user.nome} src={user.picture} variant="filled" />
              <Text visibleFrom="sm" size="sm">
                {user.nome}
              </Text>
              <IconChevronDown size={14} stroke={1.5} />
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <ProfileEntries onSwitchAccount={() => setAccountOpened(true)} />
          <Menu.Divider />
          <Menu.Label>{t('profile.language')}</Menu.Label>
          {languages.map((language) => (
            <Menu.Item
              key={language}
              lang={language}
              onClick={() => void chooseLanguage(language)}
              aria-current={language === chosen ? 'true' : undefined}
              rightSection={language === chosen ? <IconCheck size={16} stroke={1.5} aria-hidden /> : undefined}
            >
              {languageNames[language]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={
              isDark ? <IconSun size={16} stroke={1.5} aria-hidden /> : <IconMoon size={16} stroke={1.5} aria-hidden />
            }
            onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
          >
            {t(isDark ? 'profile.light' : 'profile.dark')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconHelpCircle size={16} stroke={1.5} aria-hidden />}
            onClick={() => setHelpOpened(true)}
          >
            {t('profile.help')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />} onClick={() => void leave()}>
            {t('profile.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isHelpOpened !== undefined && <HelpDialog opened={isHelpOpened} onClose={() => setHelpOpened(false)} />}
      {isAccountOpened !== undefined && (
        <AccountDialog opened={isAccountOpened} onClose={() => setAccountOpened(false)} />
      )}
    </>
  );
}
