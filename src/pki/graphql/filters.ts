import 'reflect-metadata';
import { Field, InputType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/scalars.js';

/** What a list of named things is narrowed by. */
export interface NameSearch {
  /** Part of the name, in upper or lower case. */
  readonly search?: string | null | undefined;
}

@InputType()
class NameFilter implements NameSearch {
  @Field(() => String, { nullable: true, description: 'Part of the name, in upper or lower case.' })
  readonly search?: string | null;
}

@InputType({ description: 'Which roles; all conditions must be met.' })
export class RoleFilter extends NameFilter {}

@InputType({ description: 'Which keys; all conditions must be met.' })
export class IssuerKeyFilter extends NameFilter {}

@InputType({ description: 'Which issuers; all conditions must be met.' })
export class IssuerFilter extends NameFilter {
  @Field(() => DateTime, { nullable: true, description: 'Its certificate expires then or later.' })
  readonly expiresAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Its certificate expires before.' })
  readonly expiresBefore?: Date | null;
}

@InputType({ description: 'Which certificate authorities; all conditions must be met.' })
export class MountFilter {
  @Field(() => String, { nullable: true, description: 'Part of the path, in upper or lower case.' })
  readonly search?: string | null;
}
