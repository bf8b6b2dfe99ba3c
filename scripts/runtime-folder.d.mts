export function packages(): readonly string[];
export function makeRuntimeFolder(folder: string): void;
