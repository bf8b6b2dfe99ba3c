import { list, mergePatch, read, remove, write } from '../row.js';
import type { ListPage } from '../../list-page.js';
import type { VaultRequest, VaultRow } from '../row.js';
import { weak } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import { csrAnswer, importAnswer, issuerAnswer, keyAnswer, lackingWarnings, rootAnswer } from './authority.document.js';
import type { CsrData, ImportedData, IssuerData, KeyData, Lacking, RootData } from './authority.document.js';
import { csrTable, generateKeyTable, issuerTable, rootTable } from './authority.fields.js';
import { operation } from '../../operation.js';

interface Payload<Data> {
  readonly payload: Data;
}

const GenerateRoot = operation<Payload<{ readonly root: RootData }>, object>('GenerateRoot');
const RotateRoot = operation<Payload<{ readonly root: RootData }>, object>('RotateRoot');
const ReplaceRoot = operation<Payload<{ readonly issuer: { readonly uuid: string } }>, object>('ReplaceRoot');
const DeleteRoot = operation<Payload<{ readonly deleted: Warned }>, object>('DeleteRoot');
const GenerateIntermediate = operation<Payload<{ readonly generated: CsrData }>, object>('GenerateIntermediate');
const CrossSignIntermediate = operation<Payload<{ readonly generated: CsrData }>, object>('CrossSignIntermediate');
const ImportIssuers = operation<Payload<{ readonly imported: ImportedData }>, object>('ImportIssuers');
const ListIssuers = operation<{ readonly issuers: ListPage<ListedIssuer> }, object>('ListIssuers');
const ReadIssuer = operation<{ readonly issuer: IssuerData }, object>('ReadIssuer');
const UpdateIssuer = operation<Payload<{ readonly issuer: UpdatedIssuer }>, object>('UpdateIssuer');
const RevokeIssuer = operation<Payload<Warned & { readonly issuer: IssuerData }>, object>('RevokeIssuer');
const DeleteIssuer = operation<Payload<{ readonly deleted: Warned }>, object>('DeleteIssuer');
const ListKeys = operation<{ readonly issuerKeys: ListPage<ListedKey> }, object>('ListKeys');
const ReadKey = operation<{ readonly issuerKey: KeyData }, object>('ReadKey');
const GenerateKey = operation<Payload<{ readonly generated: MadeKey }>, object>('GenerateKey');
const ImportKey = operation<Payload<{ readonly imported: { readonly key: KeyData } }>, object>('ImportKey');
const UpdateKey = operation<Payload<{ readonly key: KeyData }>, object>('UpdateKey');
const DeleteKey = operation<object, object>('DeleteKey');

type UpdatedIssuer = IssuerData & { readonly urls: Lacking };
const updatedAnswer = (issuer: UpdatedIssuer) => ({ ...issuerAnswer(issuer), ...lackingWarnings(issuer.urls) });

interface Warned {
  readonly warnings: readonly string[];
}
interface ListedIssuer {
  readonly uuid: string;
  readonly name: string | null;
  readonly isDefault: boolean;
  readonly serialNumber: string;
  readonly key: { readonly uuid: string } | null;
}
type ListedKey = Pick<KeyData, 'uuid' | 'name'> & { readonly isDefault: boolean };
interface MadeKey {
  readonly key: KeyData;
  readonly privateKey: string | null;
}

const onMount = ({ mount }: VaultRequest) => ({ mount });
const referred = ({ mount, params }: VaultRequest) => ({ mount, reference: params['ref'] });
const input = ({ mount, fields }: VaultRequest) => ({ input: { mount, ...fields } });
const typed = ({ mount, params, fields }: VaultRequest) => ({ input: { mount, type: params['type'], ...fields } });
const referredInput = ({ mount, params, fields }: VaultRequest) => ({
  input: { mount, reference: params['ref'], ...fields },
});
/** Nothing at all is an empty answer, and warnings are one with nothing in it. */
const warned = ({ warnings }: Warned) => (warnings.length > 0 ? { data: null, warnings } : null);

/** Of an operation that has two paths, policies are asked about the one that was called. */
const generated = (underIssuers: boolean) => (request: VaultRequest) => ({
  input: { ...typed(request).input, underIssuers },
});

const rootRow = (path: string, underIssuers: boolean) =>
  write({
    path,
    operation: GenerateRoot,
    fields: rootTable,
    variables: generated(underIssuers),
    answer: ({ payload }) => rootAnswer(payload.root),
  });

const intermediateRow = (path: string, underIssuers: boolean) =>
  write({
    path,
    operation: GenerateIntermediate,
    fields: csrTable,
    variables: generated(underIssuers),
    answer: ({ payload }) => csrAnswer(payload.generated),
  });

const importRow = (path: string, way: string, field: 'pem_bundle' | 'certificate') =>
  write({
    path,
    operation: ImportIssuers,
    fields: { [field]: weak.pem },
    variables: ({ mount, fields }) => ({
      input: { mount, way, pemBundle: Object.values(fields).find((each) => typeof each === 'string') ?? '' },
    }),
    answer: ({ payload }) => importAnswer(payload.imported),
  });

/** A write of an issuer is of the whole: what is not sent is the default again. */
const wholeIssuer = {
  issuerName: '',
  manualChain: [],
  leafNotAfterBehavior: 'err',
  usage: ['read-only', 'issuing-certificates', 'crl-signing', 'ocsp-signing'],
  revocationSignatureAlgorithm: '',
  issuingCertificates: [],
  crlDistributionPoints: [],
  deltaCrlDistributionPoints: [],
  ocspServers: [],
  enableAiaUrlTemplating: false,
} as const;

/** In a merge patch, null means the default again. */
function patched(fields: object): object {
  const preset = (name: string): unknown => Object.entries(wholeIssuer).find(([key]) => key === name)?.[1];
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [name, value === null ? preset(name) : value]),
  );
}

const issuerRows: readonly VaultRow[] = [
  list({
    path: 'issuers',
    operation: ListIssuers,
    variables: onMount,
    anonymous: true,
    pages: 'issuers',
    answer: ({ issuers: { nodes } }) =>
      keysAnswer(
        nodes.map(({ uuid }) => uuid),
        Object.fromEntries(
          nodes.map((issuer) => [
            issuer.uuid,
            {
              issuer_name: issuer.name ?? '',
              is_default: issuer.isDefault,
              serial_number: issuer.serialNumber,
              key_id: issuer.key?.uuid ?? '',
            },
          ]),
        ),
      ),
  }),
  read({
    path: 'issuer/:ref',
    operation: ReadIssuer,
    variables: referred,
    answer: ({ issuer }) => issuerAnswer(issuer),
  }),
  write({
    path: 'issuer/:ref',
    operation: UpdateIssuer,
    fields: issuerTable,
    variables: ({ mount, params, fields }) => ({
      input: { mount, reference: params['ref'], ...wholeIssuer, ...fields },
    }),
    answer: ({ payload }) => updatedAnswer(payload.issuer),
  }),
  mergePatch({
    path: 'issuer/:ref',
    operation: UpdateIssuer,
    fields: issuerTable,
    variables: ({ mount, params, fields }) => ({
      input: { mount, reference: params['ref'], asPatch: true, ...patched(fields) },
    }),
    answer: ({ payload }) => updatedAnswer(payload.issuer),
  }),
  remove({
    path: 'issuer/:ref',
    operation: DeleteIssuer,
    variables: referredInput,
    answer: ({ payload }) => warned(payload.deleted),
  }),
  write({
    path: 'issuer/:ref/revoke',
    operation: RevokeIssuer,
    variables: referredInput,
    answer: ({ payload }) => ({ ...issuerAnswer(payload.issuer), warnings: payload.warnings }),
  }),
];

const keyRows: readonly VaultRow[] = [
  list({
    path: 'keys',
    operation: ListKeys,
    variables: onMount,
    pages: 'issuerKeys',
    answer: ({ issuerKeys: { nodes } }) =>
      keysAnswer(
        nodes.map(({ uuid }) => uuid),
        Object.fromEntries(
          nodes.map(({ uuid, name, isDefault }) => [uuid, { key_name: name ?? '', is_default: isDefault }]),
        ),
      ),
  }),
  write({
    path: 'keys/generate/:type',
    operation: GenerateKey,
    fields: generateKeyTable,
    variables: typed,
    answer: ({ payload: { generated } }) => {
      const { data } = keyAnswer(generated.key);
      const { privateKey } = generated;
      return { data: { ...data, ...(privateKey !== null && { private_key: privateKey }) } };
    },
  }),
  write({
    path: 'keys/import',
    operation: ImportKey,
    fields: { pem_bundle: weak.pem, key_name: weak.trimmed },
    variables: ({ mount, fields: { pemBundle, keyName } }) => ({
      input: { mount, pemBundle: pemBundle ?? '', ...(keyName && { keyName }) },
    }),
    answer: ({ payload }) => keyAnswer(payload.imported.key),
  }),
  read({
    path: 'key/:ref',
    operation: ReadKey,
    variables: referred,
    answer: ({ issuerKey }) => keyAnswer(issuerKey),
  }),
  write({
    path: 'key/:ref',
    operation: UpdateKey,
    fields: { key_name: weak.trimmed },
    variables: ({ mount, params, fields }) => ({
      input: { mount, reference: params['ref'], keyName: fields.keyName ?? '' },
    }),
    answer: ({ payload }) => keyAnswer(payload.key),
  }),
  remove({ path: 'key/:ref', operation: DeleteKey, variables: referredInput, answer: nothing }),
];

/** Issuers and keys: made, imported, read, changed, deleted. */
export const authorityRows: readonly VaultRow[] = [
  rootRow('root/generate/:type', false),
  rootRow('issuers/generate/root/:type', true),
  write({
    path: 'root/rotate/:type',
    operation: RotateRoot,
    fields: rootTable,
    variables: typed,
    answer: ({ payload }) => rootAnswer(payload.root),
  }),
  write({
    path: 'root/replace',
    operation: ReplaceRoot,
    fields: { default: weak.trimmed },
    variables: input,
    answer: ({ payload }) => ({ data: { default: payload.issuer.uuid } }),
  }),
  remove({ path: 'root', operation: DeleteRoot, variables: input, answer: ({ payload }) => warned(payload.deleted) }),
  intermediateRow('intermediate/generate/:type', false),
  intermediateRow('issuers/generate/intermediate/:type', true),
  write({
    path: 'intermediate/cross-sign',
    operation: CrossSignIntermediate,
    fields: csrTable,
    variables: input,
    answer: ({ payload }) => csrAnswer(payload.generated),
  }),
  importRow('intermediate/set-signed', 'SIGNED', 'certificate'),
  importRow('config/ca', 'CA', 'pem_bundle'),
  importRow('issuers/import/bundle', 'BUNDLE', 'pem_bundle'),
  importRow('issuers/import/cert', 'CERTIFICATES', 'pem_bundle'),
  ...issuerRows,
  ...keyRows,
];
