import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { namesOf } from '../certificates/names.js';
import type { PkiContext } from '../context.js';
import { done } from '../graphql/payloads.js';
import { givenOf } from '../graphql/given.js';
import type { TypedInput } from '../graphql/given.js';
import { mountOf } from '../graphql/mount-argument.js';
import {
  intermediateFields,
  issueFields,
  readTable,
  rules,
  selfIssuedFields,
  signFields,
  verbatimFields,
  type PlannedCertificate,
} from '../policy/index.js';
import { camel } from '../../platform/wording.js';
import { spelledForGraphql } from '../policy/parameters/index.js';
import type { IssuedCertificate as Issued } from './certificate-making.js';
import type { Explanation } from './certify.js';
import {
  ExplainIssuanceInput,
  IssuanceExplanation,
  IssueCertificateInput,
  IssueCertificatePayload,
  SignCertificateInput,
  SignCertificatePayload,
  SignIntermediateInput,
  SignIntermediatePayload,
  SignSelfIssuedInput,
  SignSelfIssuedPayload,
  SignVerbatimInput,
  SignVerbatimPayload,
} from './issuance.type.js';

interface PlacedInput {
  readonly mount?: string | null;
  readonly issuerRef?: string | null;
}
interface RoleInput extends PlacedInput {
  readonly role: string;
}
type IssueInput = RoleInput & TypedInput<typeof issueFields>;
type SignInput = RoleInput & TypedInput<typeof signFields>;
type VerbatimInput = PlacedInput & { readonly role?: string | null } & TypedInput<typeof verbatimFields>;
type IntermediateInput = PlacedInput &
  TypedInput<typeof intermediateFields> & { readonly withoutCommonName?: boolean | null };
type SelfIssuedInput = PlacedInput & TypedInput<typeof selfIssuedFields>;

const targetOf = (input: PlacedInput) => ({ mount: mountOf(input), issuerRef: input.issuerRef ?? undefined });
const roleTargetOf = (input: RoleInput) => ({ ...targetOf(input), role: input.role });

/** The result of issuance, with the differences from the request. */
export const issued = (issue: () => Promise<Issued>) =>
  done(async () => {
    const { warnings, ...issuedCertificate } = await issue();
    return { issuedCertificate, warnings };
  });

@Resolver()
export class IssuanceResolver {
  @Mutation(() => IssueCertificatePayload, {
    description: 'Generates a key pair and issues its certificate, as a role allows.',
  })
  issueCertificate(@Arg('input', () => IssueCertificateInput) input: IssueInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { issuance } = context.pki;
    return issued(() => issuance.issue(caller, roleTargetOf(input), givenOf(issueFields, input), context));
  }

  @Mutation(() => SignCertificatePayload, {
    description: 'Issues a certificate for a signing request, as a role allows.',
  })
  signCertificate(@Arg('input', () => SignCertificateInput) input: SignInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { issuance } = context.pki;
    return issued(() => issuance.sign(caller, roleTargetOf(input), givenOf(signFields, input)));
  }

  @Mutation(() => SignVerbatimPayload, {
    description:
      'Issues a certificate with the contents of the signing request. Requests for CA certificates are refused. For trusted operators only.',
  })
  signVerbatim(@Arg('input', () => SignVerbatimInput) input: VerbatimInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const target = { ...targetOf(input), role: input.role ?? undefined };
    return issued(() => context.pki.issuance.signVerbatim(caller, target, givenOf(verbatimFields, input)));
  }

  @Mutation(() => SignIntermediatePayload, {
    description: 'Issues a CA certificate for a signing request. For trusted operators only.',
  })
  signIntermediate(@Arg('input', () => SignIntermediateInput) input: IntermediateInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { issuance } = context.pki;
    const unnamed = input.withoutCommonName === true;
    return issued(() =>
      issuance.signIntermediate(caller, targetOf(input), givenOf(intermediateFields, input), { unnamed }),
    );
  }

  @Mutation(() => SignSelfIssuedPayload, {
    description:
      'Signs a self-issued CA certificate without changes, to prepare the change to a new root. For trusted operators only.',
  })
  signSelfIssued(@Arg('input', () => SignSelfIssuedInput) input: SelfIssuedInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { values: request } = readTable(selfIssuedFields, givenOf(selfIssuedFields, input));
    return done(async () => {
      const { warnings, ...crossSignedRoot } = await context.pki.selfIssued.sign(caller, targetOf(input), request);
      return { crossSignedRoot, warnings };
    });
  }

  @Query(() => IssuanceExplanation, {
    description:
      'A dry run: the certificate that a role would issue, or each rule that the request breaks. Nothing is issued or stored.',
  })
  async explainIssuance(
    @Arg('input', () => ExplainIssuanceInput, { description: 'The request to explain.' }) input: IssueInput & SignInput,
    @Ctx() context: PkiContext,
  ) {
    const given = givenOf({ ...issueFields, ...signFields }, input);
    const explanation = await context.pki.issuance.explain(requireCaller(context), roleTargetOf(input), given);
    return explained(explanation);
  }
}

/** Findings are read by people. */
const mostFindings = 100;

export function explained({ decision, findings: found }: Explanation): IssuanceExplanation {
  const { broken } = decision;
  const findings = found.slice(0, mostFindings).map(({ lint: { id, source, severity }, message, refuses }) => ({
    lint: id,
    source,
    severity,
    message,
    refuses,
  }));
  if (broken) {
    const brokenRules = broken.map(({ field, message, value, rule }) => ({
      field: [camel(field)],
      value,
      rule,
      meaning: rules[rule],
      message: spelledForGraphql(message, value),
    }));
    return { allowed: false, certificate: null, brokenRules, findings, warnings: [] };
  }
  const { planned, warnings } = decision;
  return { allowed: true, certificate: plannedType(planned), brokenRules: [], findings, warnings: [...warnings] };
}

function plannedType(planned: PlannedCertificate): IssuanceExplanation['certificate'] {
  const { key, notBefore, notAfter, keyUsages, extKeyUsages } = planned;
  const spec = 'make' in key ? key.make : key.given.spec;
  return {
    notBefore,
    notAfter,
    keyUsages,
    extKeyUsages,
    subject: planned.subject.toString(),
    names: namesOf(planned.names),
    keyType: spec.type,
    keyBits: spec.type === 'ed25519' ? 0 : spec.bits,
  };
}
