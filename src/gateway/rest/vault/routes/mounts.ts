import { problem } from '../../../../platform/problems.js';
import { parseDuration } from '../../../../platform/duration.js';
import { snake } from '../../../../platform/wording.js';
import { trimmed } from '../../../../platform/trimmed.js';
import { found, made } from '../../found.js';
import { readWeakly, unreadable } from '../request.js';
import { read, remove, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakKind, WeakValues } from '../weak.js';
import { nothing } from './answers.js';
import { isRecord } from '../../../../platform/is-record.js';
import {
  CreateMount,
  DeleteMount,
  ListMounts,
  ListVisibleMounts,
  MoveMount,
  ReadMount,
  ReadMountMove,
  ReadMountOfPath,
  ReadTunedMount,
  TuneMount,
} from '../generated/operations.js';
import type { ListingVisibility, MountFieldsFragment } from '../generated/operations.js';

/** `PT768H` → 2764800 */
const seconds = (duration: string): number => parseDuration(duration.slice('PT'.length).toLowerCase()) ?? 0;

const listed = (value: unknown) =>
  (Array.isArray(value) && value.length > 0) || (typeof value === 'string' && value !== '');

const tuningOf = ({ tuning }: MountFieldsFragment) => (isRecord(tuning) ? tuning : {});

/** What was tuned and says something. */
function tuned(mount: MountFieldsFragment, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  const tuning = tuningOf(mount);
  const said = names.filter((name) => listed(tuning[name]));
  return Object.fromEntries(said.map((name) => [snake(name), tuning[name]]));
}

const lists = [
  'listingVisibility',
  'auditNonHmacRequestKeys',
  'auditNonHmacResponseKeys',
  'passthroughRequestHeaders',
  'allowedResponseHeaders',
  'allowedManagedKeys',
  'delegatedAuthAccessors',
] as const;

/** Undefined if there are none. */
function optionsOf({ options }: Readonly<Record<string, unknown>>) {
  return isRecord(options) && Object.keys(options).length > 0 ? options : undefined;
}

function mountDocument(mount: MountFieldsFragment) {
  const { id, description, accessor, defaultLeaseTtl, maxLeaseTtl } = mount;
  const tuning = tuningOf(mount);
  return {
    type: 'pki',
    description,
    accessor,
    config: {
      default_lease_ttl: seconds(defaultLeaseTtl),
      max_lease_ttl: seconds(maxLeaseTtl),
      force_no_cache: tuning['forceNoCache'] === true,
      ...tuned(mount, ...lists),
    },
    local: tuning['local'] === true,
    seal_wrap: tuning['sealWrap'] === true,
    external_entropy_access: tuning['externalEntropyAccess'] === true,
    options: optionsOf(tuning) ?? null,
    uuid: id,
    plugin_version: '',
    running_plugin_version: '',
    running_sha256: '',
    deprecation_status: 'supported',
  };
}

const byPath = (mounts: readonly MountFieldsFragment[]) =>
  Object.fromEntries(
    [...mounts]
      .sort((one, other) => (one.path < other.path ? -1 : 1))
      .map((mount) => [`${mount.path}/`, mountDocument(mount)] as const),
  );

/** "system" is the system's own, as 0 is. The command lines send an empty text for a flag that was not given: nothing changes. */
const ttl: WeakKind<number | null> = {
  ...weak.duration,
  read: (value) => (value === '' ? null : value === 'system' ? 0 : weak.duration.read(value)),
};

const tunable = {
  default_lease_ttl: ttl,
  max_lease_ttl: ttl,
  description: weak.text,
  force_no_cache: weak.flag,
  audit_non_hmac_request_keys: weak.list,
  audit_non_hmac_response_keys: weak.list,
  listing_visibility: weak.text,
  passthrough_request_headers: weak.list,
  allowed_response_headers: weak.list,
  allowed_managed_keys: weak.list,
  delegated_auth_accessors: weak.list,
  options: weak.map,
  // Of other kinds of mounts and of plugins.
  token_type: weak.text,
  plugin_version: weak.text,
  plugin_name: weak.text,
} as const;

const mountable = {
  type: weak.text,
  description: weak.text,
  config: weak.any,
  local: weak.flag,
  seal_wrap: weak.flag,
  external_entropy_access: weak.flag,
  options: weak.map,
  plugin_name: weak.text,
  plugin_version: weak.text,
} as const;

interface AtPath {
  readonly path: string;
}

const visibilities = new Map<string, ListingVisibility>([
  ['', 'DEFAULT'],
  ['hidden', 'HIDDEN'],
  ['unauth', 'UNAUTH'],
]);

/** @throws INVALID_INPUT */
function visibilityOf(text: string): ListingVisibility {
  const visibility = visibilities.get(text);
  if (visibility) return visibility;
  throw problem('INVALID_INPUT', `invalid listing_visibility ${text}`, ['listing_visibility']);
}

/** Settings as the mutations take them: those of a mount by themselves, others as its tuning, and none of other kinds of mounts and of plugins. */
function settings({
  type: _type,
  tokenType: _tokenType,
  pluginVersion: _pluginVersion,
  pluginName: _pluginName,
  config: _config,
  description,
  defaultLeaseTtl,
  maxLeaseTtl,
  listingVisibility,
  ...stored
}: WeakValues<typeof tunable & typeof mountable>) {
  const own = { description, defaultLeaseTtl, maxLeaseTtl };
  const visibility = listingVisibility === undefined ? undefined : visibilityOf(listingVisibility);
  const tuning = { ...stored, ...(visibility && { listingVisibility: visibility }) };
  return { ...own, ...(Object.keys(tuning).length > 0 && { tuning }) };
}

function createInput({ params, fields }: VaultRequest<WeakValues<typeof mountable>, AtPath>) {
  const type = fields.type ?? '';
  if (type === '') throw problem('INVALID_INPUT', 'backend type must be specified as a string', ['type']);
  if (type !== 'pki') throw problem('INVALID_INPUT', `plugin not found in the catalog: ${type}`, ['type']);
  const config = fields.config ?? {};
  if (!isRecord(config)) throw unreadable('config', 'an object');
  const { values } = readWeakly(tunable, config, { params: {}, keepNull: false });
  return { input: { path: params.path, ...settings({ ...values, ...fields }) } };
}

/** @throws INVALID_INPUT */
function moveInput({ fields: { from = '', to = '' } }: VaultRequest<{ readonly from?: string; readonly to?: string }>) {
  if (from === '' || to === '')
    throw problem('INVALID_INPUT', "both 'from' and 'to' path must be specified as a string", ['from', 'to']);
  for (const [name, path] of Object.entries({ from, to })) {
    if (path.trim() !== path)
      throw problem('INVALID_INPUT', `'${name}' path cannot contain trailing whitespace`, [name]);
  }
  const [source, target] = [trimmed(from, '/'), trimmed(to, '/')];
  const taken = (path: string) => /^(?:sys|auth)(?:\/|$)/.test(path);
  if (taken(source)) throw problem('INVALID_INPUT', `cannot remount "${source}/"`, ['from']);
  if (taken(target)) throw problem('INVALID_INPUT', `cannot remount to destination ${target}/`, ['to']);
  return { input: { mount: { path: source }, path: target } };
}

const atPath = ({ params }: VaultRequest<object, AtPath>) => ({ path: params.path });

export const mountRoutes: readonly VaultRoute[] = [
  read({
    path: 'sys/mounts',
    operation: ListMounts,
    pages: 'mounts',
    variables: () => ({}),
    answer: ({ mounts }) => ({ data: byPath(mounts.nodes) }),
    dataOnTop: true,
  }),
  read({
    path: 'sys/mounts/*path',
    operation: ReadMount,
    variables: atPath,
    answer: ({ mount }) => ({ data: mountDocument(found(mount)) }),
    dataOnTop: true,
  }),
  write({
    path: 'sys/mounts/*path',
    operation: CreateMount,
    fields: mountable,
    variables: createInput,
    answer: nothing,
  }),
  remove({
    path: 'sys/mounts/*path',
    operation: DeleteMount,
    variables: (request) => ({ input: { mount: atPath(request) } }),
    answer: nothing,
  }),
  read({
    path: 'sys/mounts/*path/tune',
    operation: ReadTunedMount,
    variables: atPath,
    answer: (data) => {
      const mount = found(data.mount);
      const tuning = tuningOf(mount);
      return {
        data: {
          description: mount.description,
          default_lease_ttl: seconds(mount.effectiveDefaultTtl),
          max_lease_ttl: seconds(mount.effectiveMaxTtl),
          force_no_cache: tuning['forceNoCache'] === true,
          ...tuned(mount, ...lists),
          ...(optionsOf(tuning) && { options: optionsOf(tuning) }),
        },
      };
    },
    dataOnTop: true,
  }),
  write({
    path: 'sys/mounts/*path/tune',
    operation: TuneMount,
    fields: tunable,
    variables: (request) => ({ input: { mount: atPath(request), ...settings({ ...request.fields }) } }),
    answer: nothing,
  }),
  read({
    path: 'sys/internal/ui/mounts',
    operation: ListVisibleMounts,
    pages: 'mounts',
    variables: () => ({}),
    answer: ({ mounts }) => ({ data: { secret: byPath(mounts.nodes), auth: {} } }),
  }),
  read({
    path: 'sys/internal/ui/mounts/*path',
    operation: ReadMountOfPath,
    variables: atPath,
    answer: (data) => {
      const mount = found(data.mount);
      return { data: { path: `${mount.path}/`, ...mountDocument(mount) } };
    },
  }),
  write({
    path: 'sys/remount',
    operation: MoveMount,
    fields: { from: weak.text, to: weak.text },
    variables: moveInput,
    answer: ({ payload }) => ({ data: { migration_id: made(payload.mountMove).moveId } }),
    dataOnTop: true,
  }),
  read({
    path: 'sys/remount/status/:migration_id',
    operation: ReadMountMove,
    variables: ({ params }) => ({ moveId: params.migration_id }),
    answer: ({ mountMove }) => {
      const { moveId, source, target } = found(mountMove);
      // What is read has happened: the mount was moved in one transaction with this.
      const info = { source_mount: `${source}/`, target_mount: `${target}/`, status: 'success' };
      return { data: { migration_id: moveId, migration_info: info } };
    },
  }),
];
