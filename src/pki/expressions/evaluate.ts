import { celEnv, isCelError, isCelList, isCelMap, parse, plan } from '@bufbuild/cel';
import type { CelEnv, CelInput, CelValue } from '@bufbuild/cel';
import { toJsonString } from '@bufbuild/protobuf';
import type { FileRegistry } from '@bufbuild/protobuf';
import { isReflectMessage } from '@bufbuild/protobuf/reflect';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { functionsWithin, OctetRoom } from './functions.js';
import { asInput } from './input.js';
import { messageRegistry, namespace, outputMessage } from './messages.js';
import { withMacros } from './macros.js';
import { withOptionalAccess } from './optional-access.js';
import { withoutOptionalSigns } from './optional-signs.js';
import { Optionals } from './optionals.js';
import { knownVariables, programLimits } from './program.js';
import type { Program, ProgramFault, ProgramInput, ProgramResult } from './program.js';
import { unknownNames } from './unknown-names.js';

type Bindings = Record<string, CelInput>;

/** Runs programs at once, without a bound of time or memory: only in a process that somebody watches. */
export class Evaluator {
  readonly #registry: FileRegistry = messageRegistry();
  readonly #room = new OctetRoom();
  readonly #optionals = new Optionals(this.#registry);
  readonly #env: CelEnv = celEnv({
    namespace,
    registry: this.#registry,
    funcs: functionsWithin(this.#room, this.#optionals),
  });

  /** The expressions that are not CEL, or name what does not exist. */
  faultsOf({ variables, expression }: Program): ProgramFault[] {
    const parts = [
      ...variables.map((variable, index) => ({ field: `variables[${index}].expression`, text: variable.expression })),
      { field: 'expression', text: expression },
    ];
    const declared = [...knownVariables, ...variables.map(({ name }) => name)];
    return parts.flatMap(({ field, text }) => {
      try {
        const parsed = parsedOf(text);
        const [first, ...more] = unknownNames(
          this.#env,
          parsed.expr,
          // As in OpenBao, a variable may name a later one: it fails when it is evaluated.
          field === 'expression' ? declared : undefined,
        );
        if (first !== undefined) {
          return [{ field, message: `there is no ${[first, ...more].join(', no ')}` }];
        }
        plan(this.#env, parsed);
        return [];
      } catch (error) {
        return [{ field, message: messageOf(error) }];
      }
    });
  }

  run({ variables, expression }: Program, input: ProgramInput): ProgramResult {
    this.#room.renew();
    this.#optionals.renew();
    let bindings: Bindings;
    try {
      bindings = bindingsOf(input);
    } catch (error) {
      return failed(messageOf(error));
    }
    for (const [index, variable] of variables.entries()) {
      const step = this.#evaluate(variable.expression, bindings);
      if (step.failed !== undefined) {
        return { kind: 'failed', fault: { field: `variables[${index}].expression`, message: step.failed } };
      }
      bindings[variable.name] = step.value;
    }
    const last = this.#evaluate(expression, bindings);
    if (last.failed !== undefined) return failed(last.failed);
    return this.#resultOf(last.value);
  }

  #evaluate(expression: string, bindings: Bindings): { value: CelValue; failed?: never } | { failed: string } {
    try {
      const value = plan(this.#env, parsedOf(expression))(bindings);
      return isCelError(value) ? { failed: shortened(value.message) } : { value };
    } catch (error) {
      return { failed: messageOf(error) };
    }
  }

  #resultOf(value: CelValue): ProgramResult {
    if (typeof value === 'string') return { kind: 'refused', reason: shortened(value) };
    // OpenBao: also `true` refuses, because it says nothing of what to issue.
    if (typeof value === 'boolean') return { kind: 'refused', reason: null };
    if (!isReflectMessage(value) || value.desc.typeName !== outputMessage) {
      return failed(`the result is ${kindOf(value)} and not a ValidationOutput, a text or a bool`);
    }
    try {
      const output = toJsonString(value.desc, value.message, { registry: this.#registry, useProtoFieldName: true });
      return output.length <= programLimits.output
        ? { kind: 'allowed', output }
        : failed(`the result has more than ${programLimits.output} characters`);
    } catch (error) {
      return failed(messageOf(error));
    }
  }
}

/** @throws Error for what is not CEL */
function parsedOf(text: string): ReturnType<typeof parse> {
  const parsed = parse(withoutOptionalSigns(text));
  return { ...parsed, expr: withMacros(withOptionalAccess(parsed.expr)) };
}

const failed = (message: string): ProgramResult => ({ kind: 'failed', fault: { field: 'expression', message } });

/** The token of the caller is a secret, and a certificate could carry it away: it stays empty. */
function bindingsOf({ request, parsedCsr, now, entityId, entityInfo }: ProgramInput): Bindings {
  const bindings: Bindings = {
    request: asInput(request),
    now: timestampFromMs(now),
    use_csr: parsedCsr !== undefined,
    entity_id: entityId,
    entity_groups: [],
    entity_info: asInput(entityInfo),
    client_token: '',
    ...(parsedCsr !== undefined && { parsed_csr: asInput(parsedCsr) }),
  };
  // A name that is not bound finds nothing, and no member of a prototype.
  Object.setPrototypeOf(bindings, null);
  return bindings;
}

function kindOf(value: CelValue): string {
  if (value === null) return 'null';
  if (isCelList(value)) return 'a list';
  if (isCelMap(value)) return 'a map';
  if (isReflectMessage(value)) return `a ${value.desc.name}`;
  if (typeof value === 'bigint' || typeof value === 'number') return 'a number';
  return 'of another type';
}

/** Without halves of characters, which a text may have, but no answer and no record. */
const shortened = (text: string): string =>
  (text.length > programLimits.reason ? `${text.slice(0, programLimits.reason - 1)}…` : text).replace(
    /\p{Surrogate}/gu,
    '\u{fffd}',
  );

const messageOf = (error: unknown): string =>
  shortened(
    error instanceof RangeError
      ? 'the expression is nested too deeply'
      : error instanceof Error
        ? error.message
        : String(error),
  );
