import { parseDuration } from '../../../../platform/duration.js';
import { read, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { crlConfigAnswer, lackingWarnings, urlsDocument } from './authority.document.js';
import { found, made } from '../../found.js';
import { crlTable, urlLists } from './authority.fields.js';
import {
  ConfigureCluster,
  ConfigureCrl,
  ConfigureIssuers,
  ConfigureKeys,
  ConfigureUrls,
  ReadCluster,
  ReadCrlConfig,
  ReadIssuersConfig,
  ReadKeysConfig,
  ReadUrls,
} from '../generated/operations.js';
import type {
  ClusterFieldsFragment,
  IssuersConfigFieldsFragment,
  UrlsFieldsFragment,
} from '../generated/operations.js';

const onMount = ({ mount }: VaultRequest) => ({ mount });
const input = <Fields extends object>({ mount, fields }: VaultRequest<Fields>) => ({ input: { mount, ...fields } });

/** Read already, so that it is a duration. */
const secondsIn = (text: string | undefined) => (text === undefined ? undefined : parseDuration(text));

const urls = (data: UrlsFieldsFragment) => ({
  data: { ...urlsDocument(data), enable_templating: data.enableTemplating },
});
const cluster = ({ path, aiaPath }: ClusterFieldsFragment) => ({ data: { path, aia_path: aiaPath } });
const issuers = ({ defaultIssuerUuid, defaultFollowsLatestIssuer }: IssuersConfigFieldsFragment) => ({
  default: defaultIssuerUuid ?? '',
  default_follows_latest_issuer: defaultFollowsLatestIssuer,
});

/** The configuration of a mount. */
export const mountConfigRoutes: readonly VaultRoute[] = [
  read({
    path: 'config/urls',
    operation: ReadUrls,
    variables: onMount,
    answer: ({ urlsConfig }) => urls(found(urlsConfig)),
  }),
  write({
    path: 'config/urls',
    operation: ConfigureUrls,
    fields: { ...urlLists, enable_templating: weak.flag },
    variables: input,
    answer: ({ payload }) => {
      const changed = made(payload.urlsConfig);
      return { ...urls(changed), ...lackingWarnings(changed) };
    },
  }),
  read({
    path: 'config/cluster',
    operation: ReadCluster,
    variables: onMount,
    answer: ({ clusterConfig }) => cluster(found(clusterConfig)),
  }),
  write({
    path: 'config/cluster',
    operation: ConfigureCluster,
    fields: { path: weak.text, aia_path: weak.text },
    variables: input,
    answer: ({ payload }) => cluster(made(payload.clusterConfig)),
  }),
  read({
    path: 'config/crl',
    operation: ReadCrlConfig,
    variables: onMount,
    answer: ({ crlConfig }) => crlConfigAnswer(found(crlConfig)),
  }),
  write({
    path: 'config/crl',
    operation: ConfigureCrl,
    fields: crlTable,
    variables: ({ mount, fields: { expiry, ocspExpiry, autoRebuildGracePeriod, deltaRebuildInterval, ...fields } }) => {
      const texts = { expiry, ocspExpiry, autoRebuildGracePeriod, deltaRebuildInterval };
      const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
      return {
        input: {
          mount,
          ...fields,
          written,
          expiry: secondsIn(expiry),
          ocspExpiry: secondsIn(ocspExpiry),
          autoRebuildGracePeriod: secondsIn(autoRebuildGracePeriod),
          deltaRebuildInterval: secondsIn(deltaRebuildInterval),
        },
      };
    },
    answer: ({ payload }) => crlConfigAnswer(made(payload.crlConfig)),
  }),
  read({
    path: 'config/issuers',
    operation: ReadIssuersConfig,
    variables: onMount,
    answer: ({ issuersConfig }) => ({ data: issuers(found(issuersConfig)) }),
  }),
  write({
    path: 'config/issuers',
    operation: ConfigureIssuers,
    fields: { default: weak.trimmed, default_follows_latest_issuer: weak.flag },
    variables: input,
    answer: ({ payload: { issuersConfig, warnings } }) => ({ data: issuers(made(issuersConfig)), warnings }),
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
    answer: ({ payload }) => ({ data: { default: made(payload.issuerKey).uuid } }),
  }),
];
