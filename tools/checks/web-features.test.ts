import { expect, test } from 'vitest';
import { pageLists, textTypes } from './web-features/written.ts';

const paths = [
  'web/src/features/access/public-routes.tsx',
  'web/src/features/contacts/ContactsPage.tsx',
  'web/src/features/contacts/routes.tsx',
  'web/src/features/contacts/tabs/routes.tsx',
  'web/src/features/service-desk/public-routes.tsx',
  'web/src/features/service-desk/routes.tsx',
  'web/src/locales/en/contacts.json',
  'web/src/locales/pt/contacts.json',
  'web/src/locales/pt/service-desk.json',
];

test('the pages of each feature are in the list of those behind sign-in, or of those before it', () => {
  expect(pageLists(paths))
    .toBe(`// Written from the folders of the features by \`node tools/checks/web-features.ts --write\`; never changed here.
import { accessPublicRoutes } from '#web/features/access/public-routes.tsx';
import { contactsRoutes } from '#web/features/contacts/routes.tsx';
import { serviceDeskPublicRoutes } from '#web/features/service-desk/public-routes.tsx';
import { serviceDeskRoutes } from '#web/features/service-desk/routes.tsx';

/** The pages behind sign-in: \`routes.tsx\` of each feature. */
export const shellPages = [
  ...contactsRoutes,
  ...serviceDeskRoutes,
] as const;

/** The pages without the shell around them: \`public-routes.tsx\` of a feature. */
export const publicPages = [
  ...accessPublicRoutes,
  ...serviceDeskPublicRoutes,
] as const;
`);
});

test('each namespace of the Portuguese texts has its type', () => {
  expect(textTypes(paths))
    .toBe(`// Written from the texts by \`node tools/checks/web-features.ts --write\`; never changed here.
import 'i18next';
import type contacts from './locales/pt/contacts.json';
import type serviceDesk from './locales/pt/service-desk.json';

// A key that does not exist does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      contacts: typeof contacts;
      'service-desk': typeof serviceDesk;
    };
  }
}
`);
});
