import { createHash } from 'node:crypto';
import type { Asked } from './wire.js';

export interface WriterSetup {
  readonly workspaceId: string;
  readonly token: string;
  readonly lineage: string;
  /** Of the state before the first one that this writes. */
  readonly serial: number;
  /** How many bytes stand in each state beside its head, about. */
  readonly padding: number;
}

/** The state versions of one workspace, one after another, each with its content in the request. */
export class Writer {
  #serial: number;

  constructor(private readonly setup: WriterSetup) {
    this.#serial = setup.serial;
  }

  next(): Asked {
    this.#serial += 1;
    const { workspaceId, token, lineage, padding } = this.setup;
    const state = Buffer.from(smallState({ serial: this.#serial, lineage, padding }));
    const attributes = {
      serial: this.#serial,
      lineage,
      md5: createHash('md5').update(state).digest('hex'),
      state: state.toString('base64'),
    };
    return {
      method: 'POST',
      path: `/api/v2/workspaces/${workspaceId}/state-versions`,
      token,
      body: JSON.stringify({ data: { type: 'state-versions', attributes } }),
    };
  }
}

/** A state of format 4 with three resources and two outputs. */
function smallState({ serial, lineage, padding = 0 }: { serial: number; lineage: string; padding?: number }) {
  const resource = (type: string, name: string) => ({
    mode: 'managed',
    type,
    name,
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [{ schema_version: 1, attributes: { id: `${name}-0123456789`, tags: { Name: name } } }],
  });
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial,
    lineage,
    outputs: {
      address: { value: '10.0.3.17', type: 'string' },
      password: { value: 'hush', type: 'string', sensitive: true },
    },
    resources: [resource('aws_vpc', 'main'), resource('aws_subnet', 'main'), resource('aws_instance', 'web')],
    check_results: padding > 0 ? [{ padding: 'x'.repeat(padding) }] : null,
  });
}
