import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A tag to bind: a key with a value, or a flat tag, which is a key alone.' })
export class TagInput {
  @Field(() => String, { description: 'The key. For a flat tag, its name.' })
  key!: string;

  @Field(() => String, { nullable: true, description: 'The value. A flat tag has none.' })
  value?: string | null;
}

@InputType({ description: 'A tag to search for.' })
export class TaggedInput {
  @Field(() => String, { description: 'The key.' })
  key!: string;

  @Field(() => String, { nullable: true, description: 'The value. If you leave it out, any value matches.' })
  value?: string | null;
}
