import { read, write } from '../row.js';
import type { VaultRequest, VaultRow } from '../row.js';
import { weak } from '../weak.js';
import { crlConfigAnswer, lackingWarnings, urlsDocument } from './authority.document.js';
import type { CrlConfigData, Lacking, UrlsData } from './authority.document.js';
import { crlTable, urlLists } from './authority.fields.js';
import { operation } from '../../operation.js';

interface Payload<Data> {
  readonly payload: Data;
}
interface ClusterData {
  readonly path: string;
  readonly aiaPath: string;
}
interface IssuersData {
  readonly defaultIssuerUuid: string | null;
  readonly defaultFollowsLatestIssuer: boolean;
}
interface ChangedIssuers {
  readonly config: IssuersData;
  readonly warnings: readonly string[];
}

const ReadUrls = operation<{ readonly urlsConfig: UrlsData }, object>('ReadUrls');
const ConfigureUrls = operation<Payload<{ readonly urls: UrlsData & Lacking }>, object>('ConfigureUrls');
const ReadCluster = operation<{ readonly clusterConfig: ClusterData }, object>('ReadCluster');
const ConfigureCluster = operation<Payload<{ readonly cluster: ClusterData }>, object>('ConfigureCluster');
const ReadCrlConfig = operation<{ readonly crlConfig: CrlConfigData }, object>('ReadCrlConfig');
const ConfigureCrl = operation<Payload<{ readonly crl: CrlConfigData }>, object>('ConfigureCrl');
const ReadIssuersConfig = operation<{ readonly issuersConfig: IssuersData }, object>('ReadIssuersConfig');
const ConfigureIssuers = operation<Payload<{ readonly issuers: ChangedIssuers }>, object>('ConfigureIssuers');
const ReadKeysConfig = operation<{ readonly defaultKey: { readonly uuid: string } | null }, object>('ReadKeysConfig');
const ConfigureKeys = operation<Payload<{ readonly key: { readonly uuid: string } }>, object>('ConfigureKeys');

const onMount = ({ mount }: VaultRequest) => ({ mount });
const input = ({ mount, fields }: VaultRequest) => ({ input: { mount, ...fields } });

const urls = (data: UrlsData) => ({ data: { ...urlsDocument(data), enable_templating: data.enableTemplating } });
const cluster = ({ path, aiaPath }: ClusterData) => ({ data: { path, aia_path: aiaPath } });
const issuers = ({ defaultIssuerUuid, defaultFollowsLatestIssuer }: IssuersData) => ({
  default: defaultIssuerUuid ?? '',
  default_follows_latest_issuer: defaultFollowsLatestIssuer,
});

/** The configuration of a mount. */
export const mountConfigRows: readonly VaultRow[] = [
  read({
    path: 'config/urls',
    operation: ReadUrls,
    variables: onMount,
    answer: ({ urlsConfig }) => urls(urlsConfig),
  }),
  write({
    path: 'config/urls',
    operation: ConfigureUrls,
    fields: { ...urlLists, enable_templating: weak.flag },
    variables: input,
    answer: ({ payload }) => ({ ...urls(payload.urls), ...lackingWarnings(payload.urls) }),
  }),
  read({
    path: 'config/cluster',
    operation: ReadCluster,
    variables: onMount,
    answer: ({ clusterConfig }) => cluster(clusterConfig),
  }),
  write({
    path: 'config/cluster',
    operation: ConfigureCluster,
    fields: { path: weak.text, aia_path: weak.text },
    variables: input,
    answer: ({ payload }) => cluster(payload.cluster),
  }),
  read({
    path: 'config/crl',
    operation: ReadCrlConfig,
    variables: onMount,
    answer: ({ crlConfig }) => crlConfigAnswer(crlConfig),
  }),
  write({
    path: 'config/crl',
    operation: ConfigureCrl,
    fields: crlTable,
    variables: input,
    answer: ({ payload }) => crlConfigAnswer(payload.crl),
  }),
  read({
    path: 'config/issuers',
    operation: ReadIssuersConfig,
    variables: onMount,
    answer: ({ issuersConfig }) => ({ data: issuers(issuersConfig) }),
  }),
  write({
    path: 'config/issuers',
    operation: ConfigureIssuers,
    fields: { default: weak.trimmed, default_follows_latest_issuer: weak.flag },
    variables: input,
    answer: ({ payload }) => ({ data: issuers(payload.issuers.config), warnings: payload.issuers.warnings }),
  }),
  read({
    path: 'config/keys',
    operation: ReadKeysConfig,
    variables: onMount,
    answer: ({ defaultKey }) => ({ data: { default: defaultKey?.uuid ?? '' } }),
  }),
  write({
    path: 'config/keys',
    operation: ConfigureKeys,
    fields: { default: weak.trimmed },
    variables: ({ mount, fields }) => ({ input: { mount, default: fields.default ?? '' } }),
    answer: ({ payload }) => ({ data: { default: payload.key.uuid } }),
  }),
];
