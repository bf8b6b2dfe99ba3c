import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { presentCaller, requireCaller } from '../../identity/context.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { isRecord } from '../../platform/is-record.js';
import { problem } from '../../platform/problems.js';
import type { PkiContext } from '../context.js';
import { givenOf } from '../graphql/given.js';
import type { TypedInput } from '../graphql/given.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { issued } from '../issuance/issuance.resolver.js';
import { externalIssueFields, externalSignFields } from '../policy/index.js';
import type { ForService, Waiting } from './external-issuance.js';
import type { KeptExternalPolicy } from './external-policy.store.js';
import {
  ConfigureExternalPolicyInput,
  ConfigureExternalPolicyPayload,
  ExternalPolicy,
  IssueByExternalPolicyInput,
  IssueByExternalPolicyPayload,
  SignByExternalPolicyInput,
  SignByExternalPolicyPayload,
  SignIntermediateByExternalPolicyInput,
  SignIntermediateByExternalPolicyPayload,
} from './external-policy.type.js';

interface PlacedInput {
  readonly mount?: string | null;
  readonly issuerRef?: string | null;
  readonly policy?: string | null;
  readonly request?: unknown;
}
type IssueInput = PlacedInput & TypedInput<typeof externalIssueFields>;
type SignInput = PlacedInput & TypedInput<typeof externalSignFields>;

const targetOf = (input: PlacedInput) => ({
  mount: mountOf(input),
  issuerRef: input.issuerRef ?? undefined,
  policy: input.policy ?? undefined,
});

const waiting = (context: PkiContext): Waiting => ({
  get signal() {
    return context.signal;
  },
  whenEnded: (listener) => context.whenEnded(listener),
  presentCaller: () => presentCaller(context),
});

/** @throws INVALID_INPUT for parameters without names */
function forService({ request }: PlacedInput): ForService {
  if (request === undefined || request === null) return {};
  if (!isRecord(request)) throw problem('INVALID_INPUT', 'request must be an object', ['request']);
  return request;
}

const shown = ({ config, updatedAt, lastSuccessAt }: KeptExternalPolicy): ExternalPolicy => ({
  ...config,
  updatedAt,
  lastSuccessAt,
});

@Resolver()
export class ExternalPolicyResolver {
  @Lookup(() => ExternalPolicy, {
    description: 'The service that decides about certificates of a mount, and how it is called.',
  })
  async externalPolicy(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return shown(await context.pki.externalPolicies.read(requireCaller(context), mount));
  }

  @Mutation(() => ConfigureExternalPolicyPayload, {
    description: 'Changes which service decides about certificates of a mount, and how it is called.',
  })
  configureExternalPolicy(
    @Arg('input', () => ConfigureExternalPolicyInput) input: ConfigureExternalPolicyInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return payload('externalPolicy', async () =>
      shown(await context.pki.externalPolicies.change(caller, mountOf(input), input)),
    );
  }

  @Mutation(() => IssueByExternalPolicyPayload, {
    description:
      'Generates a key pair and issues its certificate, as the external policy service decides. The service does not see the private key.',
  })
  issueByExternalPolicy(@Arg('input', () => IssueByExternalPolicyInput) input: IssueInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { externalIssuance } = context.pki;
    return issued(() =>
      externalIssuance.issue(
        caller,
        targetOf(input),
        forService(input),
        givenOf(externalIssueFields, input),
        waiting(context),
      ),
    );
  }

  @Mutation(() => SignByExternalPolicyPayload, {
    description: 'Issues a certificate for a signing request, as the external policy service decides.',
  })
  signByExternalPolicy(@Arg('input', () => SignByExternalPolicyInput) input: SignInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { externalIssuance } = context.pki;
    return issued(() =>
      externalIssuance.sign(
        caller,
        targetOf(input),
        forService(input),
        givenOf(externalSignFields, input),
        waiting(context),
      ),
    );
  }

  @Mutation(() => SignIntermediateByExternalPolicyPayload, {
    description:
      'Issues a CA certificate for a signing request, as the external policy service decides. For trusted operators only.',
  })
  signIntermediateByExternalPolicy(
    @Arg('input', () => SignIntermediateByExternalPolicyInput) input: SignInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const { externalIssuance } = context.pki;
    return issued(() =>
      externalIssuance.signIntermediate(
        ...([
          caller,
          targetOf(input),
          forService(input),
          givenOf(externalSignFields, input),
          waiting(context),
        ] as const),
      ),
    );
  }
}
