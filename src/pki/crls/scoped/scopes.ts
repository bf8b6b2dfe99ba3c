import type { CrlConfig } from '../../config/crl-config.js';
import type { Authority, AuthorityIssuer } from '../../issuers/authority.js';
import type { CrlGroup } from '../crl-group.js';
import { unifiedScope } from './scoped-crl.store.js';
import type { ScopedHead } from './scoped-crl.store.js';
import type { ScopedRange } from './scoped-rows.js';
import { shardNames } from './shard-names.js';
import type { Participant } from './taking-part.js';

/** What a CRL is about, with everything that is needed to build it. */
export interface Scope {
  /** The number of a shard, or {@link unifiedScope}. */
  readonly shard: number;
  /** The mount and the issuer that it is stored for. */
  readonly mountId: string;
  readonly leaderId: string;
  /** The issuers that share it, with their mounts. */
  readonly members: readonly { readonly id: string; readonly mountId: string }[];
  readonly signer: AuthorityIssuer;
  readonly config: CrlConfig;
  /** Names of its distribution point; undefined if it is about all certificates. */
  readonly distributionPoint: readonly string[] | undefined;
}

const membersOf = ({ mount }: Authority, { members }: CrlGroup) => members.map(({ id }) => ({ id, mountId: mount.id }));

/** @returns undefined if the issuer has no such shard, or cannot sign */
export function shardScope(authority: Authority, group: CrlGroup, shard: number): Scope | undefined {
  const { mount } = authority;
  if (!group.signer || !Number.isInteger(shard) || shard < 0 || shard >= mount.crl.shardsEver) return undefined;
  return {
    shard,
    mountId: mount.id,
    leaderId: group.leader.id,
    members: membersOf(authority, group),
    signer: group.signer,
    config: mount.crl,
    distributionPoint: shardNames(authority, group, shard),
  };
}

/** @returns undefined if the mount does not take part, or cannot sign */
export function unifiedOf({ mount }: Authority, group: CrlGroup, taking: readonly Participant[]): Scope | undefined {
  const [first] = taking;
  if (!first || !group.signer) return undefined;
  return {
    shard: unifiedScope,
    mountId: first.authority.mount.id,
    leaderId: first.group.leader.id,
    members: taking.flatMap((each) => membersOf(each.authority, each.group)),
    signer: group.signer,
    config: mount.crl,
    distributionPoint: undefined,
  };
}

/** The last ordinal of each mount, by its id. */
export type Parts = ReadonlyMap<string, bigint>;

export const partsOf = ({ parts }: Pick<ScopedHead, 'parts'>): Parts => {
  const read: unknown = JSON.parse(parts);
  const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
  return new Map(entries.flatMap(([id, last]) => (typeof last === 'string' ? [[id, BigInt(last)] as const] : [])));
};

export const partsText = (parts: Parts): string =>
  JSON.stringify(Object.fromEntries([...parts].map(([id, last]) => [id, last.toString()])));

export const mountsOf = ({ members }: Pick<Scope, 'members'>): readonly string[] => [
  ...new Set(members.map(({ mountId }) => mountId)),
];

/** Whether a CRL is of exactly the mounts that take part now. */
export const isOfMounts = (parts: Parts, scope: Pick<Scope, 'members'>): boolean => {
  const mounts = mountsOf(scope);
  return parts.size === mounts.length && mounts.every((id) => parts.has(id));
};

/** The revocations of a scope after some ordinals and up to others. */
export const rangesOf = ({ members, shard }: Scope, after: Parts, through: Parts): readonly ScopedRange[] =>
  members.map(({ id, mountId }) => ({
    issuerId: id,
    shard: shard === unifiedScope ? undefined : shard,
    after: after.get(mountId) ?? 0n,
    through: through.get(mountId) ?? 0n,
  }));
