import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@escuta/contract/primitives';
import { expect, test } from 'vitest';
import { goTo } from '#web/app/shortcuts/shortcut-keys.ts';

interface Texts {
  readonly menu: Record<string, string>;
  readonly shortcuts: { readonly go: Record<string, string> };
}

const menuKeys: Record<string, string> = {
  'cf-dashboard': 'dashboard',
  contatos: 'contacts',
  'customer-feedback': 'surveys',
  'cf-analytics': 'analytics',
  insights: 'insights',
  ticketing: 'ticketing',
  'reputation-management': 'reputation',
  settings: 'settings',
};

test.each(languages)('a shortcut calls its screen as the menu does, in %s', (language) => {
  const textsOf = (file: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/${file}.json`), 'utf8')) as Texts;
  const { menu } = textsOf('shell');
  const { go } = textsOf('help').shortcuts;
  for (const { screen } of goTo) expect(go[screen]).toContain(menu[menuKeys[screen] ?? '']);
});
