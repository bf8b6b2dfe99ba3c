import { optional, setting } from '../setting.js';
import { days, duration, hour, networks, whole } from '../values.js';

/** What it calls or looks for elsewhere, and what it says by itself. */
export const calling = {
  webhookRetention: setting(duration(hour, 8_760 * hour), {
    variable: 'TRUSTATE_WEBHOOK_RETENTION',
    default: '7d',
    allowed: 'a number with m, h or d, from 1h to 365d',
    about: 'How long deliveries of webhooks are kept after they were delivered or given up.',
  }),
  outboundAllow: optional(networks, {
    variable: 'TRUSTATE_OUTBOUND_ALLOW',
    default: 'none',
    allowed: 'addresses and networks such as 127.0.0.0/8, separated by commas',
    about:
      "Addresses that may be called for users although they are this machine's own or denied. Link-local addresses, cloud metadata and multicast are never called.",
  }),
  outboundDeny: optional(networks, {
    variable: 'TRUSTATE_OUTBOUND_DENY',
    default: 'none',
    allowed: 'addresses and networks such as 10.0.0.0/8, separated by commas',
    about: 'Addresses that are never called for users. Private networks are called otherwise.',
  }),
  acmeHttpPort: setting(whole(1, 65_535), {
    variable: 'TRUSTATE_ACME_HTTP_PORT',
    default: '80',
    allowed: 'a number from 1 to 65535',
    about: 'Port at which proofs of ACME by http-01 are looked for. The RFC says 80: others are for closed networks.',
  }),
  acmeTlsPort: setting(whole(1, 65_535), {
    variable: 'TRUSTATE_ACME_TLS_PORT',
    default: '443',
    allowed: 'a number from 1 to 65535',
    about: 'Port at which proofs of ACME by tls-alpn-01 are looked for, and that redirects to https may lead to.',
  }),
  expiryWarnings: setting(days, {
    variable: 'TRUSTATE_EXPIRY_WARNINGS',
    default: '30,7,1',
    allowed: 'numbers of days from 1 to 9999, at most ten, separated by commas, or off',
    about: 'How many days before its expiry a certificate is reported as about to expire.',
  }),
};
