import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FollowedElsewhere } from '../../../src/platform/events/followed-elsewhere.js';
import { SharedAdditions } from '../../../src/platform/processes/shared-additions.js';
import { SharedCounts } from '../../../src/platform/processes/shared-counts.js';
import { Together } from './together.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const told = () => vi.advanceTimersByTime(10);

describe('counts', () => {
  const two = (step?: number) => {
    const together = new Together();
    const [one, other] = [1, 2].map(
      () => new SharedCounts({ siblings: together.join(), name: 'open', ...(step !== undefined && { step }) }),
    );
    if (!one || !other) throw new Error('there are two');
    return { together, one, other };
  };

  test('of all are those of each together', () => {
    const { one, other } = two();
    for (const counts of [one, other, one]) counts.add('a', 1);
    told();
    expect([one.own('a'), other.own('a')]).toEqual([2, 1]);
    expect([one.all('a'), other.all('a')]).toEqual([3, 3]);
    one.add('a', -1);
    told();
    expect(other.all('a')).toBe(2);
  });

  test('changes of one moment are one message', () => {
    const { together, one } = two();
    for (let times = 0; times < 100; times += 1) one.add(`key ${times % 5}`, 1);
    told();
    expect(together.messages).toBe(1);
  });

  test('what comes and goes within a step is not told', () => {
    const { together, one, other } = two(4);
    for (const by of [1, 1, 1, -1, -1, -1] as const) one.add('a', by);
    told();
    expect(together.messages).toBe(0);
    for (let times = 0; times < 5; times += 1) one.add('a', 1);
    told();
    expect(other.all('a')).toBe(5);
  });

  test('what one had is forgotten with it', () => {
    const { together, one, other } = two();
    one.add('a', 1);
    other.add('a', 1);
    told();
    together.end(1);
    expect(other.all('a')).toBe(1);
  });

  test('who joins later is told what there is', () => {
    const { together, one } = two();
    one.add('a', 1);
    told();
    const third = new SharedCounts({ siblings: together.join(), name: 'open' });
    told();
    expect(third.all('a')).toBe(1);
  });

  test('of other things are others', () => {
    const { together, one } = two();
    const others = new SharedCounts({ siblings: together.join(), name: 'something else' });
    one.add('a', 1);
    told();
    expect(others.all('a')).toBe(0);
  });
});

test('additions of a moment are told together, without what cancels out', () => {
  const together = new Together();
  const heard = vi.fn<(key: string, amount: number) => void>();
  const one = new SharedAdditions({ siblings: together.join(), name: 'cost' }, () => undefined);
  expect(new SharedAdditions({ siblings: together.join(), name: 'cost' }, heard)).toBeDefined();
  for (const [key, amount] of [
    ['a', 5],
    ['b', 2],
    ['a', 1],
    ['b', -2],
  ] as const)
    one.add(key, amount);
  told();
  expect(heard.mock.calls).toEqual([['a', 6]]);
});

describe('events', () => {
  const two = () => {
    const together = new Together();
    const [heardByOne, heardByOther] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const one = new FollowedElsewhere(together.join(), heardByOne);
    const other = new FollowedElsewhere(together.join(), heardByOther);
    return { together, one, other, heardByOther };
  };

  test('are told where somebody follows, many at once', () => {
    const { together, one, other, heardByOther } = two();
    other.follow(true);
    const before = together.messages;
    for (let times = 0; times < 50; times += 1) one.written();
    told();
    expect(heardByOther).toHaveBeenCalledTimes(1);
    expect(together.messages - before).toBe(1);
  });

  test('are not told where nobody follows any more', () => {
    const { together, one, other, heardByOther } = two();
    other.follow(true);
    other.follow(false);
    const before = together.messages;
    one.written();
    told();
    expect(heardByOther).not.toHaveBeenCalled();
    expect(together.messages).toBe(before);
  });

  test('of one that has ended are looked for', () => {
    const { together, heardByOther } = two();
    together.end(1);
    expect(heardByOther).toHaveBeenCalledTimes(1);
  });

  test('who joins later learns who follows', () => {
    const { together, other } = two();
    other.follow(true);
    const third = new FollowedElsewhere(together.join(), () => undefined);
    together.newest();
    const before = together.messages;
    third.written();
    told();
    expect(together.messages - before).toBe(1);
  });
});
