import type { Plugin } from 'rolldown';

export function withFastSpreads(code: string): string;
export const fastSpreads: Plugin | false;
