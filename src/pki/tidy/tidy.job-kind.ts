/** The kind of the job that tidies a mount, and begins to when it is time. The subject is the id of the mount. */
export const tidyJobKind = 'pki.tidy';
