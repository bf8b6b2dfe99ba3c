/** Packages that the bundle of the server leaves outside: a native part, and what is loaded in few installations only. */
export const external = ['@photostructure/sqlite', '@aws-sdk/client-s3'];
