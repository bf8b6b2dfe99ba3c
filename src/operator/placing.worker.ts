/** A thread of {@link placeAll}: places the files that it is sent. */
import { parentPort } from 'node:worker_threads';
import type { FromPlacer, ToPlacer } from './placing-threads.js';
import { place } from './placing.js';

const port = parentPort;
port?.on('message', (placings: ToPlacer) => {
  let answer: FromPlacer;
  try {
    answer = { placed: placings.map(place) };
  } catch (error) {
    // What the operator is told of it does not go along with an error from thread to thread.
    answer = { failed: error instanceof Error ? { ...error, message: error.message } : { message: String(error) } };
  }
  port.postMessage(answer);
});
