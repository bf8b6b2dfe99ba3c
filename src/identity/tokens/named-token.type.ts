import { Field, ID, InputType } from 'type-graphql';
import { OneOf } from '../../platform/graphql/one-of.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { Duration } from '../../platform/graphql/scalars.js';
import { ServiceTokenType, warned } from './service-token.type.js';
import type { TokenReference } from './named-tokens.js';

@OneOf('ServiceTokenRef', 'Names a token: by its accessor, or by its text.')
export class ServiceTokenRefType {
  @Field(() => String, { nullable: true, description: 'Its accessor, which gives no access.' })
  accessor?: string;

  @Field(() => String, { nullable: true, description: 'Its text.' })
  token?: string;
}

export const tokenReferenceOf = ({ accessor, token }: ServiceTokenRefType): TokenReference =>
  accessor === undefined ? { token: token ?? '' } : { accessor };

@InputType({ description: 'The token to renew.' })
export class RenewServiceTokenInput {
  @Field(() => ServiceTokenRefType, { description: 'The token.' })
  token!: ServiceTokenRefType;

  @Field(() => Duration, {
    nullable: true,
    description:
      'The new time to live, from now. Defaults to the time to live that the token was created with. A periodic token always gets its period.',
  })
  increment?: number | null;
}

@InputType({ description: 'The token to revoke, with every token created from it.' })
export class RevokeServiceTokenInput {
  @Field(() => ServiceTokenRefType, { description: 'The token.' })
  token!: ServiceTokenRefType;
}

@InputType({ description: 'The token to revoke, without the tokens created from it.' })
export class RevokeTokenAloneInput {
  @Field(() => String, { description: 'The text of the token.' })
  token!: string;
}

export const RenewServiceTokenPayload = warned('RenewServiceTokenPayload', 'serviceToken', () => ServiceTokenType);
export const RevokeServiceTokenPayload = payloadType('RevokeServiceTokenPayload', 'deletedId', () => ID);
export const RevokeTokenAlonePayload = payloadType('RevokeTokenAlonePayload', 'deletedId', () => ID);
