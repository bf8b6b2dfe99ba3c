/** The one schema and what is read off or derived from it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { must } from './steps.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const sourceSchema = join(root, 'schema.prisma');
export const postgresqlSchema = join(root, '.cache', 'schema.postgresql.prisma');
export const generatedFolder = join(root, 'src', 'platform', 'database', 'generated');

function replaceOnce(text, pattern, replacement, what) {
  if (text.match(new RegExp(pattern, 'gm'))?.length !== 1)
    throw new Error(`schema.prisma must have exactly one ${what}`);
  return text.replace(new RegExp(pattern, 'm'), replacement);
}

/** The PostgreSQL schema: the same models, another provider, another output. */
export function derivePostgresqlSchema(source) {
  const provider = replaceOnce(
    source,
    String.raw`^(\s*provider\s*=\s*)"sqlite"`,
    '$1"postgresql"',
    'provider = "sqlite"',
  );
  const output = replaceOnce(
    provider,
    String.raw`^(\s*output\s*=\s*)"[^"]*generated/sqlite"`,
    '$1"../src/platform/database/generated/postgresql"',
    'output that ends in generated/sqlite',
  );
  return `// Derived from schema.prisma by scripts/generate.mjs. Edit that one.\n${output}`;
}

export function writePostgresqlSchema() {
  mkdirSync(dirname(postgresqlSchema), { recursive: true });
  writeFileSync(postgresqlSchema, derivePostgresqlSchema(readFileSync(sourceSchema, 'utf8')));
}

/** Runs `prisma generate` without a download. Runs of different schemas may be at work side by side. */
export function prismaGenerate(schema) {
  const prisma = join(root, 'node_modules', 'prisma', 'build', 'index.js');
  return must(process.execPath, [prisma, 'generate', '--schema', schema, '--no-hints'], {
    quiet: true,
    // Whoever runs scripts/migration-sql.mjs reads SQL there.
    tellsTime: false,
    label: `prisma generate for ${schema}`,
    env: {
      // Generation does not use the schema engine, but Prisma would fetch one: any executable contents it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
}

/** The data model (models with fields, enums, indexes) of schema.prisma as Prisma's parser sees it. */
export async function readDataModel() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'dmmf-'));
  try {
    const generator = `generator dmmf {\n  provider = ${JSON.stringify(`"${process.execPath}" "${join(root, 'scripts', 'dmmf-generator.mjs')}"`)}\n  output = "./dmmf.json"\n}`;
    const schema = join(folder, 'schema.prisma');
    const source = readFileSync(sourceSchema, 'utf8');
    writeFileSync(schema, replaceOnce(source, String.raw`^generator\s+\w+\s*\{[^}]*\}`, generator, 'generator'));
    await prismaGenerate(schema);
    return JSON.parse(readFileSync(join(folder, 'dmmf.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
