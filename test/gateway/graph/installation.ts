import { pino } from 'pino';
import { nodes } from '../../../src/composition/nodes.js';
import { resolvers } from '../../../src/gateway/resolvers.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';
import { exposed } from '../exposed.js';
import { createGateway } from '../../../src/gateway/gateway.js';
import type { GatewayDeps } from '../../../src/gateway/gateway.js';
import type { GatewayPorts, GatewaySettings } from '../../../src/gateway/ports.js';
import { identityEvents, identityScopes } from '../../../src/identity/context.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { createNotices } from '../../../src/notices/module.js';
import { EventLog } from '../../../src/platform/events/event-log.js';
import { createPkiService } from '../../../src/pki/module.js';
import { MemoryTokens } from '../../pki/managed-keys/memory-tokens.js';
import { openStateService } from '../../state/service.js';

/** Metadata of resolvers are global: one a process. */
export const schema = exposed(buildApiSchema(resolvers));

export interface Answer {
  readonly data: unknown;
  readonly errors: readonly { readonly message: string }[];
  /** Reads of the database. Records of who read what are written when nobody waits. */
  readonly reads: readonly string[];
}

const isRead = (sql: string): boolean => /^\s*(SELECT|WITH)/i.test(sql);

/** Both services behind the real schema, spoken to over HTTP, with limits that no test of statements meets. */
export async function openInstallation(
  more: Pick<GatewayPorts, 'entities'> & Partial<Pick<GatewayDeps, 'rest'> & GatewaySettings> = {},
) {
  const { entities, rest = [], ...settings } = more;
  const state = await openStateService();
  const log = pino({ level: 'silent' });
  const pki = createPkiService({ ...state, log, expiryDays: [30, 7, 1], pkcs11: new MemoryTokens() });
  await pki.start();
  const notices = createNotices({
    ...{ ...state, log, pki, gate: state.outbound, keepMs: 86_400_000 },
    events: { feed: state.feed, log: new EventLog(state) },
  });
  const told = identityEvents(state, state.feed);
  const gateway = await createGateway({
    settings: {
      maxBodySize: 1_000_000,
      requestTimeout: 60_000,
      operationTimeout: 60_000,
      introspection: 'nobody',
      costBudget: null,
      // A caller may show a certificate, as behind a proxy.
      ...{ trustedProxies: ['127.0.0.0/8'], clientCertificateHeader: 'client-cert' },
      limits: { cost: 1_000_000_000_000, tokens: 50_000, fields: 10_000, aliases: 1_000, depth: 30 },
      ...settings,
    },
    log,
    clock: state.clock,
    metrics: new Metrics({ process: false }),
    authenticate: (token, origin) => state.authentication.authenticate(token, origin),
    schema,
    slices: {
      identity: identityScopes(state, told),
      state: state.service.scope,
      pki: pki.scope,
      notices: () => notices.scope(),
    },
    nodes,
    ...(entities && { entities }),
    rest,
    ready: [],
  });
  state.countRequests(gateway.app);
  const { http } = await gateway.listen({ host: '127.0.0.1', httpPort: 0, https: null });
  const address = `http://127.0.0.1:${http?.port ?? 0}/graphql`;

  let presented: string | null = null;
  async function ask(query: string, token: string, variables: object = {}): Promise<Omit<Answer, 'reads'>> {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(presented !== null && { 'client-cert': `:${presented}:` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const body: unknown = await response.json();
    return { data: null, errors: [], ...(typeof body === 'object' && body) };
  }

  /** What work reads of the database. */
  const reads = async (work: () => Promise<void>) => (await state.statements(work)).filter(isRead);

  return {
    ...state,
    pki: pki.services,
    told,
    /** Until nothing is left to do in the background. */
    async quiet() {
      await state.settled();
      await pki.jobs.idle();
      await state.audit.flush();
    },
    address,
    /** The certificate that callers show from now on. */
    presents(der: Buffer) {
      presented = der.toString('base64');
    },
    reads,
    async ask(query: string, token: string = state.rootToken): Promise<Answer> {
      const { result, statements } = await state.heard(() => ask(query, token));
      return { ...result, reads: statements.filter(isRead) };
    },
    /** Without a look at what it reads. */
    say: (query: string, variables: object, token: string = state.rootToken) => ask(query, token, variables),
    async end() {
      await gateway.close();
      await notices.close();
      await pki.close();
      await state.end();
    },
  };
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;
