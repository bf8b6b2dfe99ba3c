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
  description: 'A certificate authority at a path, with its own issuers, keys, roles and certificates.',
})
export class Mount implements Node {
  @Field(() => ID, { description: 'Identifier of the form `mnt-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'Where it is below `/v1`, such as `pki`.' })
  readonly path!: string;

  @Field(() => String, { description: 'Always `pki`.' })
  readonly type!: string;

  @Field(() => String, { description: 'What it is for.' })
  readonly description!: string;

  @Field(() => String, { description: 'A name that stays the same when it is moved.' })
  readonly accessor!: string;

  @Field(() => Duration, {
    description: "Default time to live of certificates, as set for this mount. Zero: the system's default applies.",
  })
  readonly defaultLeaseTtl!: number;

  @Field(() => Duration, {
    description: "Longest time to live of certificates, as set for this mount. Zero: the system's limit applies.",
  })
  readonly maxLeaseTtl!: number;

  @Field(() => Duration, { description: "Default time to live of certificates, the system's settings included." })
  readonly effectiveDefaultTtl!: number;

  @Field(() => Duration, { description: "Longest time to live of certificates, the system's settings included." })
  readonly effectiveMaxTtl!: number;

  @Field(() => JSONScalar, { description: 'Other settings, kept for clients.' })
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

@InputType({ description: 'Settings that are kept for clients. What is left out stays as it is.' })
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
    description: "Default time to live of certificates. Zero: the system's default applies.",
  })
  defaultLeaseTtl?: number | null;

  @Field(() => Duration, {
    nullable: true,
    description: "Longest time to live of certificates. Zero: the system's limit applies.",
  })
  maxLeaseTtl?: number | null;

  @Field(() => TuningInput, {
    nullable: true,
    description: 'Other settings. They are kept for clients; only `listingVisibility` has an effect.',
  })
  tuning?: TuningInput | null;
}

@InputType({ description: 'A new, empty authority.' })
export class CreateMountInput extends MountSettingsInput {
  @Field(() => String, { description: 'Its path below `/v1`. It must not be above or below another mount.' })
  path!: string;
}

@InputType({ description: 'Changes to a mount. What is left out stays as it is.' })
export class TuneMountInput extends MountSettingsInput {
  @Field(() => MountRef, { description: 'Which one.' })
  mount!: MountRef;
}

@InputType({ description: 'A new path for a mount.' })
export class MoveMountInput {
  @Field(() => MountRef, { description: 'Which one.' })
  mount!: MountRef;

  @Field(() => String, { description: 'Its new path.' })
  path!: string;
}

@InputType({ description: 'A mount to delete, with everything in it.' })
export class DeleteMountInput {
  @Field(() => MountRef, { description: 'Which one.' })
  mount!: MountRef;
}

const mount = () => Mount;
export const CreateMountPayload = payloadType('CreateMountPayload', 'mount', mount);
export const TuneMountPayload = payloadType('TuneMountPayload', 'mount', mount);
export const MoveMountPayload = payloadType('MoveMountPayload', 'mount', mount);
export const DeleteMountPayload = payloadType('DeleteMountPayload', 'deletedId', () => ID);
