import type { CelEnv, parse } from '@bufbuild/cel';
import { namespace } from './messages.js';

type Expression = ReturnType<typeof parse>['expr'];

/** Functions, messages and fields that an expression names and that do not exist: without them it can only fail. */
export function unknownNames(env: CelEnv, expression: Expression): string[] {
  const unknown = new Set<string>();
  const look = (part: Expression | undefined): void => {
    const kind = part?.exprKind;
    switch (kind?.case) {
      case 'selectExpr':
        look(kind.value.operand);
        break;
      case 'callExpr': {
        const { target, function: name, args } = kind.value;
        const qualified = target && qualifiedName(target);
        const known =
          // Operators have names with other signs, and not all of them are functions.
          !/^[a-z]/i.test(name) ||
          env.funcs.find(name) !== undefined ||
          (qualified !== undefined && spellings(`${qualified}.${name}`).some((each) => env.funcs.find(each)));
        if (!known) unknown.add(`function ${name}`);
        if (target) look(target);
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
        const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
        for (const each of [iterRange, accuInit, loopCondition, loopStep, result]) look(each);
        break;
      }
      default:
    }
  };
  look(expression);
  return [...unknown];
}

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
