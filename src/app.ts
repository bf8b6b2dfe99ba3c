import { addressText, certifiable, listen } from './composition/listening.js';
import { openGateway } from './composition/open-gateway.js';
import { openStorage } from './composition/open-storage.js';
import { Opened } from './composition/opened.js';
import { CertificateKeeper } from './composition/server-certificate.js';
import { startDomains } from './composition/start-domains.js';
import { startIdentity } from './composition/start-identity.js';
import type { Starting } from './composition/starting.js';
import { playgroundIsBuilt } from './gateway/http/playground.js';
import type { RunningApp } from './operator/serve.js';
import { ServerCertificates } from './pki/server-certificate/server-certificates.js';
import type { Log } from './platform/log/log.js';
import { onlyProcess } from './platform/processes/serving-place.js';
import type { ServingPlace } from './platform/processes/serving-place.js';
import type { StartingWork } from './platform/starting-work.js';
import type { Config } from './settings/config.js';

/**
 * Starts the application from its settings.
 * @throws OperatorError for problems that the operator can solve; nothing stays open then
 */
export async function startApp(
  config: Config,
  { log, place = onlyProcess }: { log: Log; place?: ServingPlace },
): Promise<RunningApp> {
  const open = new Opened();
  const failed = (error: unknown) => {
    log.error({ err: error }, 'work in the background failed');
  };
  const starting: Starting = { config, log, place, open, failed };
  let begun: StartingWork | undefined;
  try {
    const storage = await openStorage(starting, (steps) => {
      begun = steps;
    });
    const identity = await startIdentity(starting, storage);
    const domains = await startDomains(starting, storage, identity);
    const { folder, reserve, steps, later, database, seal, clock } = storage;
    open.add(steps);
    // The writes of the start come before the reserve for the next one.
    await later(() => Promise.resolve(reserve?.keep()));

    const gateway = await openGateway(starting, storage, identity, domains);
    const publicHost = config.publicUrl === undefined ? [] : [new URL(config.publicUrl).hostname];
    if (config.httpsPort !== null && place.first && certifiable(publicHost).length < publicHost.length)
      log.warn({ host: publicHost[0] }, 'the HTTPS certificate cannot name the host of TRUSTATE_PUBLIC_URL');
    const hosts = [config.host, ...publicHost];
    const own = { folder: folder.path, hosts: certifiable(hosts) };
    const certificates = new ServerCertificates({ database, seal, clock, ...domains.pki.services, ...own });
    const keeper = open.add(new CertificateKeeper({ certificates, clock, log, alone: place.alone.bind(place) }));
    const certificate = config.httpsPort === null ? null : await keeper.first();
    const { http, https } = await listen(gateway, config, certificate);
    if (certificate)
      keeper.watch(certificate, ({ cert, key }) => {
        gateway.renewCertificate({ certificate: cert, key });
      });
    const { rootToken } = identity;
    return {
      welcome: {
        http: http && addressText('http', config.host, http),
        https: https && addressText('https', config.host, https),
        caFile: certificates.caFile,
        rootTokenFile: rootToken.file,
        newRootToken: rootToken.made,
        organization: 'default',
        playground: playgroundIsBuilt(),
      },
      close: () => open.close(),
    };
  } catch (error) {
    // After a failed start too, no step uses what is closed below.
    await begun?.close();
    await open.close();
    throw error;
  }
}
