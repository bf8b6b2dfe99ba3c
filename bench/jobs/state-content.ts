import { createHash } from 'node:crypto';

/** The states of one lineage, each with the next serial: so many resources as terraform writes them, some 700 bytes each. */
export class StateContents {
  /** As `terraform show -json` has them. */
  readonly outputs = JSON.stringify({ address: { value: '10.0.3.17', type: 'string', sensitive: false } });
  readonly #rest: string;
  #serial = 0;

  constructor(
    readonly lineage: string,
    resources: number,
  ) {
    const list = Array.from({ length: resources }, (_, index) => resourceOf(index));
    this.#rest = `"lineage":${JSON.stringify(lineage)},"outputs":{"address":{"value":"10.0.3.17","type":"string"}},"resources":${JSON.stringify(list)},"check_results":null}\n`;
  }

  next(): { readonly serial: number; readonly lineage: string; readonly md5: string; readonly content: Buffer } {
    this.#serial += 1;
    const content = Buffer.from(`{"version":4,"terraform_version":"1.11.4","serial":${this.#serial},${this.#rest}`);
    return {
      ...{ serial: this.#serial, lineage: this.lineage, content },
      md5: createHash('md5').update(content).digest('hex'),
    };
  }
}

function resourceOf(index: number): object {
  const id = `i-${String(index).padStart(17, '0')}`;
  return {
    module: `module.net_${index % 7}`,
    mode: 'managed',
    type: 'aws_instance',
    name: `web_${index}`,
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [
      {
        schema_version: 1,
        attributes: {
          ...{ id, ami: 'ami-0c55b159cbfafe1f0', arn: `arn:aws:ec2:eu-west-1:123456789012:instance/${id}` },
          ...{ associate_public_ip_address: true, availability_zone: 'eu-west-1a', cpu_core_count: 2 },
          ...{ private_ip: `10.0.${index % 250}.17`, security_groups: null, user_data: null },
          root_block_device: [{ delete_on_termination: true, device_name: '/dev/xvda', iops: 3000, volume_size: 8 }],
          tags: { Name: `web-${index}`, Team: 'platform' },
        },
        sensitive_attributes: [],
        dependencies: ['aws_subnet.main', 'module.net.aws_vpc.main'],
      },
    ],
  };
}
