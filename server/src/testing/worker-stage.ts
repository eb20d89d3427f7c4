import { afterEach, beforeEach } from 'vitest';
import type { Clock } from '#platform/time/clock.ts';
import { forgetSends } from './send-factories.ts';
import { openTestContext } from './test-context.ts';
import type { TestContext } from './test-context.ts';

interface WorkerStage {
  /** Another before each test. */
  readonly context: TestContext;
  /** The workers' clock goes, because they rest by it; a test moves it ahead. */
  readonly clock: Clock & { advance(ms: number): void };
  /** What ends with the test, the last first. */
  readonly closings: (() => Promise<unknown>)[];
}

/** Where each test has workers of its own, and no sends of another. */
export function workerStage(...given: Parameters<typeof openTestContext>): WorkerStage {
  const context = {} as TestContext;
  const closings: WorkerStage['closings'] = [];
  let aheadMs = 0;
  beforeEach(async () => {
    aheadMs = 0;
    Object.assign(context, await openTestContext(...given));
    await forgetSends(context);
  });
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
    await forgetSends(context);
    await context.close();
  });
  const clock = {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms: number) => {
      aheadMs += ms;
    },
  };
  return { context, clock, closings };
}
