import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { isRecord } from '../../platform/is-record.js';
import { problem } from '../../platform/problems.js';
import type { PkiContext } from '../context.js';
import { mountOf } from '../graphql/mount-argument.js';
import { explained, issued } from '../issuance/issuance.resolver.js';
import { IssuanceExplanation } from '../issuance/issuance.type.js';
import {
  ExplainCelIssuanceInput,
  IssueByCelRoleInput,
  IssueByCelRolePayload,
  SignByCelRoleInput,
  SignByCelRolePayload,
} from './cel-issuance.type.js';

type Asked = IssueByCelRoleInput | SignByCelRoleInput | ExplainCelIssuanceInput;

const targetOf = (input: Asked) => ({ mount: mountOf(input), role: input.role });

/** @throws INVALID_INPUT for parameters without names */
function requestOf(input: Asked) {
  if (!isRecord(input.request)) throw problem('INVALID_INPUT', 'request must be an object', ['request']);
  const removeRootsFromChain = 'removeRootsFromChain' in input && input.removeRootsFromChain === true;
  const csr = 'csr' in input && typeof input.csr === 'string' ? { csr: input.csr } : {};
  return { request: input.request, removeRootsFromChain, ...csr };
}

@Resolver()
export class CelIssuanceResolver {
  @Mutation(() => IssueByCelRolePayload, {
    description: 'Generates a key pair and issues its certificate, as the program of a CEL role decides.',
  })
  issueByCelRole(@Arg('input', () => IssueByCelRoleInput) input: IssueByCelRoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { celIssuance } = context.pki;
    return issued(() => celIssuance.issue(caller, targetOf(input), requestOf(input), context));
  }

  @Mutation(() => SignByCelRolePayload, {
    description: 'Issues a certificate for a signing request, as the program of a CEL role decides.',
  })
  signByCelRole(@Arg('input', () => SignByCelRoleInput) input: SignByCelRoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { celIssuance } = context.pki;
    return issued(() => celIssuance.issue(caller, targetOf(input), requestOf(input)));
  }

  @Query(() => IssuanceExplanation, {
    description:
      'A dry run: the certificate that the program of a CEL role wants, or each rule that the request or the program breaks. Nothing is issued or stored.',
  })
  async explainCelIssuance(
    @Arg('input', () => ExplainCelIssuanceInput, { description: 'The request to explain.' })
    input: ExplainCelIssuanceInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return explained(await context.pki.celIssuance.explain(caller, targetOf(input), requestOf(input)));
  }
}
