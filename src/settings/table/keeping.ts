import { optional, setting } from '../setting.js';
import { absolutePath, databaseUrl, duration, hour, libraries, masterKeys, objectStore, tokenUri } from '../values.js';

/** Where it keeps what, and what that is sealed with. */
export const keeping = {
  databaseUrl: optional(databaseUrl, {
    variable: 'TRUSTATE_DATABASE_URL',
    default: 'file:<data folder>/trustate.db',
    allowed: 'file:PATH for SQLite (%25, %3F, %23 for %, ? and #), or postgresql://USER:PASSWORD@HOST:PORT/DATABASE',
    about: 'The database. PostgreSQL is for more than one server.',
    secret: true,
  }),
  databaseTimeout: setting(duration(1_000, hour), {
    variable: 'TRUSTATE_DATABASE_TIMEOUT',
    default: '60s',
    allowed: 'a number with s or m, from 1s to 60m',
    about:
      'How long PostgreSQL may stay silent during a statement. After that, the statement is cancelled and the connection closed.',
  }),
  objectStore: optional(objectStore, {
    variable: 'TRUSTATE_OBJECT_STORE',
    default: '<data folder>/objects',
    allowed:
      'a folder, file:FOLDER (%25, %3F, %23 for %, ? and #), or s3://BUCKET/PREFIX?endpoint=URL&region=NAME&pathStyle=true',
    about: 'Where state content is kept, sealed. S3 takes its credentials and region from the usual AWS_* variables.',
  }),
  sealKey: optional(masterKeys, {
    variable: 'TRUSTATE_SEAL_KEY',
    default: 'read from the seal key file',
    allowed:
      '32 bytes in base64, or what `trustate seal wrap` prints, then earlier keys separated by commas; not together with TRUSTATE_SEAL_KEY_FILE',
    about: 'Master key that seals private keys and state content.',
    secret: true,
  }),
  sealKeyFile: optional(absolutePath, {
    variable: 'TRUSTATE_SEAL_KEY_FILE',
    default: '<data folder>/seal.key',
    allowed: 'a file with one such key per line, the current one first; the default file is created on first start',
    about: 'File with the master key, to keep it apart from the data folder.',
  }),
  sealToken: optional(tokenUri, {
    variable: 'TRUSTATE_SEAL_TOKEN',
    default: 'none: master keys are as they are written',
    allowed: 'pkcs11:token=LABEL;object=KEY?module-name=LIBRARY&pin-source=file:/PATH (RFC 7512), or pin-value',
    about: 'Secret key in a PKCS#11 token that wraps the master key (docs/managed-keys.md).',
    secret: true,
  }),
  pkcs11Libraries: optional(libraries, {
    variable: 'TRUSTATE_PKCS11_LIBRARIES',
    default: 'none',
    allowed: 'NAME=FILE, separated by commas: names have letters, digits, dots and dashes, files are absolute paths',
    about:
      'Libraries of PKCS#11 tokens by the names that managed keys use (docs/managed-keys.md). No other file is loaded.',
  }),
  pkcs11Package: optional(absolutePath, {
    variable: 'TRUSTATE_PKCS11_PACKAGE',
    default: '<data folder>/pkcs11',
    allowed: 'a folder',
    about: 'Where `npm install --prefix FOLDER pkcs11js` has installed the package that speaks PKCS#11.',
  }),
  pkcs11Timeout: setting(duration(1_000, 120_000), {
    variable: 'TRUSTATE_PKCS11_TIMEOUT',
    default: '10s',
    allowed: 'a number with s or m, from 1s to 2m',
    about:
      'How long a token may take for a signature. After that, the process that waits for it is ended and started again.',
  }),
};
