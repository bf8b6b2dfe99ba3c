import type { CelEnv, parse } from '@bufbuild/cel';
import { namespace, typeRoots } from './messages.js';

type Expression = ReturnType<typeof parse>['expr'];

/**
 * Functions, messages and fields that an expression names and that do not exist: without them it can only fail.
 * @param variables names of the variables that there are; without them, those that an expression names are not looked at
 */
export function unknownNames(env: CelEnv, expression: Expression, variables?: readonly string[]): string[] {
  const unknown = new Set<string>();
  const known = variables && new Set([...variables, ...typeNames, ...rootNames]);
  const look = (part: Expression | undefined): void => {
    const kind = part?.exprKind;
    switch (kind?.case) {
      case 'identExpr': {
        const { name } = kind.value;
        if (known && !known.has(name.replace(/^\./, ''))) unknown.add(`variable ${name}`);
        break;
      }
      case 'selectExpr':
        look(kind.value.operand);
        break;
      case 'callExpr': {
        const { target, function: name, args } = kind.value;
        const qualified = target && qualifiedName(target);
        const isThere =
          // Operators have names with other signs, and not all of them are functions.
          !/^[a-z]/i.test(name) ||
          env.funcs.find(name) !== undefined ||
          (qualified !== undefined && spellings(`${qualified}.${name}`).some((each) => env.funcs.find(each)));
        if (!isThere) unknown.add(`function ${name}`);
        // `base64` of `base64.encode` is no variable.
        if (target && (qualified === undefined || env.funcs.find(`${qualified}.${name}`) === undefined)) look(target);
        args.forEach(look);
        break;
      }
      case 'listExpr':
        kind.value.elements.forEach(look);
        break;
      case 'structExpr': {
        const { messageName, entries } = kind.value;
        const message = spellings(messageName)
          .map((each) => env.registry.getMessage(each))
          .find((each) => each !== undefined);
        if (messageName !== '' && message === undefined) unknown.add(`message ${messageName}`);
        for (const { keyKind, value } of entries) {
          if (keyKind.case === 'mapKey') look(keyKind.value);
          else if (keyKind.case === 'fieldKey' && message && !message.fields.some(({ name }) => name === keyKind.value))
            unknown.add(`field ${keyKind.value} of ${message.name}`);
          look(value);
        }
        break;
      }
      case 'comprehensionExpr': {
        const { iterRange, iterVar, iterVar2, accuVar, accuInit, loopCondition, loopStep, result } = kind.value;
        // One that is only there inside is taken for known outside too: there it fails when it is evaluated.
        for (const name of [iterVar, iterVar2, accuVar]) known?.add(name);
        for (const each of [iterRange, accuInit, loopCondition, loopStep, result]) look(each);
        break;
      }
      default:
    }
  };
  look(expression);
  return [...unknown];
}

/** CEL specification, values: the names of types are values too. */
const typeNames = [
  'bool',
  'bytes',
  'double',
  'dyn',
  'int',
  'list',
  'map',
  'null_type',
  'string',
  'type',
  'uint',
] as const;
/** What the names of messages and enums begin with, by themselves and below the namespace. */
const rootNames = [...typeRoots, namespace.split('.')[0] ?? '', 'google'];

/** `base64`, of `base64.encode(…)`. */
function qualifiedName({ exprKind }: Expression): string | undefined {
  if (exprKind.case === 'identExpr') return exprKind.value.name;
  if (exprKind.case !== 'selectExpr' || !exprKind.value.operand) return undefined;
  const above = qualifiedName(exprKind.value.operand);
  return above === undefined ? undefined : `${above}.${exprKind.value.field}`;
}

/** With the namespace and its parts in front, the longest first, as CEL resolves names. */
function spellings(name: string): string[] {
  const parts = namespace.split('.');
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('.')}.${name}`), name];
}
