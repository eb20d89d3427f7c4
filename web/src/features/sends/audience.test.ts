import { ContactId, ImportId, SegmentId } from '@escuta/contract/ids';
import { expect, test } from 'vitest';
import { audienceKind, audienceOf } from '#web/features/sends/audience.ts';

const importId = ImportId.parse('019a9f3e-0000-7000-8000-0000000000aa');
const segmentId = SegmentId.parse('019a9f3e-0000-7000-8000-0000000000bb');

test('nobody is chosen until somebody chooses', () => {
  expect(audienceOf({})).toBeUndefined();
  expect(audienceOf({ to: 'search' })).toBeUndefined();
  expect(audienceOf({ to: 'search', search: '  ' })).toBeUndefined();
  expect(audienceOf({ to: 'import' })).toBeUndefined();
  expect(audienceOf({ to: 'segment' })).toBeUndefined();
});

test('a link that names an import, a segment or a search chooses it', () => {
  expect(audienceKind({ importId })).toBe('import');
  expect(audienceOf({ importId })).toEqual({ kind: 'import', importId });
  expect(audienceOf({ segmentId })).toEqual({ kind: 'segment', segmentId });
  expect(audienceOf({ search: ' maria ' })).toEqual({ kind: 'search', search: 'maria' });
});

test('the way that was chosen beats what another one still remembers', () => {
  expect(audienceOf({ to: 'all', search: 'maria', importId })).toEqual({ kind: 'all' });
  expect(audienceOf({ to: 'search', search: 'maria', importId })).toEqual({ kind: 'search', search: 'maria' });
});

test('one person in place of all other choices', () => {
  const contactId = ContactId.parse('019a9f3e-0000-7000-8000-00000000000b');
  expect(audienceOf({ contactId, to: 'all' })).toEqual({ kind: 'contacts', contactIds: [contactId] });
});
