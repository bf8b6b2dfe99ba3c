import { mapped, parsedTemplate } from './macros.js';
import type { Expression } from './macros.js';
import { optionalMark } from './optional-signs.js';

/** Functions that no expression can name, as their names have a sign that no name has. */
export const accessNames = {
  /** An optional as it is, anything else as one that has it. */
  opened: '@opened',
  index: '@index',
  entries: '@entries',
  field: '@field',
} as const;

/**
 * cel-go, optional values: what the marks of `withoutOptionalSigns` stand for. Whatever is selected of an optional value is optional too, as in `a.?b.c`.
 * @throws Error for marks where cel-go has no signs
 */
export function withOptionalAccess(expression: Expression): Expression {
  const kind = expression.exprKind;
  switch (kind.case) {
    case 'identExpr':
      if (kind.value.name.startsWith(optionalMark)) throw misplaced();
      return expression;
    case 'selectExpr': {
      const { operand, field, testOnly } = kind.value;
      if (!operand || !isOptional(expression)) break;
      if (testOnly && field.startsWith(optionalMark)) throw new Error('invalid argument to has() macro');
      const chosen = selected(withOptionalAccess(operand), unmarked(field));
      return testOnly ? onTarget('hasValue', chosen) : chosen;
    }
    case 'callExpr': {
      const { function: name, args, target } = kind.value;
      if (name.startsWith(optionalMark)) throw misplaced();
      const [of, at] = args;
      if (name !== '_[_]' || target || !of || !at || !isOptional(expression)) break;
      return called(accessNames.index, opened(withOptionalAccess(of)), withOptionalAccess(marked(at) ?? at));
    }
    case 'listExpr': {
      const { elements } = kind.value;
      if (!elements.some(marked)) break;
      const optionals = elements.map((each) => {
        const inner = marked(each);
        return inner ? withOptionalAccess(inner) : called('optional.of', withOptionalAccess(each));
      });
      return called('optional.unwrap', listOf(optionals));
    }
    case 'structExpr':
      return structure(expression);
    default:
  }
  return mapped(expression, withOptionalAccess);
}

const misplaced = () => new Error('the sign ? for an optional value has no meaning here');
const unmarked = (name: string): string => (name.startsWith(optionalMark) ? name.slice(optionalMark.length) : name);

/** What a mark was put around. */
function marked({ exprKind }: Expression): Expression | undefined {
  if (exprKind.case !== 'callExpr' || exprKind.value.function !== optionalMark) return undefined;
  const [inner, ...more] = exprKind.value.args;
  if (!inner || more.length > 0) throw misplaced();
  return inner;
}

/** Whether a selection has a sign, or selects of one that has. */
function isOptional({ exprKind }: Expression): boolean {
  for (let kind = exprKind; ;) {
    let operand: Expression | undefined;
    if (kind.case === 'selectExpr') {
      if (kind.value.field.startsWith(optionalMark)) return true;
      operand = kind.value.operand;
    } else if (kind.case === 'callExpr' && kind.value.function === '_[_]') {
      const [of, at] = kind.value.args;
      if (at && marked(at)) return true;
      operand = of;
    }
    if (!operand) return false;
    kind = operand.exprKind;
  }
}

/** A list of one or no value, so that the expression is evaluated once: the name in its middle is seen by no part of a program. */
function selected(operand: Expression, field: string): Expression {
  const name = '__of';
  const template = parsedTemplate(`__given.filter(${name}, has(${name}.${field})).map(${name}, ${name}.${field})`);
  const values = called('optional.unwrap', listOf([opened(operand)]));
  return onTarget('first', replaced(template, values));
}

function replaced(template: Expression, values: Expression): Expression {
  const kind = template.exprKind;
  if (kind.case === 'identExpr' && kind.value.name === '__given') return values;
  return mapped(template, (part) => replaced(part, values));
}

const opened = (operand: Expression): Expression => called(accessNames.opened, operand);

function structure(expression: Expression): Expression {
  const kind = expression.exprKind;
  if (kind.case !== 'structExpr') return expression;
  const plain: typeof kind.value.entries = [];
  const keys: Expression[] = [];
  const values: Expression[] = [];
  for (const entry of kind.value.entries) {
    const { keyKind } = entry;
    const value = entry.value && withOptionalAccess(entry.value);
    const key = keyKind.case === 'mapKey' ? marked(keyKind.value) : undefined;
    if (value && key) {
      keys.push(withOptionalAccess(key));
      values.push(value);
    } else if (value && keyKind.case === 'fieldKey' && keyKind.value.startsWith(optionalMark)) {
      const field = unmarked(keyKind.value);
      const given = called(accessNames.field, value, textOf(kind.value.messageName), textOf(field));
      plain.push({ ...entry, keyKind: { ...keyKind, value: field }, value: given });
    } else {
      const changed = keyKind.case === 'mapKey' ? { ...keyKind, value: withOptionalAccess(keyKind.value) } : keyKind;
      plain.push({ ...entry, keyKind: changed, ...(value && { value }) });
    }
  }
  const rest: Expression = { ...expression, exprKind: { ...kind, value: { ...kind.value, entries: plain } } };
  return keys.length === 0 ? rest : called(accessNames.entries, rest, listOf(keys), listOf(values));
}

function called(name: string, ...args: Expression[]): Expression {
  const template = parsedTemplate('f()');
  const kind = template.exprKind;
  if (kind.case !== 'callExpr') throw misplaced();
  const [namespace, method] = name.split('.');
  if (method === undefined)
    return { ...template, exprKind: { ...kind, value: { ...kind.value, function: name, args } } };
  const target = parsedTemplate(namespace ?? '');
  return { ...template, exprKind: { ...kind, value: { ...kind.value, target, function: method, args } } };
}

function onTarget(method: string, target: Expression): Expression {
  const template = parsedTemplate(`t.${method}()`);
  const kind = template.exprKind;
  return kind.case === 'callExpr' ? { ...template, exprKind: { ...kind, value: { ...kind.value, target } } } : template;
}

function listOf(elements: Expression[]): Expression {
  const template = parsedTemplate('[0]');
  const kind = template.exprKind;
  return kind.case === 'listExpr'
    ? { ...template, exprKind: { ...kind, value: { ...kind.value, elements } } }
    : template;
}

const textOf = (text: string): Expression => parsedTemplate(JSON.stringify(text));
