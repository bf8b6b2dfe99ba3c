import { acmeClients } from './acme/clients.js';

acmeClients('sign-verbatim');
