import { expect, onTestFinished, test } from 'vitest';
import { countSignIns, hostSignIn, isSignInAwaited, resumeSession, signedInAgain } from '#web/lib/sign-in-again.ts';

test('a call that left before somebody signed in is repeated at once, and one that left after it asks', async () => {
  const leave = hostSignIn();
  onTestFinished(leave);
  const early = countSignIns();
  resumeSession();
  expect(await signedInAgain(early, undefined)).toBe(true);
  expect(isSignInAwaited()).toBe(false);
  const late = signedInAgain(countSignIns(), undefined);
  expect(isSignInAwaited()).toBe(true);
  resumeSession();
  expect(await late).toBe(true);
  expect(isSignInAwaited()).toBe(false);
});

test('without a place to ask a call fails, and what waits fails when that goes', async () => {
  expect(await signedInAgain(countSignIns(), undefined)).toBe(false);
  const leave = hostSignIn();
  const waiting = signedInAgain(countSignIns(), undefined);
  leave();
  expect(await waiting).toBe(false);
});

test('a call that is given up waits no longer, and the others do', async () => {
  const leave = hostSignIn();
  onTestFinished(leave);
  const leaving = new AbortController();
  const givenUp = signedInAgain(countSignIns(), leaving.signal);
  const waiting = signedInAgain(countSignIns(), undefined);
  leaving.abort();
  await expect(givenUp).rejects.toThrow('the request was given up');
  expect(isSignInAwaited()).toBe(true);
  resumeSession();
  expect(await waiting).toBe(true);
});
