import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LogMarks, reaches } from '../../../src/platform/database/sqlite/log-marks.js';
import { scratchFile } from './scratch.js';

const [first, second] = ['00000000000000a1', '00000000000000b2'];

/** A log that a test makes longer and begins anew. */
class Log {
  salts: string | null = first;
  frames = 1_000_000;
}

function opened(file: string, log: Log, append?: (file: number, bytes: Buffer) => number) {
  const deps = { file, salts: () => log.salts, frames: () => log.frames };
  return new LogMarks({ ...deps, ...(append && { append }) });
}

/** The place of the log that is in use, as these marks have it. */
function at(marks: LogMarks, frames: number) {
  const look = marks.look();
  if (look === null) throw new Error('the log is being begun anew');
  return { era: look.atLeast.era, frames };
}

const saidBy = (marks: LogMarks) => {
  const said = marks.read();
  return said && [said.announced.frames, said.told.frames];
};
const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });

describe('marks', () => {
  test('of several processes are the highest of all, at every moment and for whoever opens them later', () => {
    const step = fc.record({ by: fc.nat({ max: 2 }), tells: fc.boolean(), frames: fc.nat({ max: 999 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const [file, log] = [scratchFile(), new Log()];
        const processes = [opened(file, log), opened(file, log), opened(file, log)];
        for (const each of processes) each.tell(at(each, 0));
        let [announced, told] = [0, 0];
        for (const { by, tells, frames } of steps) {
          const each = processes[by];
          if (each === undefined) continue;
          if (tells) each.tell(at(each, frames));
          else each.announce(at(each, frames));
          if (tells) told = Math.max(told, frames);
          announced = Math.max(announced, frames);
          const all = [...processes, opened(file, log)].map(saidBy);
          expect(all).toEqual(all.map(() => [announced, told]));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('that were written in part count for nothing, and hide none that comes after them', () => {
    const part = fc.oneof(
      fc.constantFrom('\n', '\nt', '\nc12', '\nt9999', '\0\0\0\0', 't5.', '\nx7.', '\nt1e9.', '.', '\nt-5.'),
      fc.string({ maxLength: 3 }).map((text) => `\n${text.replace(/\d/g, '')}`),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(part, fc.nat({ max: 999 })), { maxLength: 30 }), (parts) => {
        const [file, log] = [scratchFile(), new Log()];
        const [writes, reads] = [opened(file, log), opened(file, log)];
        writes.tell(at(writes, 0));
        let told = 0;
        for (const [text, frames] of parts) {
          appendFileSync(`${file}-told-${first}`, text);
          writes.tell(at(writes, frames));
          told = Math.max(told, frames);
          expect(saidBy(reads)).toEqual([told, told]);
        }
        expect(saidBy(opened(file, log))).toEqual([told, told]);
      }),
      { numRuns: 30 },
    );
  });

  test('are read beyond what nobody can read, however long that is', () => {
    const [file, log] = [scratchFile(), new Log()];
    const marks = opened(file, log);
    marks.tell(at(marks, 1));
    appendFileSync(`${file}-told-${first}`, 'x'.repeat(10_000));
    marks.tell(at(marks, 7));
    expect([saidBy(marks), saidBy(opened(file, log))]).toEqual([
      [7, 7],
      [7, 7],
    ]);
  });

  test('are read beyond it wherever it ends', () => {
    for (let length = 4_080; length <= 4_100; length += 1) {
      const [file, log] = [scratchFile(), new Log()];
      const marks = opened(file, log);
      appendFileSync(`${file}-told-${first}`, '\0'.repeat(length));
      marks.tell(at(marks, 7));
      expect([saidBy(marks), saidBy(opened(file, log))]).toEqual([
        [7, 7],
        [7, 7],
      ]);
    }
  });

  test('are for the owner of the database alone', () => {
    const [file, log] = [scratchFile(), new Log()];
    opened(file, log);
    expect((statSync(`${file}-told-${first}`).mode & 0o777).toString(8)).toBe('600');
  });
});

describe('a log that is begun anew', () => {
  test('has marks of its own, those of the one before are removed, and what was told of that is behind', () => {
    const [file, log] = [scratchFile(), new Log()];
    const [a, b] = [opened(file, log), opened(file, log)];
    const before = at(a, 900);
    a.tell(before);
    expect(saidBy(b)).toEqual([900, 900]);
    log.salts = second;
    expect(saidBy(b)).toEqual([0, 0]);
    a.tell(at(a, 3));
    expect(saidBy(b)).toEqual([3, 3]);
    expect(reaches(a.read()?.told, before)).toBe(true);
    expect(reaches(before, a.read()?.told)).toBe(false);
    expect(readdirSync(dirname(file))).toEqual([`trustate.db-told-${second}`]);
  });

  test('is not marked with what belongs to the one before', () => {
    const [file, log] = [scratchFile(), new Log()];
    const marks = opened(file, log);
    const before = at(marks, 900);
    log.salts = second;
    marks.read();
    marks.tell(before);
    expect(saidBy(marks)).toEqual([0, 0]);
  });

  test('is no measure until something is committed in it, nor is one that has not begun', () => {
    const [file, log] = [scratchFile(), new Log()];
    const marks = opened(file, log);
    for (const none of [0, -1]) {
      log.frames = none;
      expect(marks.look()).toBeNull();
    }
    log.salts = null;
    expect([marks.look(), marks.read()]).toEqual([null, null]);
  });

  test('during a look is said to be at least in the old one, and at most in the new one', () => {
    const [file, log] = [scratchFile(), new Log()];
    let begun = first;
    const marks = new LogMarks({
      ...{ file, salts: () => log.salts },
      frames: () => {
        log.salts = begun;
        return 5;
      },
    });
    begun = second;
    const look = marks.look();
    expect(reaches(look?.atMost, look?.atLeast) && !reaches(look?.atLeast, look?.atMost)).toBe(true);
  });
});

test('nothing is announced before this process has told something of the log: what is there may be of somebody who announces nothing', () => {
  const [file, log] = [scratchFile(), new Log()];
  const marks = opened(file, log);
  marks.announce(at(marks, 5));
  expect(saidBy(marks)).toEqual([0, 0]);
  marks.tell(at(marks, 6));
  marks.announce(at(marks, 7));
  expect(saidBy(marks)).toEqual([7, 6]);
  marks.tell(at(marks, 7));
  marks.tell(null);
  marks.announce(at(marks, 8));
  expect(saidBy(marks)).toEqual([7, 7]);
});

test('marks of more than the log has are of one that lost its end: nobody relies on them, now or later', () => {
  const [file, log] = [scratchFile(), new Log()];
  const before = opened(file, log);
  before.tell(at(before, 900));
  log.frames = 800;
  expect(saidBy(opened(file, log))).toBeNull();
  log.frames = 1_000;
  expect([saidBy(opened(file, log)), saidBy(before)]).toEqual([null, null]);
});

describe('a file that somebody makes shorter', () => {
  const shortened = () => {
    const [file, log] = [scratchFile(), new Log()];
    const [writes, reads] = [opened(file, log), opened(file, log)];
    writes.tell(at(writes, 1));
    writes.announce(at(writes, 20));
    expect(saidBy(reads)).toEqual([20, 1]);
    truncateSync(`${file}-told-${first}`, 0);
    return { file, log, writes, reads };
  };

  test('is relied on by nobody who read more of it, nor by others from then on', () => {
    const { file, log, writes, reads } = shortened();
    const late = opened(file, log);
    expect([saidBy(reads), saidBy(writes), saidBy(late)]).toEqual([null, null, null]);
    log.salts = second;
    writes.tell(at(writes, 3));
    expect([saidBy(reads), saidBy(late)]).toEqual([
      [3, 3],
      [3, 3],
    ]);
  });

  test('gets no mark of whoever wrote more, who makes it unreliable before it is as long again', () => {
    const { file, log, writes, reads } = shortened();
    // What a reader that goes on after what it has read would miss.
    writes.tell(at(writes, 20));
    appendFileSync(`${file}-told-${first}`, '\nc30.'.repeat(9));
    expect([saidBy(reads), saidBy(opened(file, log))]).toEqual([null, null]);
  });
});

test('what is told up to a place that is not known makes marks unreliable where it may have been announced', () => {
  const [file, log] = [scratchFile(), new Log()];
  const [marks, other] = [opened(file, log), opened(file, log)];
  marks.tell(at(marks, 1));
  marks.tell(null);
  expect(saidBy(other)).toEqual([1, 1]);
  marks.tell(at(marks, 2));
  marks.announce(at(marks, 3));
  marks.tell(null);
  expect([saidBy(other), saidBy(marks), saidBy(opened(file, log))]).toEqual([null, null, null]);
});

describe('a mark that cannot be written', () => {
  const refusing = (file: string, log: Log) => {
    let refuses = false;
    const marks = opened(file, log, (to, bytes) => {
      if (refuses) throw full;
      return writeSync(to, bytes);
    });
    return {
      marks,
      refuse: (now: boolean) => {
        refuses = now;
      },
    };
  };

  test('of what was announced makes all of them unreliable, for everybody', () => {
    const [file, log] = [scratchFile(), new Log()];
    const { marks, refuse } = refusing(file, log);
    const other = opened(file, log);
    marks.tell(at(marks, 1));
    marks.announce(at(marks, 2));
    expect(saidBy(other)).toEqual([2, 1]);
    refuse(true);
    marks.tell(at(marks, 2));
    expect([saidBy(other), saidBy(marks), saidBy(opened(file, log))]).toEqual([null, null, null]);
    // Until the log is begun anew.
    refuse(false);
    log.salts = second;
    marks.tell(at(marks, 3));
    expect(saidBy(other)).toEqual([3, 3]);
  });

  test('of what was not announced is no harm, and announces nothing later', () => {
    const [file, log] = [scratchFile(), new Log()];
    const { marks, refuse } = refusing(file, log);
    const other = opened(file, log);
    marks.tell(at(marks, 1));
    refuse(true);
    marks.announce(at(marks, 2));
    marks.tell(at(marks, 2));
    refuse(false);
    marks.announce(at(marks, 3));
    expect(saidBy(other)).toEqual([1, 1]);
    marks.tell(at(marks, 3));
    expect(saidBy(other)).toEqual([3, 3]);
  });

  test('and was written in part is taken as not written', () => {
    const [file, log] = [scratchFile(), new Log()];
    const marks = opened(file, log, (to, bytes) => writeSync(to, bytes.subarray(0, 2)));
    marks.tell(at(marks, 77));
    expect([saidBy(marks), readFileSync(`${file}-told-${first}`, 'utf8')]).toEqual([[0, 0], '\nt']);
    marks.announce(at(marks, 78));
    expect(saidBy(marks)).toEqual([0, 0]);
  });
});
