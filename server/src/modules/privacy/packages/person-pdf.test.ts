import { expect, test } from 'vitest';
import { auditActions, auditActorTypes } from '@escuta/contract/audit';
import { consentBases, consentSources, consentStatuses, suppressionReasons } from '@escuta/contract/consents';
import { channels, languages } from '@escuta/contract/primitives';
import { itemReasons } from '@escuta/contract/sends';
import pt from './locales/pt.json' with { type: 'json' };

test.each([
  ['channel', channels],
  ['reason', [...itemReasons, ...suppressionReasons]],
  ['source', consentSources],
  ['status', consentStatuses],
  ['basis', consentBases],
  ['language', languages],
  ['actor_type', auditActorTypes],
  ['action', auditActions.filter((action) => action.startsWith('contact.'))],
] as const)('the document has a word for every %s', (field, codes) => {
  expect(codes.filter((code) => !(code in pt.value[field]))).toEqual([]);
});
