import { system } from '../../identity/audit/actor.js';

/** Who acts when the service looks after its own certificate. */
export const itself = system('server-certificate');
