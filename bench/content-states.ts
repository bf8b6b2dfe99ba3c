/** States of any size, generated as streams and never stored. */

const encoder = new TextEncoder();

/** Cuts texts into chunks of the size a socket or a file hands over. */
function* chunked(texts: Iterable<string>, size = 64 * 1024): Generator<Uint8Array> {
  let held = '';
  for (const text of texts) {
    held += text;
    while (held.length >= size) {
      yield encoder.encode(held.slice(0, size));
      held = held.slice(size);
    }
  }
  if (held !== '') yield encoder.encode(held);
}

const head =
  '{\n  "version": 4,\n  "terraform_version": "1.11.4",\n  "serial": 7,\n  "lineage": "0b2f1c1e-5a0e-4f39-8f6a-2b1f0c9d7e55",\n';

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);
}

function* list(count: number, item: (i: number) => string): Generator<string> {
  for (let i = 0; i < count; i++) yield `${i === 0 ? '' : ',\n'}    ${item(i)}`;
}

/** A hole in a template. */
const ID = '@@';

/** The text of `value` with each {@link ID} filled in: fast enough not to be what is measured. */
function template(value: unknown): (i: number) => string {
  const parts = indented(value, '    ').split(ID);
  return (i) => parts.join(String(i).padStart(8, '0'));
}

const instance = {
  schema_version: 1,
  attributes: {
    ami: 'ami-0c55b159cbfafe1f0',
    arn: `arn:aws:ec2:eu-west-1:123456789012:instance/i-${ID}`,
    associate_public_ip_address: true,
    availability_zone: 'eu-west-1a',
    cpu_core_count: 2,
    ebs_block_device: [],
    id: `i-${ID}`,
    private_ip: '10.0.3.17',
    root_block_device: [{ delete_on_termination: true, device_name: '/dev/xvda', iops: 3000, volume_size: 8.5 }],
    security_groups: null,
    tags: { Name: `web-${ID}`, Team: 'plattform “åäö”', Note: 'a "quoted"\nline' },
    timeouts: { create: '10m', delete: null },
    user_data: null,
  },
  sensitive_attributes: [[{ type: 'get_attr', value: 'user_data' }]],
  private: 'eyJzY2hlbWFfdmVyc2lvbiI6IjEiLCJlMmJmYjczMC1lY2FhLTExZTYtOGY4OC0zNDM2M2JjN2M0YzAiOnt9fQ==',
  dependencies: ['aws_subnet.main', 'module.net.aws_vpc.main'],
};

/** Many resources of one instance each, as terraform writes them: indented by two spaces. */
export function manyResources(count: number): Generator<Uint8Array> {
  return chunked(
    (function* () {
      yield `${head}  "outputs": { "n": { "value": ${count}, "type": "number" } },\n  "resources": [\n`;
      yield* list(
        count,
        template({
          module: `module.net`,
          mode: 'managed',
          type: 'aws_instance',
          name: `web_${ID}`,
          provider: 'provider["registry.terraform.io/hashicorp/aws"]',
          instances: [instance],
        }),
      );
      yield '\n  ],\n  "check_results": null\n}\n';
    })(),
  );
}

/** One resource with very many instances. */
export function manyInstances(count: number): Generator<Uint8Array> {
  return chunked(
    (function* () {
      yield `${head}  "outputs": {},\n  "resources": [ { "mode": "managed", "type": "aws_instance", "name": "web", `;
      yield '"provider": "provider[\\"registry.terraform.io/hashicorp/aws\\"]", "instances": [\n';
      yield* list(count, template({ index_key: `key-${ID}`, ...instance }));
      yield '\n  ] } ],\n  "check_results": null\n}\n';
    })(),
  );
}

/** Few resources, each with one attribute of `bytes` bytes: certificates, user data, rendered documents. */
export function hugeAttributes(count: number, bytes: number): Generator<Uint8Array> {
  const line = 'MIIFazCCA1OgAwIBAgIRAIIQz7DSQONZRGPgu2OCiwAwDQYJKoZIhvcNAQELBQAw\\n';
  return chunked(
    (function* () {
      yield `${head}  "outputs": {},\n  "resources": [\n`;
      for (let i = 0; i < count; i++) {
        yield `${i === 0 ? '' : ','}{"mode":"managed","type":"local_file","name":"f${i}","provider":"provider[\\"registry.terraform.io/hashicorp/local\\"]","instances":[{"attributes":{"content":"`;
        for (let written = 0; written < bytes; written += line.length * 512) yield line.repeat(512);
        yield '"}}]}';
      }
      yield '\n  ]\n}\n';
    })(),
  );
}
