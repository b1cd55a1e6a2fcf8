import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { WINDOWS } from '../src/accounts/keys/access-check.ts';
import { openApiDocument } from '../src/http/docs/openapi-document.ts';
import { families } from '../src/products/index.ts';

// Generates clients from the OpenAPI document with third-party generators, as callers would, and
// compiles them in strict mode. Also lints the document with a second linter.

/** Installed by `npm ci --prefix scripts/clients`. */
const modules = resolve('scripts/clients/node_modules');

interface Generator {
  /** Package, and the command that it installs. */
  name: string;
  command: string;
  /** Arguments that generate TypeScript from `document` in the working directory. */
  args(document: string): string[];
  /** Code of a caller, which compiles only if the generated types know the API. */
  uses: string;
}

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: 'openapi-typescript',
    args: (document) => [document, '--output', 'schema.ts'],
    uses: `import type { components, paths } from './schema.ts';
type Phone = paths['/v1/phone']['post'];
export const body: Phone['requestBody']['content']['application/json'] = { phone_number: '+14155552671' };
export const used = (answer: Phone['responses'][200]['content']['application/json']): number =>
  answer.data.metadata.credits_used;
export const code: components['schemas']['ErrorResponse']['error']['code'] = 'MISSING_FIELD';
export const type: components['schemas']['BulkJobRequest']['type'] = 'phone_validation';
// @ts-expect-error a code that does not exist
export const wrong: components['schemas']['ErrorResponse']['error']['code'] = 'NO_SUCH_CODE';
`,
  },
  {
    name: '@hey-api/openapi-ts',
    command: 'openapi-ts',
    args: (document) => ['--input', document, '--output', 'client'],
    uses: `import { createBulkJob, phone } from './client';
export async function ask(): Promise<number | undefined> {
  const { data, error } = await phone({ body: { phone_number: '+14155552671' }, headers: { 'Idempotency-Key': 'x' } });
  if (error) throw new Error(error.error.code satisfies string);
  return data?.data.metadata.credits_used;
}
export const job = () => createBulkJob({ body: { type: 'phone_validation', inputs: ['+14155552671'] } });
// @ts-expect-error a bulk type that does not exist
export const wrong = () => createBulkJob({ body: { type: 'no_such_type', inputs: [''] } });
`,
  },
  {
    name: 'orval',
    command: 'orval',
    args: (document) => ['--input', document, '--output', 'client.ts', '--client', 'fetch'],
    uses: `import { createBulkJob, phone } from './client.ts';
export async function ask(): Promise<number> {
  const answer = await phone({ phone_number: '+14155552671' }, {}, { headers: { Authorization: 'Bearer x' } });
  if (answer.status !== 200) throw new Error(answer.data.error.code satisfies string);
  return answer.data.data.metadata.credits_used;
}
export const job = () => createBulkJob({ type: 'phone_validation', inputs: ['+14155552671'] });
// @ts-expect-error a bulk type that does not exist
export const wrong = () => createBulkJob({ type: 'no_such_type', inputs: [''] });
`,
  },
];

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['.'],
};

/** All rules at any severity, except two that are off by default. */
const SPECTRAL = {
  extends: [['spectral:oas', 'all']],
  rules: {
    // Requires an email address; callers use the contact page instead.
    'contact-properties': 'off',
    // The tags are in the order of the reference.
    'openapi-tags-alphabetical': 'off',
  },
};

/** @returns the error output, or null */
function run(command: string, args: readonly string[], folder: string): string | null {
  const { status, stdout, stderr } = spawnSync(join(modules, '.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? null : `${stdout}${stderr}`;
}

function problemsOf({ command, args, uses }: Generator, root: string): string | null {
  const folder = join(root, command);
  mkdirSync(folder);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(folder, 'uses.ts'), uses);
  return (
    run(command, args(join(root, 'openapi.json')), folder) ?? run('tsc', ['--project', '.'], folder)
  );
}

mkdirSync('.wrangler', { recursive: true });
const root = mkdtempSync(resolve('.wrangler/clients-'));
try {
  writeFileSync(join(root, 'openapi.json'), JSON.stringify(openApiDocument(families, WINDOWS)));
  writeFileSync(join(root, 'ruleset.json'), JSON.stringify(SPECTRAL));
  const options = ['--ruleset', 'ruleset.json', '--fail-severity', 'hint'];
  const findings = run('spectral', ['lint', 'openapi.json', ...options], root);
  console.log(`spectral: ${findings === null ? 'nothing to find' : 'finds'}`);
  if (findings !== null) {
    console.error(findings);
    process.exitCode = 1;
  }
  for (const generator of GENERATORS) {
    if (!existsSync(join(modules, generator.name))) {
      console.error(`${generator.name}: is not installed`);
      process.exitCode = 1;
      continue;
    }
    const problems = problemsOf(generator, root);
    console.log(`${generator.name}: ${problems === null ? 'compiles' : 'does not compile'}`);
    if (problems === null) continue;
    console.error(problems);
    process.exitCode = 1;
  }
} finally {
  rmSync(root, { recursive: true });
}
