const hostName = /^(?=.{1,253}$)(?!(?:.*\.)?\d+$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.(?!$)|$))+$/i;

/** Whether this is the name of a host as certificates have it, in ASCII: letters, digits and hyphens (RFC 1123, section 2.1), and not what reads as an address. */
export const isHostName = (text: string): boolean => hostName.test(text);
