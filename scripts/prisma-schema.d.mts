export type Provider = 'sqlite' | 'postgresql';
export function schemaWithOutput(provider: Provider, folder: string): string;
export function prismaGenerate(schema: string): Promise<void>;
