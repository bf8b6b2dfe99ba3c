import path from 'node:path';
import ts from 'typescript';
import { serverRoot } from './server.js';

const packages = path.join(serverRoot, 'node_modules') + path.sep;
/** The types of Node and of the language, which every program has: to read them takes longer than the rest. */
const read = new Map<string, ts.SourceFile | undefined>();

function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, given, ...more) => {
    if (!path.normalize(file).startsWith(packages)) return getSourceFile(file, given, ...more);
    const key = JSON.stringify([
      file,
      typeof given === 'object' ? [given.languageVersion, given.impliedNodeFormat] : given,
    ]);
    if (!read.has(key)) read.set(key, getSourceFile(file, given, ...more));
    return read.get(key);
  };
  return host;
}

/**
 * Compiles the program whose tsconfig.json lies in `folder`, as tsc does, and checks every file of it but those below the project's own `node_modules`.
 * @returns what the compiler says; empty where it finds nothing
 */
export function compile(folder: string): string {
  const format = { getCanonicalFileName: String, getCurrentDirectory: () => folder, getNewLine: () => '\n' };
  const unreadable: ts.Diagnostic[] = [];
  const onUnRecoverableConfigFileDiagnostic = (diagnostic: ts.Diagnostic) => void unreadable.push(diagnostic);
  const config = ts.getParsedCommandLineOfConfigFile(path.join(folder, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic,
  });
  if (!config) return ts.formatDiagnostics(unreadable, format);
  const program = ts.createProgram({
    rootNames: config.fileNames,
    options: config.options,
    configFileParsingDiagnostics: config.errors,
    host: hostFor(config.options),
  });
  const checked = program.getSourceFiles().filter(({ fileName }) => !path.normalize(fileName).startsWith(packages));
  const found = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    ...program.emit().diagnostics,
  ];
  return ts.formatDiagnostics(found, format);
}
