// The help of a program of tests or benchmarks needs nothing but what it imports: it is shown at once where that is installed, however old.
import { run } from './steps.mjs';

/**
 * @param file the program, which prints its help and ends
 * @returns whether somebody asked for it, and was shown it
 */
export async function helped(file) {
  const args = process.argv.slice(2);
  if (!args.includes('--help') && !args.includes('-h')) return false;
  const { code, output } = await run(process.execPath, ['--import', 'tsx', file, ...args], { quiet: true });
  if (code !== 0) return false;
  process.stdout.write(output);
  return true;
}
