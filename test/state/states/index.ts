import { readFileSync } from 'node:fs';

type Name =
  | 'genuine-v4.tfstate'
  | 'genuine-v4-later.tfstate'
  | 'genuine-show.json'
  | 'v3.tfstate'
  | 'v4-by-hand.tfstate';

/** Written by terraform 1.11.4, or by hand after what terraform 0.11 and providers write. */
export const state = (name: Name): Buffer => readFileSync(new URL(name, import.meta.url));
