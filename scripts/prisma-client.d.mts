import type { Provider } from './prisma-schema.mjs';

export interface RuntimeConfiguration {
  readonly inlineSchema: string;
  readonly runtimeDataModel: object;
}
export function runtimeConfiguration(provider: Provider): RuntimeConfiguration;
export function clientModule(configuration: RuntimeConfiguration): string;
