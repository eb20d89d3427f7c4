import { listPasskeys } from '@escuta/contract/passkeys';
import { getProfile } from '@escuta/contract/profile';
import { getSecondFactor } from '@escuta/contract/second-factor';
import { listSessions } from '@escuta/contract/sessions';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { signedInServer } from '#web/testing/render-app.tsx';
import { SessionId } from '@escuta/contract/ids';

export const sessionIds = [1, 2].map((at) => SessionId.parse(`019a9f3e-0000-7000-8000-00000000aa0${at}`));

/** A server for My Profile: two sessions, no second factor, no passkey. */
export function profileServer(): FakeServer {
  const seen = '2026-11-20T14:02:00.000Z';
  const session = { address: '198.51.100.1', beganAt: seen, lastSeenAt: seen };
  return signedInServer()
    .on(getProfile)(() => ({ phone: '+5511987654321' }))
    .on(getSecondFactor)(() => ({ authenticatorSince: null, recoveryCodesLeft: 0 }))
    .on(listPasskeys)(() => ({ data: [] }))
    .on(listSessions)(() => ({
    data: [
      { ...session, _id: sessionIds[0]!, browser: 'Chrome', system: 'Windows', isCurrent: true },
      { ...session, _id: sessionIds[1]!, browser: 'Safari', system: 'iOS', isCurrent: false },
    ],
  }));
}
