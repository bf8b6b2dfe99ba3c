import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';

@ObjectType({
  simpleResolvers: true,
  description:
    'Which settings a workspace or a project overwrites. It takes the others from its project or its organization.',
})
export class SettingOverwrites {
  @Field(() => Boolean, { description: 'Whether it overwrites the execution mode.' })
  overwritesExecutionMode!: boolean;

  @Field(() => Boolean, { description: 'Whether it overwrites the agent pool.' })
  overwritesAgentPool!: boolean;
}

@InputType({ description: 'Which settings a workspace or a project overwrites.' })
export class SettingOverwritesInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether it overwrites the execution mode.' })
  overwritesExecutionMode?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it overwrites the agent pool.' })
  overwritesAgentPool?: boolean | null;
}

/** What is stored of them. */
export interface StoredOverwrites {
  readonly executionMode: boolean;
  readonly agentPool: boolean;
}

/** In the stored form; absent if none were given. */
export function overwritesIn({ settingOverwrites }: { settingOverwrites?: SettingOverwritesInput | null }) {
  if (settingOverwrites === undefined) return { settingOverwrites };
  const { overwritesExecutionMode, overwritesAgentPool } = settingOverwrites ?? {};
  return {
    settingOverwrites: settingOverwrites && {
      ...(overwritesExecutionMode != null && { executionMode: overwritesExecutionMode }),
      ...(overwritesAgentPool != null && { agentPool: overwritesAgentPool }),
    },
  };
}

const stored = z.object({ executionMode: z.boolean().optional(), agentPool: z.boolean().optional() });

/** @param otherwise what holds where nobody said: a workspace has its own settings, a project those of its organization */
export function readOverwrites(column: string, otherwise: boolean): SettingOverwrites {
  const { executionMode = otherwise, agentPool = otherwise } = stored.parse(JSON.parse(column));
  return { overwritesExecutionMode: executionMode, overwritesAgentPool: agentPool };
}
