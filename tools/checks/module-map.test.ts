import { expect, test } from 'vitest';
import { drawModuleMap, placePicture } from './module-map/picture.ts';

const files = {
  'contract/src/sends.ts': `export const Send = 1;`,
  'server/src/main/api.ts': `import { routes } from '#modules/sends/routes.ts';\nimport { pool } from '#platform/db/pool.ts';`,
  'server/src/platform/db/pool.ts': `export const pool = 1;`,
  'server/src/modules/contacts/index.ts': `export { findContact, type Contact } from './find-contact.ts';\nexport type { A } from './a.ts';`,
  'server/src/modules/contacts/find-contact.ts': `import { pool } from '#platform/db/pool.ts';`,
  'server/src/modules/sends/routes.ts': `import { Send } from '@escuta/contract/sends';\nimport { findContact } from '#modules/contacts/index.ts';`,
  'server/src/modules/contacts/contacts.test.ts': `import { a } from '#modules/sends/index.ts';`,
  'web/src/features/customer-feedback/routes.tsx': `import { Send } from '@escuta/contract/sends';`,
};

test('the picture shows layers, interfaces and who calls whom', () => {
  const picture = drawModuleMap(new Map(Object.entries(files)));
  expect(picture).toContain('contacts["<b>contacts</b><br/>findContact"]');
  expect(picture).toContain('sends["<b>sends</b>"]');
  expect(picture).toContain('web_customer_feedback["customer-feedback"]');
  const arrows = picture.split('\n').filter((line) => line.includes('-->'));
  expect(arrows.map((line) => line.trim())).toEqual([
    'main --> modules',
    'main --> platform',
    'modules --> platform',
    'sends --> contacts',
    'server --> contract',
    'web --> contract',
  ]);
});

test('the picture takes the place between the marks, again and again', () => {
  const document = 'Above\n<!-- module-map:start -->\nold\n<!-- module-map:end -->\nBelow\n';
  const once = placePicture(document, 'new');
  expect(once).toBe('Above\n<!-- module-map:start -->\nnew\n<!-- module-map:end -->\nBelow\n');
  expect(placePicture(once, 'new')).toBe(once);
  expect(() => placePicture('no marks', 'new')).toThrow('module-map:start');
});
