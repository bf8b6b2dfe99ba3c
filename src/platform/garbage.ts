import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage of the whole heap, after which V8 keeps little room for new objects while few are made. */
export function collectGarbage(): void {
  withGc('gc()');
}

/** Made when it is first needed: the function holds a context of its own. */
let collectNew: ((how: { readonly type: 'minor' }) => void) | null = null;

/** Collects garbage among new objects alone, in about a millisecond. */
export function collectNewObjects(): void {
  collectNew ??= exposed();
  collectNew({ type: 'minor' });
}

function exposed(): NonNullable<typeof collectNew> {
  const gc: unknown = withGc('gc');
  if (typeof gc !== 'function') throw new Error('V8 exposes no collection of garbage');
  return (how) => void Reflect.apply(gc, undefined, [how]);
}

/** Only contexts that begin while the flag is set have the function. */
function withGc(code: string): unknown {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext(code);
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
