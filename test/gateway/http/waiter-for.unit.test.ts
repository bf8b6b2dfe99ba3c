import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { waiterFor } from '../../../src/gateway/context.js';

class Response extends EventEmitter {
  destroyed = false;
  writableFinished = false;
}

/** What somebody hears who asks to, before and after a response is closed. */
function heard(change: (response: Response) => void) {
  const response = new Response();
  const told: string[] = [];
  const listen = (name: string) =>
    waiterFor(response).whenEnded(({ message }) => {
      told.push(`${name}: ${message}`);
    });
  listen('kept');
  listen('needless')();
  change(response);
  response.destroyed = true;
  response.emit('close');
  listen('late');
  return told;
}

const why = 'The caller closed the connection';

test('a response that is closed before all of it was sent has nobody who waits for it', () => {
  expect(heard(() => undefined)).toEqual([`kept: ${why}`, `late: ${why}`]);
});

test('one that was sent was waited for', () => {
  expect(heard((response) => (response.writableFinished = true))).toEqual([`late: ${why}`]);
});
