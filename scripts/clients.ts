import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedClientFiles } from './client-generator/files.ts';

// Writes what both clients take from the OpenAPI document.

for (const [file, text] of generatedClientFiles()) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(file);
}
