import type { GraphQLFieldMap, GraphQLSchema } from 'graphql';
import type { IdentityContext } from '../../identity/context.js';
import { inputParameters, inputTables } from '../rest/vault/routes/input-parameters.js';

/** Shows the policies of a caller the parameters of a field of the certificate authority, with their REST names. */
export function tellParameters(schema: GraphQLSchema): void {
  const fields: GraphQLFieldMap<unknown, unknown> = {
    ...schema.getQueryType()?.getFields(),
    ...schema.getMutationType()?.getFields(),
  };
  for (const [name, table] of Object.entries(inputTables)) {
    const field = fields[name];
    const resolve = field?.resolve;
    if (!field || !resolve) continue;
    field.resolve = (root, args: Readonly<Record<string, unknown>>, context, info) => {
      const go = (): unknown => resolve(root, args, context, info);
      if (!isOfIdentity(context)) return go();
      const asked = { parameters: () => inputParameters(table, args), byCall: false };
      return context.identity.policies.asking(context.caller, asked, go);
    };
  }
}

const isOfIdentity = (context: unknown): context is Pick<IdentityContext, 'identity' | 'caller'> =>
  typeof context === 'object' && context !== null && 'identity' in context && 'caller' in context;
