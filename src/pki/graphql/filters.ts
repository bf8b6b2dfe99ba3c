import 'reflect-metadata';
import { Field, InputType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/scalars.js';

/** The filter of a list of objects with names. */
export interface NameSearch {
  /** Part of the name, in any case. */
  readonly search?: string | null | undefined;
}

@InputType()
class NameFilter implements NameSearch {
  @Field(() => String, { nullable: true, description: 'Part of the name. Case does not matter.' })
  readonly search?: string | null;
}

@InputType({ description: 'A filter for roles. All conditions must be met.' })
export class RoleFilter extends NameFilter {}

@InputType({ description: 'A filter for CEL roles. All conditions must be met.' })
export class CelRoleFilter extends NameFilter {}

@InputType({ description: 'A filter for keys. All conditions must be met.' })
export class IssuerKeyFilter extends NameFilter {}

@InputType({ description: 'A filter for issuers. All conditions must be met.' })
export class IssuerFilter extends NameFilter {
  @Field(() => DateTime, {
    nullable: true,
    description: 'Only issuers whose certificate expires at this time or later.',
  })
  readonly expiresAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only issuers whose certificate expires before this time.' })
  readonly expiresBefore?: Date | null;
}

@InputType({ description: 'A filter for certificate authorities. All conditions must be met.' })
export class MountFilter {
  @Field(() => String, { nullable: true, description: 'Part of the path. Case does not matter.' })
  readonly search?: string | null;
}
