import { Field, ID, InputType } from 'type-graphql';
import { oneGiven, OneOf } from '../../platform/graphql/one-of.js';
import type { WorkspaceRef } from './reach-workspace.js';

@InputType({ description: 'A workspace by its name in an organization.' })
export class WorkspaceName {
  @Field(() => String, { description: 'Name of the organization.' })
  organization!: string;

  @Field(() => String, { description: 'Its name in the organization.' })
  name!: string;
}

@OneOf('WorkspaceRef', 'Names a workspace: by its id, or by its organization and name.')
export class WorkspaceRefType {
  @Field(() => ID, { nullable: true, description: 'Its id.' })
  id?: string;

  @Field(() => WorkspaceName, { nullable: true, description: 'Its organization and name.' })
  named?: WorkspaceName;
}

export const refOf = ({ id, named }: WorkspaceRefType): WorkspaceRef =>
  oneGiven<WorkspaceRef>(id === undefined ? null : { id }, named);
