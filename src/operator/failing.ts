import { ConfigError } from '../config.js';
import { OperatorError, errorCode, systemReason } from '../platform/operator-error.js';
import { SealError } from '../platform/seal/seal-error.js';

/**
 * What standard error gets for a command that failed: one line, or one for each setting that is wrong. Only what should
 * never happen shows a stack.
 */
export function failureText(error: unknown): string {
  if (error instanceof ConfigError) return error.lines.map((line) => `trustate: ${line}`).join('\n');
  if (error instanceof OperatorError || error instanceof SealError) return oneLine(error.message);
  if (errorCode(error) !== undefined && error instanceof Error) {
    const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
    return oneLine(path + systemReason(error));
  }
  return `trustate: this should not have happened: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function oneLine(message: string): string {
  return `trustate: ${message.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
