/** Kind of the job that keeps the CRLs of one mount fresh; its subject is the mount's id. */
export const crlJobKind = 'pki.crls';
