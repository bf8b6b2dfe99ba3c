import { identityEventTable } from '../identity/events/identity-event-table.js';
import { pkiEventTable } from '../pki/events/pki-event-table.js';
import { stateEventTable } from '../state/events/state-event-table.js';

/** Everything that happens and that somebody may be told of, by the subscription that tells of it: the tables of all domains. */
export const eventTables = { ...stateEventTable, ...pkiEventTable, ...identityEventTable } as const;
