import { isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { inGraphql, inVault } from '../wording.js';
import type { Said } from '../wording.js';
import type { RequestContext } from './context.js';

interface Told {
  readonly message: string;
  readonly inGraphql?: string;
}
interface Incomplete {
  readonly lacking?: Said | null;
}
interface Warned {
  readonly warnings: readonly Said[];
}

/** REST paths hear the names of Vault's API, all others those of GraphQL. */
const isForRest = ({ reasons }: RequestContext): boolean => reasons === 'told';

/** Has problems, `warnings` and `lacking` spell parameters as the API of their reader does. */
export function applySpelling(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const { message, warnings, lacking } = type.getFields();
    if (message && type.getInterfaces().some(({ name }) => name === 'Problem')) {
      message.resolve = (problem: Told, _args, context: RequestContext) =>
        isForRest(context) ? problem.message : (problem.inGraphql ?? problem.message);
    }
    if (warnings) {
      warnings.resolve = (payload: Warned, _args, context: RequestContext) =>
        payload.warnings.map(isForRest(context) ? inVault : inGraphql);
    }
    if (lacking) {
      lacking.resolve = ({ lacking: said }: Incomplete, _args, context: RequestContext) =>
        said === null || said === undefined ? null : (isForRest(context) ? inVault : inGraphql)(said);
    }
  }
}
