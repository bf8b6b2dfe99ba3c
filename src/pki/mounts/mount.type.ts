import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { MountMoveRow, MountRow } from '../../platform/database/models.js';
import { connectionType } from '../../platform/graphql/connection.js';
import { ListingVisibilityEnum } from '../../platform/graphql/listing-visibility.js';
import type { ListingVisibility } from '../../platform/graphql/listing-visibility.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, JSONScalar } from '../../platform/graphql/scalars.js';
import { severalPayload } from '../graphql/payloads.js';
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

  @Field(() => String, { description: 'Its path below `/v1`, such as `pki`.' })
  readonly path!: string;

  @Field(() => String, { description: 'Always `pki`.' })
  readonly type!: string;

  @Field(() => String, { description: 'The purpose of the mount.' })
  readonly description!: string;

  @Field(() => String, { description: 'An identifier that does not change when the mount is moved.' })
  readonly accessor!: string;

  @Field(() => Duration, {
    description:
      "Default time to live of certificates, as set for this mount. If it is zero, the system's default applies.",
  })
  readonly defaultLeaseTtl!: number;

  @Field(() => Duration, {
    description:
      "Longest time to live of certificates, as set for this mount. If it is zero, the system's limit applies.",
  })
  readonly maxLeaseTtl!: number;

  @Field(() => Duration, {
    description:
      'The default time to live of certificates that applies, from the settings of this mount and of the system.',
  })
  readonly effectiveDefaultTtl!: number;

  @Field(() => Duration, {
    description:
      'The longest time to live of certificates that applies, from the settings of this mount and of the system.',
  })
  readonly effectiveMaxTtl!: number;

  @Field(() => JSONScalar, { description: 'Other settings, stored for clients.' })
  readonly tuning!: Tuning;

  @Field(() => DateTime, { description: 'When it was created.' })
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

@InputType({ description: 'Settings that are stored for clients. Fields that are left out do not change.' })
class TuningInput {
  @Field(() => JSONScalar, { nullable: true, description: 'Options: texts by name.' })
  options?: Readonly<Record<string, string>> | null;

  @Field(() => ListingVisibilityEnum, { nullable: true, description: 'The visibility of the mount in lists.' })
  listingVisibility?: ListingVisibility | null;

  @Field(() => [String], { nullable: true, description: 'Request fields that are audited in plain text.' })
  auditNonHmacRequestKeys?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Response fields that are audited in plain text.' })
  auditNonHmacResponseKeys?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Request headers to pass on.' })
  passthroughRequestHeaders?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Headers that responses may have.' })
  allowedResponseHeaders?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Managed keys that the mount may use.' })
  allowedManagedKeys?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Accessors of auth methods, as clients of Vault keep them. `config/est` and its like say which methods count.',
  })
  delegatedAuthAccessors?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the mount belongs to one cluster only.' })
  local?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its storage is encrypted a second time.' })
  sealWrap?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the mount may use external entropy.' })
  externalEntropyAccess?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether caches are skipped when its storage is read.' })
  forceNoCache?: boolean | null;
}

@InputType()
class MountSettingsInput {
  @Field(() => String, { nullable: true, description: 'The purpose of the mount.' })
  description?: string | null;

  @Field(() => Duration, {
    nullable: true,
    description: "Default time to live of certificates. If it is zero, the system's default applies.",
  })
  defaultLeaseTtl?: number | null;

  @Field(() => Duration, {
    nullable: true,
    description: "Longest time to live of certificates. If it is zero, the system's limit applies.",
  })
  maxLeaseTtl?: number | null;

  @Field(() => TuningInput, {
    nullable: true,
    description:
      'Other settings. They are stored for clients; only `listingVisibility` and `allowedManagedKeys` have an effect.',
  })
  tuning?: TuningInput | null;
}

@InputType({ description: 'The certificate authority to create. It is empty at first.' })
export class CreateMountInput extends MountSettingsInput {
  @Field(() => String, {
    description: 'Its path below `/v1`. The path must not be above or below the path of another mount.',
  })
  path!: string;
}

@InputType({ description: 'Changes to a mount. Fields that are left out do not change.' })
export class TuneMountInput extends MountSettingsInput {
  @Field(() => MountRef, { description: 'The mount.' })
  mount!: MountRef;
}

@InputType({ description: 'The mount to move, and its new path.' })
export class MoveMountInput {
  @Field(() => MountRef, { description: 'The mount.' })
  mount!: MountRef;

  @Field(() => String, { description: 'Its new path.' })
  path!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A move of a mount.' })
export class MountMove {
  @Field(() => ID, { description: 'Identifies the move for 30 days.' })
  readonly moveId!: string;

  @Field(() => String, { description: 'The path that the mount had.' })
  readonly source!: string;

  @Field(() => String, { description: 'The path that it got.' })
  readonly target!: string;

  @Field(() => DateTime, { description: 'When it was moved.' })
  readonly movedAt!: Date;
}

export const toMountMove = ({ id, ...move }: MountMoveRow): MountMove => ({ moveId: id, ...move });

@InputType({ description: 'The mount to delete, with everything in it.' })
export class DeleteMountInput {
  @Field(() => MountRef, { description: 'The mount.' })
  mount!: MountRef;
}

const mount = () => Mount;
export const CreateMountPayload = payloadType('CreateMountPayload', 'mount', mount);
export const TuneMountPayload = payloadType('TuneMountPayload', 'mount', mount);
export const MoveMountPayload = severalPayload('MoveMountPayload', {
  mount: { type: mount, description: 'The mount at its new path.' },
  mountMove: { type: () => MountMove, description: 'The move.' },
});
export const DeleteMountPayload = payloadType('DeleteMountPayload', 'deletedId', () => ID);
