import { ID } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { declareObjectType } from '../../platform/graphql/declare.js';
import { severalPayload, warnedPayload } from '../graphql/payloads.js';
import { Issuer, GeneratedRoot, GeneratedCsr } from './issuer.type.js';

const ImportedPair = declareObjectType('ImportedPair', 'An issuer of a bundle, and its key.', {
  issuerId: { type: () => ID, description: 'Identifier of the issuer.' },
  issuerUuid: { type: () => String, description: 'The identifier of it that clients of the REST paths see.' },
  keyId: {
    type: () => ID,
    nullable: true,
    description: 'Identifier of its key; null if the key is not in the mount.',
  },
  keyUuid: {
    type: () => String,
    nullable: true,
    description: 'The identifier of it that clients of the REST paths see.',
  },
});

const issuer = () => Issuer;
const root = {
  generatedRoot: { type: () => GeneratedRoot, description: 'The result; null when there are problems.' },
};
const csr = { generatedCsr: { type: () => GeneratedCsr, description: 'The result; null when there are problems.' } };
export const GenerateRootPayload = warnedPayload('GenerateRootPayload', root);
export const RotateRootPayload = warnedPayload('RotateRootPayload', root);
export const ReplaceRootPayload = severalPayload('ReplaceRootPayload', {
  issuer: { type: issuer, description: 'The result; null when there are problems.' },
  defaultFollowsLatestIssuer: {
    type: () => Boolean,
    description: 'Whether the next issuer becomes the default one again; null when there are problems.',
  },
});
export const DeleteRootPayload = warnedPayload('DeleteRootPayload', {});
export const GenerateIntermediatePayload = warnedPayload('GenerateIntermediatePayload', csr);
export const CrossSignIntermediatePayload = warnedPayload('CrossSignIntermediatePayload', csr);
export const ImportIssuersPayload = warnedPayload('ImportIssuersPayload', {
  importedIssuers: { type: () => [String], description: 'UUIDs of the issuers that are new.' },
  importedKeys: { type: () => [String], description: 'UUIDs of the keys that are new.' },
  existingIssuers: { type: () => [String], description: 'UUIDs of the issuers that already existed.' },
  existingKeys: { type: () => [String], description: 'UUIDs of the keys that already existed.' },
  mapping: {
    type: () => [ImportedPair],
    description: 'Every issuer of the bundle with its key. Only the size of a request limits their number.',
  },
});
export const UpdateIssuerPayload = warnedPayload('UpdateIssuerPayload', {
  issuer: { type: issuer, description: 'The issuer; null when there are problems.' },
});
export const RevokeIssuerPayload = warnedPayload('RevokeIssuerPayload', {
  issuer: { type: issuer, description: 'The issuer; null when there are problems.' },
});
export const DeleteIssuerPayload = warnedPayload('DeleteIssuerPayload', {
  deletedId: { type: () => ID, description: 'Identifier of the deleted object. Null if there was none.' },
});
export const EndOcspDelegationPayload = payloadType('EndOcspDelegationPayload', 'issuer', issuer);
