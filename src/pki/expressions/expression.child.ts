/** The other side of {@link ExpressionProcess}: programs run here, where they hold up nobody else and can end nothing else. */
import { Script, createContext } from 'node:vm';
import { isRecord } from '../../platform/is-record.js';
import { Evaluator } from './evaluate.js';
import type { FromExpressionProcess, ToExpressionProcess } from './process-messages.js';
import { programLimits } from './program.js';
import { select } from './selection.js';

const evaluator = new Evaluator();
const work = new Script('work()');

function answerTo(message: ToExpressionProcess): FromExpressionProcess {
  switch (message.kind) {
    case 'check':
      return { kind: 'checked', faults: evaluator.faultsOf(message.program) };
    case 'run':
      return { kind: 'ran', result: evaluator.run(message.program, message.input) };
    case 'select':
      return { kind: 'selected', selection: select(message.path, message.value) };
  }
}

/**
 * Bounded here too, and not only by the process that asks: if that process is gone, nobody else ends this one. A script of a context of its own is what Node can interrupt.
 */
function bounded(message: ToExpressionProcess): FromExpressionProcess {
  let answer: FromExpressionProcess = { kind: 'late' };
  const context = createContext({
    work: () => {
      answer = answerTo(message);
    },
  });
  try {
    work.runInContext(context, { timeout: programLimits.milliseconds });
  } catch (error) {
    // The error is of the other context, and no instance of the Error here.
    if (!isRecord(error) || error['code'] !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  return answer;
}

/** Where nobody is there any more to hear it, this process ends. */
const say = (message: FromExpressionProcess): void => {
  process.send?.(message, undefined, undefined, (error) => {
    if (error) process.exit();
  });
};

process.on('message', (message: ToExpressionProcess) => {
  say(bounded(message));
});
// Sent to the whole group by a terminal or a supervisor: the service lets its requests end first, and then ends this process.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => {
  process.exit();
});
say({ kind: 'ready' });
