import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from '../../src/operator/idle-memory.js';
import { collectGarbage } from '../../src/platform/garbage.js';

const MB = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process whose main thread is busy for a part of the time, and which has room that nothing uses. */
function world({ busy = 0, room = 32 * MB } = {}) {
  const state = { busy, room, collections: 0 };
  const end = releaseMemoryWhenIdle({
    log: { debug: () => undefined },
    busy: () => state.busy,
    room: () => state.room,
    collect: () => {
      state.collections += 1;
    },
  });
  return { state, end };
}

test('a process that is idle gives memory back once, and again after minutes if there is some again', () => {
  const { state, end } = world();
  vi.advanceTimersByTime(9_000);
  expect(state.collections).toBe(0);
  vi.advanceTimersByTime(2_000);
  expect(state.collections).toBe(1);
  state.room = MB;
  vi.advanceTimersByTime(4 * 60_000);
  expect(state.collections).toBe(1);
  vi.advanceTimersByTime(20 * 60_000);
  expect(state.collections).toBe(1);
  state.room = 32 * MB;
  vi.advanceTimersByTime(11_000);
  expect(state.collections).toBe(2);
  end();
  vi.advanceTimersByTime(20 * 60_000);
  expect(state.collections).toBe(2);
});

test('a process with little room of V8 gives back what native code has freed, once after each time of work', () => {
  const { state, end } = world({ room: 0 });
  vi.advanceTimersByTime(11_000);
  expect(state.collections).toBe(1);
  vi.advanceTimersByTime(20 * 60_000);
  expect(state.collections).toBe(1);
  state.busy = 0.5;
  vi.advanceTimersByTime(10_000);
  state.busy = 0;
  vi.advanceTimersByTime(20 * 60_000);
  expect(state.collections).toBe(2);
  end();
});

test('what one collection does not give back a second one may, and then it is left alone for minutes', () => {
  const { state, end } = world();
  vi.advanceTimersByTime(11_000);
  expect(state.collections).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(state.collections).toBe(2);
  vi.advanceTimersByTime(4 * 60_000);
  expect(state.collections).toBe(2);
  vi.advanceTimersByTime(80_000);
  expect(state.collections).toBe(4);
  end();
});

test('a process that works does not pause for it', () => {
  const { state, end } = world({ busy: 0.02 });
  vi.advanceTimersByTime(60 * 60_000);
  expect(state.collections).toBe(0);
  state.busy = 0.005;
  vi.advanceTimersByTime(11_000);
  expect(state.collections).toBe(1);
  end();
});

test('garbage is collected, and nobody else gets the means to', async () => {
  vi.useRealTimers();
  const garbage = new WeakRef({});
  // What was looked at stays until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(garbage.deref()).toBeUndefined();
  const { runInNewContext } = await import('node:vm');
  expect(runInNewContext('typeof gc')).toBe('undefined');
});
