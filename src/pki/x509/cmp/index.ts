/** Messages of CMP (RFC 9810) and of the requests in them (RFC 4211): pure functions, DER in, DER out. */
export * from './answers.js';
export * from './crl-status.js';
export * from './failures.js';
export * from './header.js';
export * from './mac.js';
export * from './message.js';
export * from './oids.js';
export * from './requests.js';
export { type CertTemplate } from './template.js';
