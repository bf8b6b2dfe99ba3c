/** X.509 as DER in and DER out: pure, and knows nobody else in this project. */
export * from './algorithm.js';
export * from './basic-extensions.js';
export * from './certificate.js';
export * from './certificate-builder.js';
export * from './error.js';
export { extension, type Extension } from './extension.js';
export * from './extension-set.js';
export * from './general-name.js';
export * from './ip.js';
export * from './key.js';
export * from './name.js';
export * from './oids.js';
export * from './pem.js';
export * from './private-key.js';
export * from './serial-number.js';
export * from './signer.js';
export * from './time.js';
