/** The examples of Vault's API documentation, PKI, and what every token needs to manage itself. For the mount `pki`. */
export const readyPolicies: Readonly<Record<string, string>> = {
  default: `# What every token may: know itself, live longer, and end.
path "auth/token/lookup-self" {
  capabilities = ["read"]
}
path "auth/token/renew-self" {
  capabilities = ["update"]
}
path "auth/token/revoke-self" {
  capabilities = ["update"]
}
path "sys/capabilities-self" {
  capabilities = ["update"]
}
path "sys/leases/lookup" {
  capabilities = ["update"]
}
path "sys/leases/renew" {
  capabilities = ["update"]
}
path "sys/wrapping/wrap" {
  capabilities = ["update"]
}
path "sys/wrapping/lookup" {
  capabilities = ["update"]
}
path "sys/wrapping/unwrap" {
  capabilities = ["update"]
}
path "sys/internal/ui/mounts" {
  capabilities = ["read"]
}
path "sys/internal/ui/mounts/*" {
  capabilities = ["read"]
}
`,
  'pki-user': `# Certificates under the policy of a role, and their revocation by who holds the private key.
path "pki/issue/+" {
  capabilities = ["update"]
}
path "pki/sign/+" {
  capabilities = ["update"]
}
path "pki/revoke-with-key" {
  capabilities = ["update"]
}
path "pki/cert/*" {
  capabilities = ["read"]
}
`,
  'pki-operator': `# Everything in the mount, for trusted operators; not the deletion of the root.
path "pki/*" {
  capabilities = ["create", "read", "update", "patch", "delete", "list"]
}
path "pki/root/sign-self-issued" {
  capabilities = ["update", "sudo"]
}
path "sys/mounts" {
  capabilities = ["read"]
}
path "sys/mounts/pki/tune" {
  capabilities = ["read", "update"]
}
`,
};

/** SHA-256 of what the texts of ready policies were in earlier versions, in hexadecimal. */
export const formerReadyPolicies: Readonly<Record<string, readonly string[]>> = {
  default: [
    '53a60c6f92a53b8b2fd73146462c174b9f6aae74ff37d98a6ba144a6cea26927',
    '183b2dc5a22a304c0d4309a31870aa191924dfae29b7ce9fc99cc46e572d48fc',
  ],
};
