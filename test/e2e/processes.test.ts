import { describe } from 'vitest';
import { oneServer } from './processes/one-server.js';

describe('a server of two processes on SQLite', () => {
  oneServer(() => Promise.resolve({ settings: {}, remove: () => Promise.resolve() }));
});
