import { Field, ID, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { Node } from '../../platform/graphql/node.js';
import type { StateVersionId, StateVersionOutputId } from '../../platform/ids.js';
import type { OutputText } from './long-texts.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'An output value of a state version.' })
export class StateVersionOutput implements Node {
  @Field(() => ID, { description: 'Identifier of the form `wsout-…`.' })
  readonly id!: StateVersionOutputId;

  @Field(() => ID, { description: 'Identifier of its state version.' })
  readonly stateVersionId!: StateVersionId;

  @Field(() => String, { description: 'Name of the output.' })
  readonly name!: string;

  @Field(() => Boolean, {
    description:
      'Whether it is sensitive. The value of a sensitive output is shown only by the query for one output by its id.',
  })
  readonly sensitive!: boolean;

  @Field(() => String, { description: 'Kind of its value: string, number, boolean, array, object or null.' })
  readonly type!: string;

  /** JSON text; `null` if the value was too large to store. A resolver shows it. */
  readonly detailedTypeJson!: OutputText | null;
  /** JSON text; `null` if it is sensitive, or too large to store. */
  readonly valueJson!: OutputText | null;
}

export const StateVersionOutputConnection = connectionType(
  'StateVersionOutput',
  () => StateVersionOutput,
  'Outputs of a state version, by name.',
);

export const StateVersionOutputPage = numberedPageType(
  'StateVersionOutput',
  () => StateVersionOutput,
  'Outputs of a state version, by name, with their values.',
);
