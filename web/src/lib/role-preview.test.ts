import { UserId } from '@escuta/contract/ids';
import { afterEach, expect, test } from 'vitest';
import { asPreviewed, previewedRole, previewRole, viewerOf } from '#web/lib/role-preview.ts';
import { testUser } from '#web/testing/render-app.tsx';

const flags = { can_temporary_access: true, exports_personal_data: true };
const owner = { ...testUser('own'), permissions: flags };
const other = { ...testUser('own'), _id: UserId.parse('019a9f3e-0000-7000-8000-0000000000a4') };

afterEach(() => previewRole(owner, undefined));

test('shows a user with the role that is looked at, and nothing beside it', () => {
  previewRole(owner, 'pdv');
  const shown = asPreviewed({ ...owner, ticketing_role: 'adm' });
  expect(shown).toEqual({
    ...owner,
    role: 'pdv',
    ticketing_role: null,
    permissions: { can_temporary_access: false, exports_personal_data: false },
  });
  expect(previewedRole(shown)).toBe('pdv');
});

test('another user is not shown with it', () => {
  previewRole(owner, 'pdv');
  expect(asPreviewed(other)).toBe(other);
  expect(previewedRole({ ...other, role: 'pdv' })).toBeUndefined();
  expect(viewerOf({ ...other, role: 'pdv' })).toEqual({ ...other, role: 'pdv' });
});

test.each(['own', 'adm', 'acmng', 'agent'] as const)('never shows more than a user has: not as %s', (role) => {
  const administrator = testUser('adm');
  previewRole(administrator, role);
  expect(asPreviewed(administrator)).toBe(administrator);
});

test('ends for who may no longer look, and does not come back', () => {
  previewRole(owner, 'readonly');
  const demoted = { ...owner, role: 'readonly' as const };
  expect(asPreviewed(demoted)).toBe(demoted);
  expect(previewedRole(demoted)).toBeUndefined();
  expect(asPreviewed(owner)).toBe(owner);
});

test('knows who looks as they are now', () => {
  previewRole(owner, 'pdv');
  expect(viewerOf(asPreviewed(owner))).toBe(owner);
  const renamed = { ...owner, nome: 'Ana Prado' };
  expect(viewerOf(asPreviewed(renamed))).toBe(renamed);
  previewRole(owner, undefined);
  expect(viewerOf(owner)).toBe(owner);
  expect(previewedRole(owner)).toBeUndefined();
});
