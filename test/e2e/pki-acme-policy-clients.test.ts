import { acmeClients } from './acme/clients.js';

acmeClients('external-policy');
