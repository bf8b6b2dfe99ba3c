import { parse } from '@bufbuild/cel';

type Parsed = ReturnType<typeof parse>;
export type Expression = NonNullable<Parsed['expr']>;
type Kind = Expression['exprKind'];

const templates: Readonly<Record<string, (variable: string) => string>> = {
  optMap: (variable) => `__t.hasValue() ? optional.of([__t.value()].map(${variable}, __e)[0]) : optional.none()`,
  optFlatMap: (variable) => `__t.hasValue() ? [__t.value()].map(${variable}, __e)[0] : optional.none()`,
  sortBy: (variable) => `lists.sortedBy(__t, __t.map(${variable}, __e))`,
};

/** Macros that write what they were given twice: so many of them in each other are as long as a program may become. */
const deepest = 8;

/**
 * cel-go's macros that the parser does not know, in terms of what it knows: `optMap`, `optFlatMap`, `sortBy`, and `math.greatest` and `math.least` with several
 * numbers.
 * @throws Error for a macro without its name of a variable, or too many in each other
 */
export function withMacros(expression: Expression): Expression {
  return expanded(expression, 0);
}

function expanded(expression: Expression, depth: number): Expression {
  const kind = expression.exprKind;
  if (kind.case === 'callExpr') {
    const { target, function: name, args } = kind.value;
    const template = templates[name];
    const [variable, body] = args;
    if (target && template && variable && body && args.length === 2) {
      if (depth >= deepest) throw new Error(`more than ${deepest} of optMap, optFlatMap and sortBy are in each other`);
      if (variable.exprKind.case !== 'identExpr') throw new Error(`${name} wants the name of a variable`);
      const given = { __t: expanded(target, depth + 1), __e: expanded(body, depth + 1) };
      return substituted(parsedTemplate(template(variable.exprKind.value.name)), given);
    }
    const isMath = target?.exprKind.case === 'identExpr' && target.exprKind.value.name === 'math';
    if (isMath && (name === 'greatest' || name === 'least') && !isOneList(args)) {
      const list = parsedTemplate('[0]');
      if (list.exprKind.case !== 'listExpr') throw new Error('a list is no list');
      const elements = args.map((each) => expanded(each, depth));
      const items: Kind = { case: 'listExpr', value: { ...list.exprKind.value, elements } };
      const numbers = { ...list, exprKind: items };
      return { ...expression, exprKind: { case: 'callExpr', value: { ...kind.value, args: [numbers] } } };
    }
  }
  return mapped(expression, (inner) => expanded(inner, depth));
}

/** A single argument is taken as a list: it may be a variable for one, and otherwise there is nothing to compare. */
const isOneList = (args: readonly Expression[]): boolean => args.length === 1 && args[0]?.exprKind.case !== 'constExpr';

export const parsedTemplate = (text: string): Expression => parse(text).expr;

function substituted(template: Expression, given: Readonly<Record<'__t' | '__e', Expression>>): Expression {
  const kind = template.exprKind;
  if (kind.case === 'identExpr') {
    const { name } = kind.value;
    if (name === '__t' || name === '__e') return given[name];
  }
  return mapped(template, (inner) => substituted(inner, given));
}

/** The same expression with every part changed. */
export function mapped(expression: Expression, change: (part: Expression) => Expression): Expression {
  const kind = expression.exprKind;
  const one = (part: Expression | undefined) => part && change(part);
  const made = (exprKind: Kind): Expression => ({ ...expression, exprKind });
  switch (kind.case) {
    case 'selectExpr': {
      const operand = one(kind.value.operand);
      return made({ ...kind, value: { ...kind.value, ...(operand && { operand }) } });
    }
    case 'callExpr': {
      const target = one(kind.value.target);
      return made({ ...kind, value: { ...kind.value, ...(target && { target }), args: kind.value.args.map(change) } });
    }
    case 'listExpr':
      return made({ ...kind, value: { ...kind.value, elements: kind.value.elements.map(change) } });
    case 'structExpr': {
      const entries = kind.value.entries.map((entry) => {
        const { keyKind } = entry;
        const value = one(entry.value);
        const key = keyKind.case === 'mapKey' ? { ...keyKind, value: change(keyKind.value) } : keyKind;
        return { ...entry, keyKind: key, ...(value && { value }) };
      });
      return made({ ...kind, value: { ...kind.value, entries } });
    }
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
      const parts = Object.entries({ iterRange, accuInit, loopCondition, loopStep, result });
      const changed = Object.fromEntries(parts.flatMap(([name, part]) => (part ? [[name, change(part)]] : [])));
      return made({ ...kind, value: { ...kind.value, ...changed } });
    }
    default:
      return expression;
  }
}
