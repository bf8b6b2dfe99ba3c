import { isRecord } from '../../../../platform/is-record.js';
import { found, made } from '../../found.js';
import { read, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakKind } from '../weak.js';
import { ConfigureEst, ReadEstConfig } from '../generated/operations.js';
import type { EstConfigFieldsFragment } from '../generated/operations.js';

/** What Go writes for a time that there is none of. */
const never = '0001-01-01T00:00:00Z';

const configDocument = ({ authenticators: { userpass, cert }, ...config }: EstConfigFieldsFragment) => ({
  data: {
    enabled: config.enabled,
    default_mount: config.defaultMount,
    default_path_policy: config.defaultPathPolicy,
    label_to_path_policy: Object.fromEntries(
      config.labelToPathPolicy.map(({ label, pathPolicy }) => [label, pathPolicy]),
    ),
    authenticators: {
      ...(cert && { cert: { accessor: cert.accessor, ...(cert.certRole !== '' && { cert_role: cert.certRole }) } }),
      ...(userpass && { userpass: { accessor: userpass.accessor } }),
    },
    enable_sentinel_parsing: config.enableSentinelParsing,
    audit_fields: config.auditFields,
    last_updated: config.updatedAt ?? never,
  },
});

type Settings = Readonly<Record<string, string>>;

interface Authenticators {
  readonly userpass: { readonly accessor: string } | null;
  readonly cert: { readonly accessor: string; readonly certRole: string } | null;
}

const settingsOf: Readonly<Record<string, readonly string[]>> = {
  userpass: ['accessor'],
  cert: ['accessor', 'cert_role'],
};

/** Settings by kind. Clients also send a list with them as its only item, and kinds without settings. */
function authenticatorsOf(value: unknown): Authenticators | undefined {
  const given: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(given)) return undefined;
  const read = new Map<string, Settings>();
  for (const [kind, settings] of Object.entries(given)) {
    const texts = weak.map.read(settings);
    const known = Object.hasOwn(settingsOf, kind) ? settingsOf[kind] : undefined;
    if (!texts || !known || Object.keys(texts).some((name) => !known.includes(name))) return undefined;
    if (Object.keys(texts).length > 0) read.set(kind, texts);
  }
  const [userpass, cert] = [read.get('userpass'), read.get('cert')];
  return {
    userpass: userpass ? { accessor: userpass['accessor'] ?? '' } : null,
    cert: cert ? { accessor: cert['accessor'] ?? '', certRole: cert['cert_role'] ?? '' } : null,
  };
}

const authenticators: WeakKind<Authenticators> = {
  read: authenticatorsOf,
  expected: 'an object with userpass and cert, which have an accessor, and cert also a cert_role',
  compared: (value) => authenticatorsOf(value) ?? {},
};

/** How certificates are obtained by EST (Vault API, PKI: "EST"); its protocol is no REST. */
export const estConfigRoutes: readonly VaultRoute[] = [
  read({
    path: 'config/est',
    operation: ReadEstConfig,
    variables: ({ mount }) => ({ mount }),
    answer: ({ estConfig }) => configDocument(found(estConfig)),
  }),
  write({
    path: 'config/est',
    operation: ConfigureEst,
    fields: {
      enabled: weak.flag,
      default_mount: weak.flag,
      default_path_policy: weak.text,
      label_to_path_policy: weak.map,
      authenticators,
      enable_sentinel_parsing: weak.flag,
      audit_fields: weak.list,
    },
    variables: ({ mount, fields: { labelToPathPolicy, ...fields } }) => ({
      input: {
        mount,
        ...fields,
        ...(labelToPathPolicy && {
          labelToPathPolicy: Object.entries(labelToPathPolicy).map(([label, pathPolicy]) => ({ label, pathPolicy })),
        }),
      },
    }),
    answer: ({ payload }) => configDocument(made(payload.estConfig)),
  }),
];
