import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A tag to bind: a key with a value, or a flat tag, which is a key alone.' })
export class TagInput {
  @Field(() => String, { description: 'The key; the name of a flat tag.' })
  key!: string;

  @Field(() => String, { nullable: true, description: 'The value; none for a flat tag.' })
  value?: string | null;
}
