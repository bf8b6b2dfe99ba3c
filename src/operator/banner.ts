/** What a started server tells its operator. */
export interface Welcome {
  /** Base URLs without a slash at the end; `null` for a listener that is off. */
  readonly http: string | null;
  readonly https: string | null;
  /** Absolute path of the certificate to trust. */
  readonly caFile: string;
  /** Absolute path of the root token's file; `null` if the token came from TRUSTATE_ROOT_TOKEN. */
  readonly rootTokenFile: string | null;
  /** The root token; only on the start that created it. */
  readonly newRootToken: string | null;
  readonly organization: string;
  /** Whether the playground is built: else it comes later. */
  readonly playground: boolean;
}

/** The lines of every start: the addresses of the server. */
export function addressLines({ http, https, caFile, playground }: Welcome): string[] {
  return [
    ...(https === null ? [] : [`  ${https}    HTTPS; clients trust ${caFile}`]),
    ...(http === null ? [] : [`  ${http}     plain HTTP`]),
    `  ${https ?? http ?? ''}/graphql    GraphQL`,
    // Plain HTTP first, because a browser does not trust the certificate.
    `  ${http ?? https ?? ''}/    the playground, in a browser${playground ? '' : ', as soon as it is built'}`,
  ];
}

/** The text of a first start: addresses, token, and a terraform configuration to paste into a shell. */
export function banner(welcome: Welcome): string {
  const { http, https } = welcome;
  return [
    'Trustate is ready.',
    '',
    ...addressLines(welcome),
    '',
    ...tokenLines(welcome),
    ...(https === null
      ? []
      : ['', 'terraform over HTTPS: paste into a shell, in an empty folder', '', ...overHttps(https, welcome)]),
    ...(http === null ? [] : ['', 'or over plain HTTP, on this machine', '', ...overHttp(http, welcome)]),
    '',
  ].join('\n');
}

function tokenLines({ newRootToken, rootTokenFile }: Welcome): string[] {
  const kept = rootTokenFile === null ? 'the one in TRUSTATE_ROOT_TOKEN' : `kept in ${rootTokenFile}`;
  return newRootToken === null
    ? [`  Root token: ${kept}`]
    : [`  Root token, shown only now: ${newRootToken}`, `  It is ${kept}`];
}

function overHttps(base: string, welcome: Welcome): string[] {
  const host = hostOf(base);
  return [
    ...file('trustate.tfrc', credentials(host, welcome)),
    ...file('main.tf', firstConfiguration(host, welcome.organization)),
    `export TF_CLI_CONFIG_FILE="$PWD/trustate.tfrc" SSL_CERT_FILE=${quoted(welcome.caFile)}`,
    'terraform init && terraform apply',
  ];
}

function overHttp(base: string, welcome: Welcome): string[] {
  const host = hostOf(base);
  const services = ['tfe.v2', 'tfe.v2.1', 'tfe.v2.2', 'state.v2'];
  return [
    ...file('trustate.tfrc', [
      `host "${host}" {`,
      '  services = {',
      ...services.map((service) => `    ${`"${service}"`.padEnd(10)} = "${base}/api/v2/"`),
      '  }',
      '}',
      ...credentials(host, welcome),
    ]),
    ...file('main.tf', firstConfiguration(host, welcome.organization)),
    'export TF_CLI_CONFIG_FILE="$PWD/trustate.tfrc"',
    'terraform init && terraform apply',
  ];
}

/** The shell inserts the token, so that the screen shows no secret. */
function credentials(host: string, { rootTokenFile }: Welcome): string[] {
  const token = rootTokenFile === null ? '$TRUSTATE_ROOT_TOKEN' : `$(cat ${quoted(rootTokenFile)})`;
  return [`credentials "${host}" {`, `  token = "${token}"`, '}'];
}

function firstConfiguration(host: string, organization: string): string[] {
  return [
    'terraform {',
    '  cloud {',
    `    hostname     = "${host}"`,
    `    organization = "${organization}"`,
    '    workspaces { name = "first" }',
    '  }',
    '}',
    'resource "terraform_data" "hello" { input = "world" }',
  ];
}

function file(name: string, lines: readonly string[]): string[] {
  return [`cat > ${name} <<EOF`, ...lines, 'EOF'];
}

/** Terraform's name for a host includes its port, as in the URL. */
function hostOf(base: string): string {
  return base.replace(/^https?:\/\//, '');
}

/** A path as one word of a POSIX shell. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
