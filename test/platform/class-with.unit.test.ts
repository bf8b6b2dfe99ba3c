import { expect, test } from 'vitest';
import { classWith } from '../../src/platform/class-with.js';

class Counter {
  #count = 0;
  next(): number {
    return (this.#count += 1);
  }
}

test('its objects have the members of one object, and what they make themselves is their own', () => {
  const members = { counter: new Counter(), name: 'x' };
  class Part extends classWith(members) {
    #made: object | undefined;
    get made(): object {
      return (this.#made ??= {});
    }
    nameTwice(): string {
      return this.name + this.name;
    }
  }
  const [one, other] = [new Part(), new Part()];
  expect(one.counter).toBe(members.counter);
  expect([one.counter.next(), other.counter.next()]).toEqual([1, 2]);
  expect(one.nameTwice()).toBe('xx');
  expect(one.made).toBe(one.made);
  expect(one.made).not.toBe(other.made);
  expect(Object.keys(one)).toEqual([]);
});

test('a getter of the class reads members of the object', () => {
  class Part extends classWith({ name: 'given', other: 1 }) {
    get load(): string {
      return `own beside ${this.name}`;
    }
  }
  expect([new Part().name, new Part().load, new Part().other]).toEqual(['given', 'own beside given', 1]);
});
