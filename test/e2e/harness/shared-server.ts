/** Before the tests of a project: one server for all files that do not need one of their own. */
import type { TestProject } from 'vitest/node';
import { Server } from './server.js';
import type { Reached } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly server: Reached;
  }
}

/** Its settings that tests go by. */
export const sharedServer = {
  /** More than all files together have open as root. */
  subscriptionsPerCaller: 30,
  allowedOrigin: 'https://portal.example.com',
  /** Bytes. */
  maxState: 4 * 2 ** 20,
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await Server.start({
    // All files together are one address, and many of them send tokens that are none.
    TRUSTATE_FAILED_SIGN_INS: '100000',
    TRUSTATE_SUBSCRIPTIONS_PER_CALLER: String(sharedServer.subscriptionsPerCaller),
    TRUSTATE_ALLOWED_ORIGINS: sharedServer.allowedOrigin,
    TRUSTATE_MAX_STATE_SIZE: String(sharedServer.maxState),
  });
  const { http, https, token, caFile, folder } = server;
  project.provide('server', { http, https, token, caFile, folder });
  return async () => {
    try {
      await server.stop();
    } catch (error) {
      // Vitest says what went wrong here, and that all went well.
      process.exitCode = 1;
      throw error;
    }
  };
}
