import { expect, test } from 'vitest';
import { banner } from '../../src/operator/banner.js';
import type { Welcome } from '../../src/operator/banner.js';

const first: Welcome = {
  http: 'http://localhost:8080',
  https: 'https://localhost:8443',
  caFile: '/srv/data/ca.pem',
  rootTokenFile: '/srv/data/root-token',
  newRootToken: 'at-1.atlasv1.secret',
  organization: 'default',
  playground: true,
};

test('a first start', () => {
  expect(banner(first)).toBe(`Trustate is ready.

  https://localhost:8443    HTTPS; clients trust /srv/data/ca.pem
  http://localhost:8080     plain HTTP
  https://localhost:8443/graphql    GraphQL
  http://localhost:8080/    the playground, in a browser

  Root token, shown only now: at-1.atlasv1.secret
  It is kept in /srv/data/root-token

terraform over HTTPS: paste into a shell, in an empty folder

cat > trustate.tfrc <<EOF
credentials "localhost:8443" {
  token = "$(cat /srv/data/root-token)"
}
EOF
cat > main.tf <<EOF
terraform {
  cloud {
    hostname     = "localhost:8443"
    organization = "default"
    workspaces { name = "first" }
  }
}
resource "terraform_data" "hello" { input = "world" }
EOF
export TF_CLI_CONFIG_FILE="$PWD/trustate.tfrc" SSL_CERT_FILE=/srv/data/ca.pem
terraform init && terraform apply

or over plain HTTP, on this machine

cat > trustate.tfrc <<EOF
host "localhost:8080" {
  services = {
    "tfe.v2"   = "http://localhost:8080/api/v2/"
    "tfe.v2.1" = "http://localhost:8080/api/v2/"
    "tfe.v2.2" = "http://localhost:8080/api/v2/"
    "state.v2" = "http://localhost:8080/api/v2/"
  }
}
credentials "localhost:8080" {
  token = "$(cat /srv/data/root-token)"
}
EOF
cat > main.tf <<EOF
terraform {
  cloud {
    hostname     = "localhost:8080"
    organization = "default"
    workspaces { name = "first" }
  }
}
resource "terraform_data" "hello" { input = "world" }
EOF
export TF_CLI_CONFIG_FILE="$PWD/trustate.tfrc"
terraform init && terraform apply
`);
});

test('a playground that is not built yet is not promised at once', () => {
  expect(banner({ ...first, playground: false })).toContain(
    '  http://localhost:8080/    the playground, in a browser, as soon as it is built\n',
  );
});

test('what is off is not offered', () => {
  expect(banner({ ...first, https: null })).not.toMatch(/https:|SSL_CERT_FILE/);
  expect(banner({ ...first, http: null })).not.toMatch(/http:|host "/);
});

test('a token of the operator is neither shown nor looked for in a file', () => {
  const text = banner({ ...first, newRootToken: null, rootTokenFile: null });
  expect(text).toContain('Root token: the one in TRUSTATE_ROOT_TOKEN');
  expect(text).toContain('token = "$TRUSTATE_ROOT_TOKEN"');
});

test('paths are words of a shell', () => {
  const text = banner({ ...first, caFile: "/it's here/ca.pem" });
  expect(text).toContain(`SSL_CERT_FILE='/it'\\''s here/ca.pem'`);
});
