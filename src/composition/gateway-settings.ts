import { readManifest } from '../gateway/graphql/documents.js';
import type { GatewaySettings } from '../gateway/ports.js';
import type { Config } from '../settings/config.js';

/** What an operator set of how requests are answered. */
export async function gatewaySettings(config: Config): Promise<GatewaySettings> {
  return {
    publicUrl: config.publicUrl,
    maxBodySize: config.maxBodySize,
    requestTimeout: config.requestTimeout,
    operationTimeout: config.operationTimeout,
    slowOperation: config.slowOperation,
    trustedProxies: config.trustedProxies ?? [],
    clientCertificateHeader: config.clientCertificateHeader,
    origins: config.allowedOrigins ?? [],
    bounds: {
      keepAlive: config.keepAlive,
      connections: { most: config.connections, mostPerAddress: config.connectionsPerAddress },
      requestRates: { perToken: config.tokenRate, perAddress: config.addressRate },
      requestsAtOnce: config.requestsAtOnce,
    },
    hsts: config.hsts,
    metrics: { who: config.metrics, token: config.metricsToken },
    introspection: config.introspection,
    federation: config.federation === 'on',
    costBudget: config.costBudget,
    trustedDocuments: config.trustedDocuments === undefined ? null : await readManifest(config.trustedDocuments),
  };
}
