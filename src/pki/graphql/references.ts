import { Field, ID, InputType } from 'type-graphql';
import { oneGiven, OneOf } from '../../platform/graphql/one-of.js';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import type { PkiContext } from '../context.js';
import { issuerNotFound, keyNotFound } from '../issuers/references.js';
import { noMountWithId } from '../mounts/mount-target.js';
import type { MountById, MountTarget } from '../mounts/mount-target.js';
import type { RoleToChange } from '../roles/roles.js';
import { mountArgument } from './mount-argument.js';

const byId = { nullable: true, description: 'Its id.' } as const;

@InputType({ description: 'An issuer by its place in a mount.' })
export class IssuerName {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => String, { description: 'Its name, or `default`.' })
  reference!: string;
}

@OneOf('IssuerRef', 'Names an issuer: by its id, or by its mount and name.')
export class IssuerRef {
  @Field(() => ID, byId)
  id?: string;

  @Field(() => IssuerName, { nullable: true, description: 'Its mount and name.' })
  named?: IssuerName;
}

@InputType({ description: 'A key by its place in a mount.' })
export class KeyName {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => String, { description: 'Its name, or `default`.' })
  reference!: string;
}

@OneOf('KeyRef', 'Names a key: by its id, or by its mount and name.')
export class KeyRef {
  @Field(() => ID, byId)
  id?: string;

  @Field(() => KeyName, { nullable: true, description: 'Its mount and name.' })
  named?: KeyName;
}

@InputType({ description: 'A role by its place in a mount.' })
export class RoleName {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@OneOf('RoleRef', 'Names a role: by its id, or by its mount and name.')
export class RoleRef {
  @Field(() => ID, byId)
  id?: string;

  @Field(() => RoleName, { nullable: true, description: 'Its mount and name.' })
  named?: RoleName;
}

@OneOf('CelRoleRef', 'Names a CEL role: by its id, or by its mount and name.')
export class CelRoleRef {
  @Field(() => ID, byId)
  id?: string;

  @Field(() => RoleName, { nullable: true, description: 'Its mount and name.' })
  named?: RoleName;
}

@OneOf('MountRef', 'Names a certificate authority: by its id, or by its path.')
export class MountRef {
  @Field(() => ID, byId)
  id?: string;

  @Field(() => String, { nullable: true, description: 'Its path, below `/v1`.' })
  path?: string;
}

type Lookups = Pick<PkiContext['pki'], 'loadAnew'>;

/** An issuer or a key in the form that services accept. */
interface Target {
  readonly mount: MountTarget;
  readonly reference: string;
}

/*
 * Services ask policies by the path of the REST call, so what is named by its id is called by the name that its path has: the identifier of REST for issuers and keys,
 * which others cannot be given, and the name for roles, which stays. What can be given to others goes with its id, the path of the mount and the name of the
 * role, and services refuse what they find there under another id. Nothing here is read from what the request has seen: an earlier mutation may have moved it.
 */

const inMount = ({ id, path }: Pick<MountById, 'id' | 'path'>, below: string, missing: ProblemError): MountById => ({
  id,
  path,
  named: { readAt: `${path}/${below}`, missing },
});

/** @throws ISSUER_NOT_FOUND for an unknown id */
export async function issuerAt({ id, named }: IssuerRef, { loadAnew }: Lookups): Promise<Target> {
  if (id === undefined) return oneGiven<IssuerName>(named);
  const load = loadAnew();
  const place = await load.placeOfIssuer.load(id);
  const authority = place && (await load.authorityById.load(place.mountId));
  const issuer = authority?.issuerById(id);
  if (!authority || !issuer) throw issuerNotFound(id);
  const { uuid } = issuer;
  return { mount: inMount(authority.mount, `issuer/${uuid}`, issuerNotFound(id)), reference: uuid };
}

/** @throws KEY_NOT_FOUND for an unknown id */
export async function keyAt({ id, named }: KeyRef, { loadAnew }: Lookups): Promise<Target> {
  if (id === undefined) return oneGiven<KeyName>(named);
  const load = loadAnew();
  const key = await load.key.load(id);
  const mount = key && (await load.mountById.load(key.mountId));
  if (!mount) throw keyNotFound(id);
  return { mount: inMount(mount, `key/${key.uuid}`, keyNotFound(id)), reference: key.uuid };
}

/** @throws NOT_FOUND for an unknown id */
export async function roleAt({ id, named }: RoleRef, { loadAnew }: Lookups): Promise<RoleToChange> {
  if (id === undefined) return oneGiven<RoleName>(named);
  const load = loadAnew();
  const role = await load.role.load(id);
  const mount = role && (await load.mountById.load(role.mountId));
  if (!mount) throw problem('NOT_FOUND');
  return { mount: inMount(mount, `roles/${role.name}`, problem('NOT_FOUND')), name: role.name, id };
}

/** @throws NOT_FOUND for an unknown id */
export async function celRoleAt({ id, named }: CelRoleRef, { loadAnew }: Lookups): Promise<RoleToChange> {
  if (id === undefined) return oneGiven<RoleName>(named);
  const load = loadAnew();
  const role = await load.celRole.load(id);
  const mount = role && (await load.mountById.load(role.mountId));
  if (!mount) throw problem('NOT_FOUND');
  return { mount: inMount(mount, `cel/roles/${role.name}`, problem('NOT_FOUND')), name: role.name, id };
}

/** @throws MOUNT_NOT_FOUND for an unknown id */
export async function mountAt({ id, path }: MountRef, { loadAnew }: Lookups): Promise<MountTarget> {
  if (id === undefined) return oneGiven<string>(path);
  const mount = await loadAnew().mountById.load(id);
  if (!mount) throw noMountWithId(id);
  return { id, path: mount.path, named: { readAt: `sys/mounts/${mount.path}`, missing: noMountWithId(id) } };
}
