/** Prints a line of a process that a test kills, and waits until the pipe has it: whoever writes faster than the test reads fills it. */
export const printed = (line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
