import type { Parameter } from '../../../identity/policies/parameters.js';
import type { VaultRoute } from './route.js';
import type { WeakKind, WeakTable } from './weak.js';

/** A parameter for comparison in policies: its value is read with the same reader as for the operation. */
export function parameterOf(name: string, value: unknown, kind: WeakKind<unknown>): Parameter {
  const read = (given: unknown): unknown => (kind.compared ? kind.compared(given) : kind.read(given));
  return { name, value: value === null ? null : (read(value) ?? value), read };
}

const kindOf = (table: WeakTable, name: string): WeakKind<unknown> | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * The parameters of a call: those that were sent, known to the route or not, and the path parameters that the route declares. If a parameter has several names,
 * the name of the documented path counts.
 */
export function sentParameters(
  { fields, parameterNames = {} }: Pick<VaultRoute, 'fields' | 'parameterNames'>,
  sent: Readonly<Record<string, unknown>>,
  params: Readonly<Record<string, string>>,
): readonly Parameter[] {
  const named = (name: string): string => (Object.hasOwn(parameterNames, name) ? (parameterNames[name] ?? name) : name);
  const captured = Object.entries(params).filter(([name]) => Object.hasOwn(parameterNames, name));
  return [...captured, ...Object.entries(sent)].map(([name, value]) => {
    const kind = kindOf(fields, name);
    return kind ? parameterOf(named(name), value, kind) : { name: named(name), value };
  });
}
