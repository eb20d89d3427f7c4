import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DraftKeeper } from '#web/features/surveys/draft-keeper.ts';
import { textsOf, withTextAt } from '#web/features/surveys/survey-texts.ts';
import type { SurveyTexts } from '#web/features/surveys/survey-texts.ts';
import { testDefinition } from '#web/testing/test-survey.ts';

const start = textsOf('Clientes', testDefinition);
const titled = (title: string) => withTextAt(start, 'title', title);
const pauseMs = 1_000;

/** A server of one draft: refuses a revision that is not the one it holds. */
class Server {
  revision = 1;
  readonly saved: string[] = [];
  failure: Error | undefined;
  delayMs = 0;

  save = async ({ texts, revision }: { texts: SurveyTexts; revision: number }): Promise<number> => {
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.failure) throw this.failure;
    if (revision !== this.revision) throw new Error('conflict');
    this.saved.push(texts.title);
    this.revision += 1;
    return this.revision;
  };
}

function keep(server: Server): DraftKeeper {
  return new DraftKeeper({
    kept: { texts: start, revision: server.revision },
    pauseMs,
    save: server.save,
    isConflict: (error) => error instanceof Error && error.message === 'conflict',
  });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('keeping a draft', () => {
  test('saves once, a pause after the last key', async () => {
    const server = new Server();
    const keeper = keep(server);
    for (const title of ['C', 'Cl', 'Cli']) {
      keeper.type(titled(title), true);
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
    }
    expect(server.saved).toEqual([]);
    expect(keeper.state.kind).toBe('typing');
    await vi.advanceTimersByTimeAsync(1);
    expect(server.saved).toEqual(['Cli']);
    expect(keeper.state.kind).toBe('kept');
    expect(keeper.revision).toBe(2);
  });

  test('saves what was typed during a save after it, with the new revision', async () => {
    const server = new Server();
    server.delayMs = 5_000;
    const keeper = keep(server);
    keeper.type(titled('one'), true);
    await vi.advanceTimersByTimeAsync(pauseMs + 1_000);
    expect(keeper.state.kind).toBe('saving');
    keeper.type(titled('two'), true);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(server.saved).toEqual(['one']);
    expect(keeper.isDirty).toBe(true);
    await vi.advanceTimersByTimeAsync(pauseMs + 5_000);
    expect(server.saved).toEqual(['one', 'two']);
    expect(keeper.isDirty).toBe(false);
  });

  test('saves nothing when the text is what it was', async () => {
    const server = new Server();
    const keeper = keep(server);
    keeper.type(titled('other'), true);
    keeper.type(start, true);
    await vi.advanceTimersByTimeAsync(pauseMs * 2);
    expect(server.saved).toEqual([]);
    expect(keeper.state.kind).toBe('kept');
  });

  test('waits while a field is wrong', async () => {
    const server = new Server();
    const keeper = keep(server);
    keeper.type(titled(''), false);
    await vi.advanceTimersByTimeAsync(pauseMs * 2);
    expect(keeper.state.kind).toBe('blocked');
    expect(await keeper.flush()).toBe(false);
    expect(server.saved).toEqual([]);
  });

  test('keeps the text after a failure, and saves it on the next try', async () => {
    const server = new Server();
    server.failure = new Error('offline');
    const keeper = keep(server);
    keeper.type(titled('one'), true);
    await vi.advanceTimersByTimeAsync(pauseMs);
    expect(keeper.state).toEqual({ kind: 'failed', error: server.failure });
    server.failure = undefined;
    expect(await keeper.flush()).toBe(true);
    expect(server.saved).toEqual(['one']);
  });

  test('tries again after a failure: when told to, and with the next change', async () => {
    const server = new Server();
    server.failure = new Error('offline');
    const keeper = keep(server);
    keeper.type(titled('one'), true);
    await vi.advanceTimersByTimeAsync(pauseMs);
    keeper.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(keeper.state.kind).toBe('failed');
    server.failure = undefined;
    keeper.type(titled('two'), true);
    await vi.advanceTimersByTimeAsync(pauseMs);
    expect(server.saved).toEqual(['two']);
    keeper.retry();
    await vi.advanceTimersByTimeAsync(pauseMs);
    expect(server.saved).toEqual(['two']);
  });

  test('waits for its pause where nothing failed, told to try again', async () => {
    const server = new Server();
    const keeper = keep(server);
    keeper.type(titled('one'), true);
    keeper.retry();
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(server.saved).toEqual([]);
  });

  test('never saves over somebody else, and begins again from what they saved', async () => {
    const server = new Server();
    const keeper = keep(server);
    server.revision = 7;
    keeper.type(titled('mine'), true);
    await vi.advanceTimersByTimeAsync(pauseMs);
    expect(keeper.state.kind).toBe('conflict');
    keeper.type(titled('mine again'), true);
    await vi.advanceTimersByTimeAsync(pauseMs * 2);
    expect(await keeper.flush()).toBe(false);
    expect(server.saved).toEqual([]);

    keeper.restart({ texts: titled('theirs'), revision: 7 });
    keeper.type(titled('theirs and mine'), true);
    await vi.advanceTimersByTimeAsync(pauseMs);
    expect(server.saved).toEqual(['theirs and mine']);
  });

  test('waits for a save that is on its way before it saves the rest', async () => {
    const server = new Server();
    server.delayMs = 2_000;
    const keeper = keep(server);
    keeper.type(titled('one'), true);
    await vi.advanceTimersByTimeAsync(pauseMs);
    keeper.type(titled('two'), true);
    const flushed = keeper.flush();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await flushed).toBe(true);
    expect(server.saved).toEqual(['one', 'two']);
    expect(keeper.state.kind).toBe('kept');
  });

  test('saves nothing after it was stopped', async () => {
    const server = new Server();
    const keeper = keep(server);
    keeper.type(titled('one'), true);
    keeper.stop();
    await vi.advanceTimersByTimeAsync(pauseMs * 2);
    expect(server.saved).toEqual([]);
  });
});
