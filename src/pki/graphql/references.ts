import { Field, ID, InputType } from 'type-graphql';
import { oneGiven, OneOf } from '../../platform/graphql/one-of.js';
import { problem } from '../../platform/problems.js';
import type { PkiContext } from '../context.js';
import { issuerNotFound, keyNotFound } from '../issuers/references.js';
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

@OneOf('MountRef', 'Names a certificate authority: by its id, or by its path.')
export class MountRef {
  @Field(() => ID, byId)
  id?: string;

  @Field(() => String, { nullable: true, description: 'Its path, below `/v1`.' })
  path?: string;
}

type Lookups = Pick<PkiContext['pki'], 'load'>;

/*
 * Services ask policies by the path of the REST call, so what is named by its id is called by the name that its path has: the identifier of REST for issuers and keys,
 * which others cannot be given, and the name for roles, which stays.
 */

/** @throws ISSUER_NOT_FOUND for an id of none */
export async function issuerAt({ id, named }: IssuerRef, { load }: Lookups): Promise<IssuerName> {
  if (id === undefined) return oneGiven<IssuerName>(named);
  const place = await load.placeOfIssuer.load(id);
  const issuer = place && (await load.authorityById.load(place.mountId))?.issuerById(id);
  if (!issuer) throw issuerNotFound(id);
  return { mount: issuer.mountPath, reference: issuer.uuid };
}

/** @throws KEY_NOT_FOUND for an id of none */
export async function keyAt({ id, named }: KeyRef, { load }: Lookups): Promise<KeyName> {
  if (id === undefined) return oneGiven<KeyName>(named);
  const key = await load.key.load(id);
  const mount = key && (await load.mountById.load(key.mountId));
  if (!mount) throw keyNotFound(id);
  return { mount: mount.path, reference: key.uuid };
}

/** @throws NOT_FOUND for an id of none */
export async function roleAt({ id, named }: RoleRef, { load }: Lookups): Promise<RoleName> {
  if (id === undefined) return oneGiven<RoleName>(named);
  const role = await load.role.load(id);
  const mount = role && (await load.mountById.load(role.mountId));
  if (!mount) throw problem('NOT_FOUND');
  return { mount: mount.path, name: role.name };
}

/** @returns its path @throws MOUNT_NOT_FOUND for an id of none */
export async function mountAt({ id, path }: MountRef, { load }: Lookups): Promise<string> {
  if (id === undefined) return oneGiven<string>(path);
  const mount = await load.mountById.load(id);
  if (!mount) throw problem('MOUNT_NOT_FOUND', `there is no mount with the id ${id}`);
  return mount.path;
}
