// Prints the test files that did not pass or did not run, by vitest's report in JSON: all of them
// where there is none.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

function passedFiles(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const passed = testResults.filter(({ status }) => status === 'passed');
    return new Set(passed.map(({ name }) => relative('.', name)));
  } catch {
    return new Set();
  }
}

const passed = passedFiles(process.argv[2]);
const files = readdirSync('test', { recursive: true }).map((name) => join('test', name));
for (const file of files.filter((name) => name.endsWith('.test.ts')))
  if (!passed.has(file)) console.log(file);
