import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { RawJson } from '../../../src/platform/graphql/raw-json.js';
import { charactersOfObject, CostBudget, spentOn } from '../../../src/gateway/execution/budget.js';
import { ids } from '../../../src/platform/ids.js';
import { caller } from '../fixture.js';
import { noSiblings } from '../../../src/platform/processes/siblings.js';

class Stopwatch {
  at = 1_000_000;
  now() {
    return new Date(this.at);
  }
}

const origin = { requestId: 'r', remoteAddress: '192.0.2.1' };
const ada = { caller: { ...caller, epoch: '0', origin }, origin };

function budget(perMinute: number | null) {
  const clock = new Stopwatch();
  return { clock, budget: new CostBudget({ perMinute, clock, siblings: noSiblings }) };
}

function refused(take: () => unknown): Record<string, unknown> {
  try {
    take();
  } catch (error) {
    if (error instanceof GraphQLError) return error.extensions;
  }
  throw new Error('was not refused');
}

describe('the budget of a caller', () => {
  test('what an answer did not need is given back', () => {
    const { budget: ours } = budget(1_000);
    expect(ours.take(ada, 400)(150)).toEqual({ asked: 400, spent: 150, left: 850 });
    expect(ours.take(ada, 850)(850)).toEqual({ asked: 850, spent: 850, left: 0 });
  });

  test('an operation that ends without an answer keeps what it took', () => {
    const { budget: ours } = budget(1_000);
    ours.take(ada, 400);
    expect(ours.take(ada, 100)(100).left).toBe(500);
  });

  test('it fills evenly over a minute, and says how long to wait', () => {
    const { clock, budget: ours } = budget(600);
    ours.take(ada, 600)(600);
    expect(refused(() => ours.take(ada, 300))).toEqual({
      code: 'LIMIT_EXCEEDED',
      limit: 'budget',
      asked: 300,
      left: 0,
      retryAfter: 30,
    });
    clock.at += 29_000;
    expect(refused(() => ours.take(ada, 300))).toMatchObject({ left: 290, retryAfter: 1 });
    clock.at += 1_000;
    expect(ours.take(ada, 300)(300).left).toBe(0);
  });

  test('lists longer than expected are paid for later', () => {
    const { clock, budget: ours } = budget(600);
    expect(ours.take(ada, 10)(900).left).toBe(0);
    clock.at += 30_000;
    expect(refused(() => ours.take(ada, 10))).toMatchObject({ retryAfter: 1 });
  });

  test('whatever an answer took, ten minutes are owed at most', () => {
    const { clock, budget: ours } = budget(600);
    expect(ours.take(ada, 10)(1e12)).toEqual({ asked: 10, spent: 1e12, left: 0 });
    expect(refused(() => ours.take(ada, 600))).toMatchObject({ left: -6_000, retryAfter: 660 });
    clock.at += 600_000;
    expect(refused(() => ours.take(ada, 10))).toMatchObject({ left: 0, retryAfter: 1 });
    clock.at += 60_000;
    expect(ours.take(ada, 600)(0).left).toBe(600);
  });

  test('an operation that asks for more than a minute takes a minute, with or without an answer', () => {
    const { clock, budget: ours } = budget(600);
    ours.take(ada, 50_000);
    clock.at += 60_000;
    expect(ours.take(ada, 50_000)(100).left).toBe(500);
  });

  test('it never holds more than a minute of it', () => {
    const { clock, budget: ours } = budget(600);
    ours.take(ada, 100)(100);
    clock.at += 3_600_000;
    expect(ours.take(ada, 0)(0).left).toBe(600);
  });

  test('accounts have theirs; who sends no token shares that of an address', () => {
    const { budget: ours } = budget(100);
    const bob = { caller: { ...ada.caller, userId: ids.user.make() }, origin };
    const nobody = { caller: null, origin };
    const elsewhere = { caller: null, origin: { ...origin, remoteAddress: '192.0.2.2' } };
    for (const one of [ada, bob, nobody, elsewhere]) ours.take(one, 100)(100);
    for (const one of [ada, bob, nobody, elsewhere])
      expect(refused(() => ours.take(one, 1))).toMatchObject({ left: 0 });
  });

  test('off is without end', () => {
    expect(budget(null).budget.take(ada, 1e9)(7)).toEqual({ asked: 1e9, spent: 7, left: null });
  });

  test('what is left is never below nothing nor above the budget, whatever is asked and spent', () => {
    const step = fc.record({ asked: fc.nat(2_000), spent: fc.nat(4_000), wait: fc.nat(90_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        const { clock, budget: ours } = budget(1_000);
        for (const { asked, spent, wait } of steps) {
          clock.at += wait;
          try {
            const cost = ours.take(ada, asked)(spent);
            expect(cost.left).toBeGreaterThanOrEqual(0);
            expect(cost.left).toBeLessThanOrEqual(1_000);
            expect(cost.spent).toBe(spent);
          } catch (error) {
            if (!(error instanceof GraphQLError)) throw error;
            expect(error.extensions['retryAfter']).toBeGreaterThanOrEqual(1);
          }
        }
      }),
    );
  });
});

test.each([
  [null, 0],
  [{}, 0],
  [{ boat: null }, 0],
  [{ boat: { name: 'Vasa' } }, 1],
  [{ boats: [{ tows: [{}, {}] }, null, {}] }, 4],
  [{ names: Array(9).fill('Vasa') }, 0],
  [{ names: Array(39).fill('Vasa') }, 3],
  [{ boat: { names: Array(10).fill('Vasa') }, boats: [...Array<null>(10).fill(null), {}] }, 4],
  [{ boats: [{ name: 'a'.repeat(charactersOfObject - 1) }, { name: 'b'.repeat(3 * charactersOfObject) }] }, 5],
])('%j counts as %d objects', (data, objects) => {
  expect(spentOn(data).objects).toBe(objects);
});

test('short texts are in memory too, though they cost nothing', () => {
  const name = 'a'.repeat(charactersOfObject - 1);
  const boat = { name, again: name, names: [name, 'Vasa'] };
  const names = 'boats'.length + 2 * 'nameagainnames'.length;
  expect(spentOn({ boats: [boat, boat] })).toEqual({
    objects: 2,
    characters: 6 * (charactersOfObject - 1) + 8 + names,
  });
});

test('a name counts each time that it is written, whatever it names', () => {
  const alias = 'a'.repeat(255);
  const boat = { [alias]: null, length: 7, tags: { [alias]: [] } };
  const names = 'boats'.length + 3 * (2 * alias.length + 'lengthtags'.length);
  expect(spentOn({ boats: [boat, boat, boat] }).characters).toBe(names);
});

test('a JSON text counts by its size, and is in memory unless it is read when it is sent', () => {
  const characters = 7 * charactersOfObject;
  expect(spentOn({ boat: new RawJson('c'.repeat(characters)) })).toEqual({ objects: 8, characters: characters + 4 });
  const later = { size: characters, open: () => Readable.from([]) };
  expect(spentOn({ boat: new RawJson(later) })).toEqual({ objects: 8, characters: 4 });
});
