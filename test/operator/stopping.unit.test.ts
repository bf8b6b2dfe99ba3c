import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { untilStopped } from '../../src/operator/stopping.js';

class Exited extends Error {}

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  constructor(readonly connected?: boolean) {
    super();
  }
  exit(code: number): never {
    this.exits.push(code);
    throw new Exited();
  }
}

function start(stop: (reason: string) => Promise<void>, timeoutMs = 1_000, signals = new FakeProcess()) {
  const told: string[] = [];
  const status = untilStopped({ signals, stop, timeoutMs, tell: (line) => void told.push(line) });
  return { signals, told, status };
}

const never = () => new Promise<void>(() => undefined);

describe('stopping', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('%s stops once, with status 0', async (signal) => {
    const stop = vi.fn<(reason: string) => Promise<void>>(() => Promise.resolve());
    const { signals, status, told } = start(stop);
    signals.emit(signal);
    expect(await status).toBe(0);
    expect(stop.mock.calls).toEqual([[signal]]);
    expect(told).toEqual([]);
    expect(signals.eventNames()).toEqual([]);
  });

  test('the end of the starting process stops it too', async () => {
    const { signals, status } = start(() => Promise.resolve());
    signals.emit('disconnect');
    expect(await status).toBe(0);
  });

  test('so does its end while nobody listened yet', async () => {
    const stop = vi.fn<(reason: string) => Promise<void>>(() => Promise.resolve());
    const { status } = start(stop, 1_000, new FakeProcess(false));
    expect(await status).toBe(0);
    expect(stop.mock.calls).toEqual([['the starting process ended or disconnected']]);
  });

  test('the same request from several sides is one', () => {
    const { signals } = start(never);
    signals.emit('SIGINT');
    signals.emit('SIGINT');
    signals.emit('disconnect');
    expect(signals.exits).toEqual([]);
  });

  test('a second signal ends it at once', () => {
    const { signals, told } = start(never);
    signals.emit('SIGINT');
    vi.advanceTimersByTime(600);
    expect(() => signals.emit('SIGINT')).toThrow(Exited);
    expect(signals.exits).toEqual([130]);
    expect(told).toHaveLength(1);
  });

  test('the timeout ends', async () => {
    const { signals, status, told } = start(never, 5_000);
    signals.emit('SIGTERM');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await status).toBe(1);
    expect(told).toEqual(['Requests in flight did not finish in time: ending without them.']);
  });

  test('a stop that fails is told', async () => {
    const { signals, status, told } = start(() => Promise.reject(new Error('disk is gone')));
    signals.emit('SIGTERM');
    expect(await status).toBe(1);
    expect(told).toEqual(['Stopping failed: disk is gone']);
  });
});
