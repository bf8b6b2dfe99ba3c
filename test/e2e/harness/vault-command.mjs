// What the guides use of the command line of Vault, by its requests: `vault write`, `read -field`, `auth enable`, `policy write`, `secrets tune`.
import { readFileSync } from 'node:fs';

const [group = '', ...rest] = process.argv.slice(2);
const [command, words] = ['auth', 'policy', 'secrets'].includes(group)
  ? [`${group} ${rest[0] ?? ''}`, rest.slice(1)]
  : [group, rest];
const flags = new Map(words.filter((word) => /^-./.test(word)).map((word) => word.slice(1).split(/=(.*)/s, 2)));
const [first = '', ...more] = words.filter((word) => !/^-./.test(word));

const textOf = (name) => readFileSync(name === '-' ? 0 : name, 'utf8');

/** `NAME=VALUE`, `NAME=@FILE`, and `-` for JSON from standard input. */
function valueOf(word) {
  if (word === '-') return Object.entries(JSON.parse(textOf('-')));
  const [name = '', value = ''] = word.split(/=(.*)/s, 2);
  return [[name, value.startsWith('@') ? textOf(value.slice(1)) : value]];
}

async function ask(method, path, body) {
  const response = await fetch(`${process.env.VAULT_ADDR}/v1/${path}`, {
    method,
    headers: { 'x-vault-token': process.env.VAULT_TOKEN },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return text === '' ? {} : JSON.parse(text);
  console.error(`vault ${process.argv.slice(2).join(' ')}: ${response.status} ${text}`);
  process.exit(2);
}

const commands = {
  write: () => ask('PUT', first, Object.fromEntries(more.flatMap(valueOf))),
  'auth enable': () => ask('POST', `sys/auth/${flags.get('path') ?? first}`, { type: first }),
  'policy write': () => ask('PUT', `sys/policies/acl/${first}`, { policy: textOf(more[0] ?? '-') }),
  'secrets tune': () => ask('POST', `sys/mounts/${first}/tune`, { max_lease_ttl: flags.get('max-lease-ttl') }),
  read: async () => {
    const { data } = await ask('GET', first);
    console.log(data[flags.get('field') ?? '']);
  },
};
const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!run) throw new Error(`the guides are not known to say: vault ${command}`);
await run();
