/** The levels of pino for people, with their terminal colours. */
const levels: Readonly<Record<number, readonly [name: string, colour: number]>> = {
  10: ['TRACE', 90],
  20: ['DEBUG', 90],
  30: ['INFO ', 32],
  40: ['WARN ', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 35],
};

const unseen = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'err']);

/** One JSON line of the log as one line for a terminal: time, level, message, the other fields as `name=value`. */
export function readableLine(json: string, colours: boolean): string {
  const entry = parse(json);
  if (!entry) return json;
  const [level, colour] = levels[Number(entry['level'])] ?? ['     ', 0];
  const paint = (text: string, code: number) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);
  const at = new Date(text(entry['time']));
  const time = Number.isNaN(at.getTime()) ? '--:--:--' : at.toTimeString().slice(0, 8);
  const fields = Object.entries(entry)
    .filter(([name]) => !unseen.has(name))
    .map(([name, value]) => paint(`${name}=`, 90) + text(value));
  const problem = entry['err'];
  const stack = isRecord(problem) ? `\n${text(problem['stack'] ?? problem['message'])}` : '';
  return (
    [paint(time, 90), paint(level, colour), text(entry['msg'] ?? ''), ...fields].join(' ').trimEnd() + stack + '\n'
  );
}

function parse(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
