import { expect, test } from 'vitest';
import { CallEnd, reasonOf, waiterOf } from '../../../src/platform/outbound/call-end.js';

test('whoever waits hears once why a call has ended, in order, and nobody else does', () => {
  const call = new CallEnd();
  const heard: string[] = [];
  const late = () => heard.push('late');
  const first = new Error('first');
  call.whenEnded(({ message }) => {
    heard.push(message);
    call.forget(late);
    call.end(new Error('within'));
  });
  call.whenEnded(() => heard.push('second'));
  call.whenEnded(late);
  expect(() => {
    call.throwIfEnded();
  }).not.toThrow();
  call.end(first);
  call.end(new Error('again'));
  expect(heard).toEqual(['first', 'second']);
  expect(call.reason).toBe(first);
  expect(() => {
    call.throwIfEnded();
  }).toThrow(first);
});

test.each([
  [
    'a call',
    () => {
      const call = new CallEnd();
      call.end(new Error('over'));
      return call;
    },
  ],
  ['who waits as long as a signal lasts', () => waiterOf(AbortSignal.abort(new Error('over')))],
])('%s that has ended tells whoever asks later at once, and once', (_what, ended) => {
  const heard: string[] = [];
  ended().whenEnded(({ message }) => void heard.push(message));
  expect(heard).toEqual(['over']);
});

test('what a signal was aborted with can be thrown', () => {
  const given = new Error('given');
  expect(reasonOf(AbortSignal.abort(given))).toBe(given);
  expect(reasonOf(AbortSignal.abort('a text'))).toEqual(new Error('given up', { cause: 'a text' }));
});
