import { Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sectionsAmong } from '#web/features/settings/sections.ts';
import type { SettingsSection } from '#web/features/settings/sections.ts';
import { useMe } from '#web/lib/me.ts';
import { plainWords } from '#web/lib/plain-words.ts';
import { isOpenTo } from '#web/lib/routing.ts';
import { NothingFound } from '#web/ui/list/NothingFound.tsx';
import { SearchField } from '#web/ui/list/SearchField.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './SettingsPage.module.css';

/** The sections of the settings that open for whoever looks, found by what they are called and about. */
export function SettingsPage() {
  const { t } = useTranslation(['settings', 'shell']);
  const { user, switches } = useMe();
  const { routesByPath } = useRouter();
  const [words, setWords] = useState('');
  const sections = sectionsAmong(Object.values(routesByPath), (page) => isOpenTo(page, user, switches))
    .map((section) => ({
      ...section,
      title: t(`shell:${section.titleKey}` as 'shell:menu.finances'),
      text: t(section.textKey as 'settings:section.finances'),
    }))
    .toSorted((left, right) => left.title.localeCompare(right.title));
  const found = sections.filter(({ title, text }) => plainWords(`${title} ${text}`).includes(plainWords(words)));
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <SearchField label={t('search')} placeholder={t('search')} value={words} delayMs={0} onSearch={setWords} />
      {found.length === 0 ? (
        <NothingFound onClear={() => setWords('')} />
      ) : (
        <ul className={classes['sections']} aria-label={t('title')}>
          {found.map((section) => (
            <li key={section.path}>
              <Section {...section} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Section({ path, title, text, icon: Icon }: SettingsSection & { title: string; text: string }) {
  return (
    <Link to={path as LinkProps['to']} className={classes['section']}>
      {Icon && <Icon size={20} stroke={1.5} aria-hidden />}
      <span>
        <Text component="span" display="block" fw={600}>
          {title}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed">
          {text}
        </Text>
      </span>
    </Link>
  );
}
