// Stands for vitest in the tests of a session: session.mjs runs them, so what is to be done after one is for it to know.
export * from '../../node_modules/vitest/dist/index.js';

/** What the test that is running wants done after it. */
export const afterwards = [];
export const onTestFinished = (work) => void afterwards.push(work);
