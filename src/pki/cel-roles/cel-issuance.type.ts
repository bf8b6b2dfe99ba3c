import { Field, InputType } from 'type-graphql';
import { JSONScalar } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { issuedPayload } from '../issuance/issuance.type.js';

const role = { description: 'Name of the CEL role.' };
const request = {
  description:
    'The parameters of the certificate: any object. Only the program of the role says what they mean; it knows them as `request`.',
};
const withoutRoots = {
  nullable: true,
  description: 'Whether self-signed certificates are left out of the chain of the answer. Defaults to false.',
};
const csr = 'The signing request, in PEM.';

@InputType({ description: 'The parameters of the certificate.' })
export class IssueByCelRoleInput extends InMountInput {
  @Field(() => String, role)
  readonly role!: string;

  @Field(() => JSONScalar, request)
  readonly request!: unknown;

  @Field(() => Boolean, withoutRoots)
  readonly removeRootsFromChain?: boolean | null;
}

@InputType({ description: 'The signing request and the parameters of the certificate.' })
export class SignByCelRoleInput extends InMountInput {
  @Field(() => String, role)
  readonly role!: string;

  @Field(() => String, { description: csr })
  readonly csr!: string;

  @Field(() => JSONScalar, request)
  readonly request!: unknown;

  @Field(() => Boolean, withoutRoots)
  readonly removeRootsFromChain?: boolean | null;
}

@InputType({
  description: 'The request to explain. With a signing request it explains signing, otherwise issuance.',
})
export class ExplainCelIssuanceInput extends InMountInput {
  @Field(() => String, role)
  readonly role!: string;

  @Field(() => String, { nullable: true, description: csr })
  readonly csr?: string | null;

  @Field(() => JSONScalar, request)
  readonly request!: unknown;
}

export const IssueByCelRolePayload = issuedPayload('IssueByCelRolePayload');
export const SignByCelRolePayload = issuedPayload('SignByCelRolePayload');
