import { identityEventTable } from '../identity/events/identity-event-table.js';
import { pkiEventTable } from '../pki/events/pki-event-table.js';
import { stateEventTable } from '../state/events/state-event-table.js';

/** All events by their subscription: the tables of all domains. */
export const eventTables = { ...stateEventTable, ...pkiEventTable, ...identityEventTable } as const;
