import { optional, setting } from '../setting.js';
import { absolutePath, headerName, host, networks, origins, port, publicUrl } from '../values.js';

/** Where the server is, and by which addresses it is reached. */
export const addresses = {
  dataDir: setting(absolutePath, {
    variable: 'TRUSTATE_DATA_DIR',
    default: './data',
    allowed: 'a folder that the server may write to; it is created if missing',
    about: 'Where the server keeps everything, unless the database or the object store is elsewhere.',
  }),
  host: setting(host, {
    variable: 'TRUSTATE_HOST',
    default: 'localhost',
    allowed: 'a host name or an IP address of this machine; 0.0.0.0 or :: for all of them',
    about: 'Where the server listens. The default answers callers on this machine only.',
  }),
  httpPort: setting(port, {
    variable: 'TRUSTATE_HTTP_PORT',
    default: '8080',
    allowed: 'a port from 0 (any free one) to 65535, or off',
    about: 'Port for plain HTTP.',
  }),
  httpsPort: setting(port, {
    variable: 'TRUSTATE_HTTPS_PORT',
    default: '8443',
    allowed: 'a port from 0 (any free one) to 65535, or off',
    about: 'Port for HTTPS.',
  }),
  publicUrl: optional(publicUrl, {
    variable: 'TRUSTATE_PUBLIC_URL',
    default: 'scheme and host of each request',
    allowed: 'http:// or https://, a host, optionally a port, and no path',
    about: 'What absolute URLs in responses start with. Set it when the server is behind a proxy.',
  }),
  trustedProxies: optional(networks, {
    variable: 'TRUSTATE_TRUSTED_PROXIES',
    default: 'none',
    allowed: 'addresses and networks such as 10.0.0.0/8, separated by commas',
    about: 'Proxies whose X-Forwarded-For, -Proto and -Host are trusted. From everyone else these headers are ignored.',
  }),
  clientCertificateHeader: optional(headerName, {
    variable: 'TRUSTATE_CLIENT_CERTIFICATE_HEADER',
    default: 'none',
    allowed: 'the name of a header, such as Client-Cert',
    about:
      'The header in which trusted proxies say which certificate a client has proved itself by. From everyone else it is ignored.',
  }),
  allowedOrigins: optional(origins, {
    variable: 'TRUSTATE_ALLOWED_ORIGINS',
    default: "the server's own origins",
    allowed: 'http:// or https://, a host, optionally a port, and no path; separated by commas',
    about: 'Other origins whose pages may call this server from a browser.',
  }),
};
