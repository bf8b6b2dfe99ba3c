import type { Selection } from './selection.js';
import type { Program, ProgramFault, ProgramInput, ProgramResult } from './program.js';

export type ToExpressionProcess =
  | { readonly kind: 'check'; readonly program: Program }
  | { readonly kind: 'run'; readonly program: Program; readonly input: ProgramInput }
  | { readonly kind: 'select'; readonly path: string; readonly value: unknown };

export type FromExpressionProcess =
  /** The process has loaded what it needs. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'checked'; readonly faults: readonly ProgramFault[] }
  | { readonly kind: 'ran'; readonly result: ProgramResult }
  | { readonly kind: 'selected'; readonly selection: Selection }
  /** It took longer than it may. */
  | { readonly kind: 'late' };
