import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../scripts/dev/settings.ts';
import { VAR_NAMES } from '../../src/env.ts';

it('prints every variable that the code reads, and the page shows what is printed', () => {
  const printed = execFileSync(
    'node_modules/.bin/node',
    ['scripts/operator.ts', 'variables'],
    // Nothing is asked: there is no service.
    { encoding: 'utf8', env: { ...process.env, LOOKUP_URL: 'http://127.0.0.1:1' } },
  );
  const named = [...printed.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  );
  expect(named.sort()).toEqual([...VAR_NAMES].sort());
  // If this fails: npm run -s operator -- variables, and put what it prints into the page.
  expect(readFileSync('docs/variables.md', 'utf8')).toContain(printed);
});

it('npm run dev refuses a variable that cannot be used before it does anything', () => {
  for (const name of ['HUNTER_URL', 'PUBLIC_URL'])
    expect(() => readSettings({ [name]: 'hidden' })).toThrow(
      new RegExp(`^The environment cannot be used. ${name}: (?!.*hidden)`),
    );
});
