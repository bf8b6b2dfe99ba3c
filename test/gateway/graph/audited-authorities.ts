import { generateKeyPairSync } from 'node:crypto';
import { waitingRequest } from '../../pki/scep/rows.js';
import { keptIn } from './audited-rows.js';
import type { Installation } from './installation.js';
import type { Step } from './audited-steps.js';

const mount = { mount: 'm' };
const issuer = (reference: string) => ({ issuer: { named: { ...mount, reference } } });
const role = { role: { named: { ...mount, name: 'w' } } };
const celRole = { role: { named: { ...mount, name: 'c' } } };
const program = {
  expression:
    "ValidationOutput{ template: CertTemplate{ Subject: PKIX.Name{ CommonName: request.common_name } }, key_type: 'ec' }",
};
const pem = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Authorities. */
export function authoritySteps(
  installation: () => Installation,
  kept: Readonly<Record<string, string>>,
): readonly Step[] {
  const of = keptIn(kept);
  const mountRow = () => installation().client.mount.findUniqueOrThrow({ where: { path: 'm' } });
  /** What a client of ACME makes. */
  const acmeAccount = async () => {
    const { client, clock } = installation();
    const { id: mountId } = await mountRow();
    const row = {
      id: 'acct-audited000000000',
      mountId,
      directory: '',
      thumbprint: 'audited',
      jwk: '{}',
      status: 'valid',
    };
    await client.acmeAccount.upsert({ where: { id: row.id }, create: { ...row, createdAt: clock.now() }, update: {} });
    return row.id;
  };
  /** What waits for another mount. */
  const revocationRequest = async () => {
    const { client, clock } = installation();
    const { id: mountId } = await mountRow();
    const row = { id: 'rvq-audited000000000', mountId, serialNumber: '0a0b', requestedBy: 'root' };
    await client.revocationRequest.upsert({
      ...{ where: { id: row.id }, create: { ...row, requestedAt: clock.now() }, update: {} },
    });
    return '0a:0b';
  };
  /** A request by SCEP that waits. */
  const waiting = async (): Promise<string> => {
    const { client, clock } = installation();
    const { id } = await mountRow();
    const request = new Uint8Array(Buffer.from(of('csr').replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
    const data = waitingRequest(id, clock.now(), request, 'roles/rsa');
    return (await client.scepTransaction.create({ data })).id;
  };
  return [
    // Authorities
    { mutation: 'createMount', action: 'mount.create', input: () => ({ path: 'm' }) },
    {
      mutation: 'tuneMount',
      says: '"changed":{"description":{"from":"","to":"d"}}',
      action: 'mount.tune',
      input: () => ({ mount: { path: 'm' }, description: 'd' }),
    },
    {
      mutation: 'writeManagedKey',
      says: '"pin":"written"',
      action: 'managed-key.write',
      input: () => ({
        ...{ name: 'mk', library: 'memory', tokenLabel: 't', pin: '1234', keyLabel: 'k', mechanism: 'RSA_PKCS' },
        ...{ keyBits: 2048, allowGenerateKey: true },
      }),
    },
    { mutation: 'testManagedKey', action: 'managed-key.test', input: () => ({ name: 'mk' }) },
    { mutation: 'deleteManagedKey', action: 'managed-key.delete', input: () => ({ name: 'mk' }) },
    {
      mutation: 'generateRoot',
      action: 'issuer.generate-root',
      input: () => ({ ...mount, type: 'INTERNAL', commonName: 'R', keyType: 'EC', issuerName: 'r' }),
      keep: { root: 'generatedRoot.certificate' },
    },
    {
      mutation: 'rotateRoot',
      action: 'issuer.rotate-root',
      input: () => ({ ...mount, type: 'INTERNAL', commonName: 'S', keyType: 'EC', issuerName: 's' }),
    },
    { mutation: 'replaceRoot', action: 'issuer.replace-root', input: () => ({ ...mount, default: 's' }) },
    {
      mutation: 'updateIssuer',
      says: '"leafNotAfterBehavior":{"from":"err","to":"permit"}',
      action: 'issuer.update',
      input: () => ({ ...issuer('r'), leafNotAfterBehavior: 'PERMIT' }),
    },
    {
      mutation: 'configureUrls',
      action: 'mount.urlsConfig',
      input: () => ({ ...mount, issuingCertificates: ['http://a.example/ca'] }),
    },
    {
      mutation: 'configureCluster',
      action: 'mount.clusterConfig',
      input: () => ({ ...mount, path: 'https://a.example/v1/m' }),
    },
    {
      mutation: 'configureCrl',
      says: '"enableDelta":{"from":false,"to":true}',
      action: 'mount.crlConfig',
      input: () => ({ ...mount, enableDelta: true, autoRebuild: true }),
    },
    { mutation: 'configureIssuers', action: 'config.issuers', input: () => ({ ...mount, default: 'r' }) },
    {
      mutation: 'generateKey',
      action: 'key.generate',
      input: () => ({ ...mount, type: 'INTERNAL', keyType: 'EC', keyName: 'k' }),
    },
    {
      mutation: 'updateKey',
      says: '"name":{"from":"k","to":"l"}',
      action: 'key.update',
      input: () => ({ key: { named: { ...mount, reference: 'k' } }, keyName: 'l' }),
    },
    { mutation: 'importKey', action: 'key.import', input: () => ({ ...mount, pemBundle: pem(), keyName: 'i' }) },
    { mutation: 'configureKeys', action: 'config.keys', input: () => ({ ...mount, default: 'i' }) },
    { mutation: 'deleteKey', action: 'key.delete', input: () => ({ key: { named: { ...mount, reference: 'l' } } }) },
    {
      mutation: 'generateIntermediate',
      action: 'key.sign-request',
      input: () => ({ ...mount, type: 'EXISTING', keyRef: 'i', commonName: 'I' }),
      keep: { csr: 'generatedCsr.csr' },
    },
    {
      mutation: 'generateIntermediate',
      action: 'key.generate',
      input: () => ({ ...mount, type: 'INTERNAL', keyType: 'EC', commonName: 'J' }),
    },
    {
      mutation: 'crossSignIntermediate',
      says: '"subject":"CN=I"',
      action: 'key.sign-request',
      input: () => ({ ...mount, keyRef: 'i', commonName: 'I' }),
    },
    {
      mutation: 'signIntermediate',
      action: 'certificate.sign-intermediate',
      input: () => ({ ...mount, csr: of('csr'), commonName: 'I' }),
      keep: { intermediate: 'issuedCertificate.certificate' },
    },
    {
      mutation: 'importIssuers',
      action: 'issuer.import',
      input: () => ({ ...mount, pemBundle: of('intermediate'), way: 'SIGNED' }),
    },
    {
      mutation: 'signSelfIssued',
      action: 'certificate.sign-self-issued',
      input: () => ({ ...mount, certificate: of('root') }),
    },
    {
      mutation: 'createRole',
      action: 'role.write',
      input: () => ({ ...mount, name: 'w', allowAnyName: true, keyType: 'ANY', generateLease: true }),
    },
    {
      mutation: 'updateRole',
      action: 'role.patch',
      input: () => ({ ...role, requireCn: false, keyType: 'EC' }),
    },
    {
      mutation: 'issueCertificate',
      action: 'certificate.issue',
      input: () => ({ ...mount, role: 'w', commonName: 'a.example' }),
      keep: { serial: 'issuedCertificate.serialNumber', lease: 'issuedCertificate.leaseId' },
    },
    { mutation: 'revokeLease', action: 'certificate.revoke', input: () => ({ leaseId: of('lease') }) },
    {
      mutation: 'issueCertificate',
      action: 'certificate.issue',
      input: () => ({ ...mount, role: 'w', commonName: 'c.example' }),
    },
    { mutation: 'revokeLeases', action: 'certificate.revoke', input: () => ({ prefix: 'm/issue' }) },
    {
      mutation: 'issueCertificate',
      action: 'certificate.issue',
      input: () => ({ ...mount, role: 'w', commonName: 'b.example' }),
      keep: { serial: 'issuedCertificate.serialNumber' },
    },
    {
      mutation: 'revokeCertificate',
      action: 'certificate.revoke',
      input: () => ({ ...mount, serialNumber: of('serial') }),
    },
    {
      mutation: 'issueCertificate',
      action: 'certificate.issue',
      input: () => ({ ...mount, role: 'w', commonName: 'c.example' }),
      keep: { serial: 'issuedCertificate.serialNumber', key: 'issuedCertificate.privateKey' },
    },
    {
      mutation: 'revokeCertificateWithKey',
      action: 'certificate.revoke',
      input: () => ({ ...mount, serialNumber: of('serial'), privateKey: of('key') }),
    },
    {
      mutation: 'signCertificate',
      action: 'certificate.sign',
      input: () => ({ ...mount, role: 'w', csr: of('csr'), commonName: 'd.example' }),
    },
    { mutation: 'signVerbatim', action: 'certificate.sign-verbatim', input: () => ({ ...mount, csr: of('csr') }) },
    { mutation: 'delegateOcsp', action: 'ocsp.delegate', input: () => ({ ...issuer('r') }) },
    { mutation: 'endOcspDelegation', action: 'ocsp.end-delegation', input: () => ({ ...issuer('r') }) },
    { mutation: 'rotateCrl', action: 'crl.rotate-complete', input: () => mount },
    {
      mutation: 'signRevocationList',
      action: 'crl.sign-revocation-list',
      input: () => ({ ...issuer('r'), crlNumber: 9 }),
      keep: { crl: 'crl' },
    },
    {
      mutation: 'resignCrls',
      action: 'crl.resign',
      input: () => ({ ...issuer('r'), crlNumber: 10, crls: [of('crl')] }),
    },
    { mutation: 'revokeIssuer', action: 'issuer.revoke', input: () => ({ ...issuer('s') }) },
    { mutation: 'deleteIssuer', action: 'issuer.delete', input: () => ({ ...issuer('s') }) },
    { mutation: 'deleteRole', action: 'role.delete', input: () => role },
    { mutation: 'createCelRole', action: 'cel-role.write', input: () => ({ ...mount, name: 'c', ...program }) },
    { mutation: 'updateCelRole', action: 'cel-role.patch', input: () => ({ ...celRole, ...program }) },
    {
      mutation: 'issueByCelRole',
      action: 'certificate.issue',
      input: () => ({ ...mount, role: 'c', request: { common_name: 'c.example' } }),
    },
    {
      mutation: 'signByCelRole',
      action: 'certificate.sign',
      input: () => ({ ...mount, role: 'c', csr: of('csr'), request: { common_name: 'd.example' } }),
    },
    {
      mutation: 'configureAutoTidy',
      says: '"tidyCertStore":{"from":false,"to":true}',
      action: 'mount.autoTidy',
      input: () => ({ ...mount, enabled: true, tidyCertStore: true }),
    },
    { mutation: 'startTidy', action: 'mount.tidy', input: () => ({ ...mount, tidyCertStore: true, pageSize: 5 }) },
    { mutation: 'cancelTidy', action: 'mount.tidy-cancel', input: () => mount },
    {
      mutation: 'configureExternalPolicy',
      action: 'mount.externalPolicy',
      input: () => ({
        ...mount,
        enabled: true,
        externalServiceUrl: of('policy service'),
        trustedLeafCertificateBundle: of('policy certificate'),
      }),
    },
    {
      mutation: 'issueByExternalPolicy',
      action: 'certificate.issue',
      input: () => ({ ...mount, keyType: 'EC', policy: 'leaf' }),
    },
    {
      mutation: 'signByExternalPolicy',
      action: 'certificate.sign',
      input: () => ({ ...mount, csr: of('csr'), policy: 'leaf' }),
    },
    {
      mutation: 'signIntermediateByExternalPolicy',
      action: 'certificate.sign-intermediate',
      input: () => ({ ...mount, csr: of('csr'), policy: 'authority' }),
    },
    {
      mutation: 'configureCmp',
      action: 'mount.cmpConfig',
      input: () => ({ ...mount, auditFields: ['common_name'] }),
    },
    {
      mutation: 'createCmpSecret',
      action: 'cmp.secret.create',
      input: () => ({ ...mount, reference: 'audited' }),
    },
    { mutation: 'deleteCmpSecret', action: 'cmp.secret.delete', input: () => ({ ...mount, reference: 'audited' }) },
    { mutation: 'configureAcme', action: 'mount.acmeConfig', input: () => ({ ...mount, maxTtl: 'PT24H' }) },
    {
      mutation: 'configureEst',
      action: 'mount.estConfig',
      input: () => ({ ...mount, enabled: true, defaultPathPolicy: 'sign-verbatim' }),
    },
    {
      mutation: 'createAcmeEabKey',
      action: 'acme.eab-key.create',
      input: () => mount,
      keep: { eab: 'newAcmeEabKey.kid' },
    },
    {
      mutation: 'changeAcmeAccountStatus',
      action: 'acme.account.revoke',
      input: async () => ({ ...mount, accountId: await acmeAccount(), status: 'REVOKED' }),
    },
    {
      mutation: 'dismissRevocationRequest',
      action: 'certificate.dismiss-request',
      input: async () => ({ ...mount, serialNumber: await revocationRequest() }),
    },
    { mutation: 'deleteAcmeEabKey', action: 'acme.eab-key.delete', input: () => ({ ...mount, kid: of('eab') }) },
    {
      mutation: 'configureScep',
      says: '"restrictCaChainToIssuer":{"from":false,"to":true}',
      action: 'mount.scepConfig',
      input: () => ({ ...mount, enabled: true, restrictCaChainToIssuer: true }),
    },
    {
      mutation: 'generateRoot',
      action: 'issuer.generate-root',
      input: () => ({ ...mount, type: 'INTERNAL', commonName: 'For SCEP', keyType: 'RSA', issuerName: 'rsa' }),
    },
    {
      mutation: 'createRole',
      action: 'role.write',
      input: () => ({
        ...mount,
        name: 'rsa',
        allowAnyName: true,
        enforceHostnames: false,
        keyType: 'ANY',
        issuerRef: 'rsa',
      }),
    },
    {
      mutation: 'approveScepTransaction',
      action: 'scep.approve',
      input: async () => ({ ...mount, requestId: await waiting() }),
    },
    {
      mutation: 'refuseScepTransaction',
      says: '"reason":"not this one"',
      action: 'scep.refuse',
      input: async () => ({ ...mount, requestId: await waiting(), reason: 'not this one' }),
    },
    { mutation: 'deleteCelRole', action: 'cel-role.delete', input: () => celRole },
    { mutation: 'deleteRoot', action: 'issuer.delete-all', input: () => mount },
    {
      mutation: 'moveMount',
      says: '"path":{"from":"m","to":"n"}',
      action: 'mount.move',
      input: () => ({ mount: { path: 'm' }, path: 'n' }),
    },
    { mutation: 'deleteMount', action: 'mount.delete', input: () => ({ mount: { path: 'n' } }) },
  ];
}
