// Imported before a server (`NODE_OPTIONS=--import`): its clock runs ahead by the milliseconds in the file TORTURE_CLOCK, which may change at any time.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const Real = Date;
const file = process.env.TORTURE_CLOCK;
let ahead = 0;
let looked = -Infinity;

function now() {
  const moment = performance.now();
  if (moment - looked > 50) {
    looked = moment;
    try {
      ahead = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // The file is being written: the clock stays as it is.
    }
  }
  return Real.now() + ahead;
}

globalThis.Date = class Date extends Real {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};
