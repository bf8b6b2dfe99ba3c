import { expect, test } from 'vitest';
import { OperatorError } from '../../../src/platform/operator-error.js';
import { onlyProcess } from '../../../src/platform/processes/serving-place.js';
import { SupervisedPlace } from '../../../src/platform/processes/supervised-place.js';

/** The places of a server of so many processes. */
const places = (of: number) =>
  Promise.all(
    Array.from({ length: of }, (_, index) =>
      SupervisedPlace.begin({
        send: () => undefined,
        onMessage: (listener) => {
          listener({
            is: 'begin',
            place: index + 1,
            of,
            first: index === 0,
            predecessors: [],
            run: '',
            ended: [],
            ticketKeys: '',
          });
        },
      }),
    ),
  );

test.each([
  // threads, processes, of each
  [1, 1, [1]],
  [4, 2, [2, 2]],
  [3, 2, [2, 1]],
  [7, 4, [2, 2, 2, 1]],
  [1, 2, [1, 1]],
  [2, 4, [1, 1, 1, 1]],
])('%s threads of %s processes are shared out, and each has one', async (threads, of, expected) => {
  expect((await places(of)).map((place) => place.share(threads))).toEqual(expected);
});

test('a process without others has them all', () => {
  expect(onlyProcess.share(7)).toBe(7);
});

test('who asks for the metrics of all says its own with the question, so that they are in the answer whoever hangs', async () => {
  const sent: unknown[] = [];
  const place = await SupervisedPlace.begin({
    send: (message) => {
      sent.push(message);
    },
    onMessage: (listener) => {
      listener({ is: 'begin', place: 1, of: 2, first: true, predecessors: [], run: '', ended: [], ticketKeys: '' });
      setTimeout(() => {
        listener({ is: 'metrics', id: 1, text: 'all' });
      });
    },
  });
  const [process, database] = [
    [{ name: 'a', type: 'counter', values: [] }],
    [{ name: 'b', type: 'gauge', values: [] }],
  ];
  place.measuredBy((asked) =>
    Promise.resolve({ process, database: asked ? database : [], databaseAgeMs: asked ? 5 : 0 }),
  );
  expect(await place.metricsOfAll()).toBe('all');
  expect(sent.at(-1)).toEqual({ is: 'metrics', id: 1, process, database, databaseAgeMs: 5 });
});

test.each([
  ['of before', { is: 'begin', place: 1, of: 2, first: false, predecessors: [], ticketKeys: '' }],
  ['of later', { is: 'begin anew', place: 1 }],
])(
  'a process whose supervising one speaks another way, %s, says that the server is to be restarted',
  async (_when, begin) => {
    const begun = SupervisedPlace.begin({
      send: () => undefined,
      onMessage: (listener) => {
        listener(begin);
      },
    });
    await expect(begun).rejects.toThrow(OperatorError);
    await expect(begun).rejects.toThrow(/restart the server/);
  },
);

test('what it does not understand later ends the process, and says the same', async () => {
  let say: (message: unknown) => void = () => undefined;
  await SupervisedPlace.begin({
    send: () => undefined,
    onMessage: (listener) => {
      say = listener;
      say({ is: 'begin', place: 1, of: 2, first: true, predecessors: [], run: '', ended: [], ticketKeys: '' });
    },
  });
  expect(() => say({ is: 'stop later' })).toThrow(/restart the server/);
});

test('which others ended is known whether it was said before the place or after it', async () => {
  let say: (message: unknown) => void = () => undefined;
  const place = await SupervisedPlace.begin({
    send: () => undefined,
    onMessage: (listener) => {
      say = listener;
      say({ is: 'ended', run: 'b' });
      say({ is: 'begin', place: 1, of: 2, first: false, predecessors: [], run: 'x', ended: ['a'], ticketKeys: '' });
    },
  });
  const { ended } = place;
  say({ is: 'ended', run: 'c' });
  expect(ended).toEqual(['a', 'b', 'c']);
});
