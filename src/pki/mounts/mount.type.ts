import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { MountRow } from '../../platform/database/models.js';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, JSONScalar } from '../../platform/graphql/scalars.js';
import { MountRef } from '../graphql/references.js';
import { engineFacts } from './system-ttl.js';
import { readTuning } from './tuning.js';
import type { Tuning } from './tuning.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A certificate authority at a path: its issuers, keys, roles and certificates are its own.',
})
export class Mount implements Node {
  @Field(() => ID, { description: 'Identifier of the form `mnt-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'Where it is below `/v1`, such as `pki`.' })
  readonly path!: string;

  @Field(() => String, { description: 'Always `pki`.' })
  readonly type!: string;

  @Field(() => String, { description: 'What it is for, in the words of who made it.' })
  readonly description!: string;

  @Field(() => String, { description: 'A name of it that stays when it moves.' })
  readonly accessor!: string;

  @Field(() => Duration, {
    description: "Time to live that was set for certificates where nobody says; zero for the system's.",
  })
  readonly defaultLeaseTtl!: number;

  @Field(() => Duration, { description: "Longest time to live that was set; zero for the system's." })
  readonly maxLeaseTtl!: number;

  @Field(() => Duration, { description: "Time to live where nobody says, the system's counted in." })
  readonly effectiveDefaultTtl!: number;

  @Field(() => Duration, { description: "Longest time to live, the system's counted in." })
  readonly effectiveMaxTtl!: number;

  @Field(() => JSONScalar, { description: 'What else was tuned, for the clients that keep it here.' })
  readonly tuning!: Tuning;

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last tuned or moved.' })
  readonly updatedAt!: Date;
}

export const MountConnection = connectionType('Mount', () => Mount, 'Certificate authorities, oldest first.');

export function toMount(row: MountRow): Mount {
  const { defaultTtl, maxTtl } = engineFacts(row);
  return {
    ...row,
    defaultLeaseTtl: Number(row.defaultLeaseTtl),
    maxLeaseTtl: Number(row.maxLeaseTtl),
    effectiveDefaultTtl: defaultTtl,
    effectiveMaxTtl: maxTtl,
    tuning: readTuning(row.tuning),
  };
}

@InputType({ description: 'What clients keep at a mount; what is left out stays.' })
class TuningInput {
  @Field(() => JSONScalar, { nullable: true, description: 'Options: texts by name.' })
  options?: Readonly<Record<string, string>> | null;

  @Field(() => String, { nullable: true, description: 'Where it is listed: empty, `hidden` or `unauth`.' })
  listingVisibility?: string | null;

  @Field(() => [String], { nullable: true, description: 'Request fields to audit in the clear.' })
  auditNonHmacRequestKeys?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Answer fields to audit in the clear.' })
  auditNonHmacResponseKeys?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Request headers to pass on.' })
  passthroughRequestHeaders?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Headers that answers may carry.' })
  allowedResponseHeaders?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Managed keys that it may use.' })
  allowedManagedKeys?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is for one cluster.' })
  local?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its storage is wrapped once more.' })
  sealWrap?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it may use external entropy.' })
  externalEntropyAccess?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its storage is read past caches.' })
  forceNoCache?: boolean | null;
}

@InputType()
class MountSettingsInput {
  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => Duration, {
    nullable: true,
    description: "Time to live of certificates where nobody says; zero for the system's.",
  })
  defaultLeaseTtl?: number | null;

  @Field(() => Duration, {
    nullable: true,
    description: "Longest time to live of certificates; zero for the system's.",
  })
  maxLeaseTtl?: number | null;

  @Field(() => TuningInput, {
    nullable: true,
    description: 'What else can be tuned. It is kept for clients, and nothing acts on it.',
  })
  tuning?: TuningInput | null;
}

@InputType({ description: 'A new, empty authority.' })
export class CreateMountInput extends MountSettingsInput {
  @Field(() => String, { description: 'Where it is to be, below `/v1`; not above or below another mount.' })
  path!: string;
}

@InputType({ description: 'A change to a mount; what is left out stays.' })
export class TuneMountInput extends MountSettingsInput {
  @Field(() => MountRef, { description: 'Which one.' })
  mount!: MountRef;
}

@InputType({ description: 'A move of a mount, with everything it holds.' })
export class MoveMountInput {
  @Field(() => MountRef, { description: 'Which one.' })
  mount!: MountRef;

  @Field(() => String, { description: 'Its new path.' })
  path!: string;
}

@InputType({ description: 'A mount to delete, with everything it holds.' })
export class DeleteMountInput {
  @Field(() => MountRef, { description: 'Which one.' })
  mount!: MountRef;
}

const mount = () => Mount;
export const CreateMountPayload = payloadType('CreateMountPayload', 'mount', mount);
export const TuneMountPayload = payloadType('TuneMountPayload', 'mount', mount);
export const MoveMountPayload = payloadType('MoveMountPayload', 'mount', mount);
export const DeleteMountPayload = payloadType('DeleteMountPayload', 'deletedId', () => ID);
