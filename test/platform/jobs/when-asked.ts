import type { JobRunner } from '../../../src/platform/jobs/job-runner.js';

/**
 * From now on, these runners work only while a test waits for them to be idle. What the clock of a test makes due, or a change, nobody does before, and nothing is
 * half done when the test looks: a runner that works beside a test may take at any moment what the test does itself.
 */
export function workWhenAsked(...runners: readonly JobRunner[]): void {
  for (const runner of runners) {
    const [wake, idle] = [runner.wake.bind(runner), runner.idle.bind(runner)];
    let asking = 0;
    // Its timers and the end of its work wake it by this too.
    runner.wake = () => {
      if (asking > 0) wake();
    };
    runner.idle = async () => {
      asking += 1;
      try {
        await idle();
      } finally {
        asking -= 1;
      }
    };
  }
}
