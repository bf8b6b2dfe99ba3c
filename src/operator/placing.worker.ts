/** A thread of {@link placeAll}: places the files that it receives. */
import { parentPort } from 'node:worker_threads';
import type { FromPlacer, ToPlacer } from './placing-threads.js';
import { place } from './placing.js';

const port = parentPort;
port?.on('message', (placings: ToPlacer) => {
  let answer: FromPlacer;
  try {
    answer = { placed: placings.map(place) };
  } catch (error) {
    // Fields for the operator are not copied with an error between threads.
    answer = { failed: error instanceof Error ? { ...error, message: error.message } : { message: String(error) } };
  }
  port.postMessage(answer);
});
