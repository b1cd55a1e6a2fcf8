import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { QUOTAS } from '../../src/lookup/account/quotas.ts';
import { RESULT_RETENTION_MS } from '../../src/lookup/jobs/job.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A wrangler that writes down what it is asked, and knows these secrets. */
const wrangler = (secrets: readonly string[]) => `
require('node:fs').appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');
if (process.argv[2] === 'secret') console.log('${JSON.stringify(secrets.map((name) => ({ name, type: 'secret_text' })))}');
else process.exit(1);
`;

/** Deploys with these settings, up to the first thing that would change anything. */
function deploy(
  { vars = '', secrets = [] }: { vars?: string; secrets?: readonly string[] },
  ...args: string[]
) {
  const folder = mkdtempSync(join(tmpdir(), 'lookup-deploy-'));
  folders.push(folder);
  mkdirSync(join(folder, 'node_modules/wrangler/bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/wrangler/bin/wrangler.js'), wrangler(secrets));
  // Without the bucket it stops before it compiles anything.
  writeFileSync(join(folder, 'wrangler.toml'), `name = "lookup-api"\n${vars}`);
  const run = spawnSync(process.execPath, [resolve('scripts/deploy.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  return { ...run, asked };
}

it('refuses to deploy a service that does not know its address', () => {
  const unset = deploy({ secrets: ['AUTH_SECRET'] });
  expect([unset.status, unset.stderr]).toEqual([
    1,
    expect.stringMatching(/^PUBLIC_URL is not set/),
  ]);
  expect(unset.asked()).toEqual(['secret list --format json']);
  const plain = deploy({ vars: '[vars]\nPUBLIC_URL = "http://api.example"' });
  expect([plain.status, plain.stderr]).toEqual([
    1,
    expect.stringMatching(/^PUBLIC_URL is not set/),
  ]);
});

it('takes the address from wrangler.toml or from the secrets', () => {
  for (const given of [
    { vars: '[vars]\nPUBLIC_URL = "https://api.example"' },
    { secrets: ['PUBLIC_URL'] },
  ])
    expect(deploy(given).stderr).toContain('wrangler.toml has no bucket DATA');
});

it('refuses the demo, whose people have a password that everybody knows', () => {
  const address = 'PUBLIC_URL = "https://api.example"';
  for (const given of [
    { vars: `[vars]\n${address}\nDEMO = "1"` },
    { vars: `[vars]\n${address}`, secrets: ['DEMO'] },
  ]) {
    const run = deploy(given);
    expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(/^DEMO is set/)]);
    expect(run.asked()).toEqual(['secret list --format json']);
  }
});

it('names the secrets without which a part of the service is off', () => {
  const run = deploy({ secrets: ['PUBLIC_URL', 'KEY_SECRET', 'LINK_SECRET'] });
  expect(run.stderr).toContain('Not set: ADMIN_TOKEN, AUTH_SECRET.');
  const all = ['PUBLIC_URL', 'KEY_SECRET', 'LINK_SECRET', 'AUTH_SECRET', 'ADMIN_TOKEN'];
  expect(deploy({ secrets: all }).stderr).not.toContain('Not set');
});

it('refuses arguments, a dry run among them, before it changes anything', () => {
  const run = deploy({ secrets: ['PUBLIC_URL'] }, '--dry-run');
  expect([run.status, run.stderr]).toEqual([2, expect.stringContaining('takes no arguments')]);
});

it('lets an export ask for the objects of as many jobs as a customer may have in their thirty days', () => {
  const { limits } = unstable_readConfig({ config: 'wrangler.toml' });
  const { ceiling, test } = QUOTAS.jobs;
  const days = RESULT_RETENTION_MS / 86_400_000;
  expect(limits?.subrequests).toBeGreaterThan((days + 1) * (ceiling.perDay + test.perDay));
});

it('keeps the objects of a class that was renamed, and stores each class in SQLite', () => {
  const { migrations, durable_objects } = unstable_readConfig({ config: 'wrangler.toml' });
  const classes = new Map<string, string>();
  for (const { new_sqlite_classes = [], renamed_classes = [], ...other } of migrations) {
    expect(Object.keys(other)).toEqual(['tag']);
    for (const name of new_sqlite_classes) classes.set(name, name);
    for (const { from, to } of renamed_classes) {
      classes.set(to, classes.get(from) as string);
      classes.delete(from);
    }
  }
  const bound = durable_objects.bindings.map(
    (binding: { class_name: string }) => binding.class_name,
  );
  expect([...classes.keys()].sort()).toEqual(bound.sort());
  expect(classes.get('RateLimiter')).toBe('Slots');
});
