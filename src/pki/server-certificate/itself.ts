import { system } from '../../identity/audit/actor.js';

/** The actor when the service manages its own certificate. */
export const itself = system('server-certificate');
