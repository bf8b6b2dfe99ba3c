/** The job that asks whether a client controls a name; its subject is an authorization. */
export const validationJobKind = 'acme.validation';
