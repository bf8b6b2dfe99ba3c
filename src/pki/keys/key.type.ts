import { Field, ID, Int, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, PEM } from '../../platform/graphql/scalars.js';
import { KeyTypeEnum } from '../graphql/key-type.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { severalPayload, warnedPayload } from '../graphql/payloads.js';
import { KeyRef } from '../graphql/references.js';
import { octets } from '../graphql/octets.js';
import { KeySourceEnum } from '../graphql/key-source.js';
import { declareInputType, inputFields, mountField } from '../graphql/field-input.js';
import { keyFields } from '../policy/index.js';
import { encodePem, keyIdentifierOf, parsePublicKeyInfo } from '../x509/index.js';
import type { KeyFacts } from './key.store.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A private key of a certificate authority. It is encrypted at rest, or is in a token. It is shown only once, and only if it is generated as exported.',
})
export class IssuerKey implements Node {
  @Field(() => ID, { description: 'Identifier of the form `key-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'The identifier that clients of the REST paths see.' })
  readonly uuid!: string;

  @Field(() => String, { nullable: true, description: 'Its name, unique in the mount.' })
  readonly name!: string | null;

  @Field(() => KeyTypeEnum, { description: 'Its type.' })
  readonly keyType!: string;

  @Field(() => Int, { description: 'Its size in bits; 0 for Ed25519.' })
  readonly keyBits!: number;

  @Field(() => PEM, { description: 'Its public key.' })
  readonly publicKey!: string;

  @Field(() => String, {
    description: 'Its identifier in certificates, as hex octets with colons (RFC 5280 §4.2.1.2, method one).',
  })
  readonly subjectKeyId!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is the default key of the mount. Null if the query did not look that up.',
  })
  readonly isDefault!: boolean | null;

  @Field(() => String, { nullable: true, description: 'The name of its managed key. Null if it is not in a token.' })
  readonly managedKeyName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The identifier of its managed key that clients of the REST paths see. Null if it is not in a token.',
  })
  readonly managedKeyUuid!: string | null;

  @Field(() => DateTime, { description: 'When it was created or imported.' })
  readonly createdAt!: Date;

  readonly mountId!: string;
}

export const IssuerKeyConnection = connectionType('IssuerKey', () => IssuerKey, 'Keys, oldest first.');

export function toIssuerKey(key: KeyFacts & { readonly isDefault?: boolean }): IssuerKey {
  const info = parsePublicKeyInfo(key.publicKey);
  const { id, uuid, name, keyType, keyBits, createdAt, mountId, managedKeyName, managedKeyUuid } = key;
  return {
    id,
    uuid,
    name,
    keyType,
    keyBits,
    createdAt,
    mountId,
    managedKeyName,
    managedKeyUuid,
    isDefault: key.isDefault ?? null,
    publicKey: encodePem('PUBLIC KEY', info.der),
    subjectKeyId: octets(keyIdentifierOf(info.bits)),
  };
}

export const GenerateKeyInput = declareInputType('GenerateKeyInput', 'The key to generate.', {
  mount: mountField,
  type: { type: () => KeySourceEnum, description: 'Whether the private key is returned (only once) or not.' },
  ...inputFields(keyFields),
});

@InputType({ description: 'The key to import.' })
export class ImportKeyInput extends InMountInput {
  @Field(() => PEM, { description: 'One private key.' })
  pemBundle!: string;

  @Field(() => String, { nullable: true, description: 'A name for the key.' })
  keyName?: string | null;
}

@InputType({ description: 'The key to rename, and its new name.' })
export class UpdateKeyInput {
  @Field(() => KeyRef, { description: 'The key.' })
  key!: KeyRef;

  @Field(() => String, { description: 'Its new name. An empty text removes the name.' })
  keyName!: string;
}

@InputType({ description: 'The key to delete. The deletion is refused if an issuer uses the key.' })
export class DeleteKeyInput {
  @Field(() => KeyRef, { description: 'The key.' })
  key!: KeyRef;
}

const issuerKey = { type: () => IssuerKey, description: 'The key; null when there are problems.' };
export const GenerateKeyPayload = severalPayload('GenerateKeyPayload', {
  issuerKey,
  privateKey: { type: () => PEM, description: 'The private key, if it is exported. It is shown only once.' },
});
export const ImportKeyPayload = severalPayload('ImportKeyPayload', {
  issuerKey,
  isNew: { type: () => Boolean, description: 'Whether the key is new in the mount.' },
});
export const UpdateKeyPayload = payloadType('UpdateKeyPayload', 'issuerKey', () => IssuerKey);
export const DeleteKeyPayload = warnedPayload('DeleteKeyPayload', {
  deletedId: {
    type: () => ID,
    description: 'The identifier of the deleted key; null if there was none, or when there are problems.',
  },
});
