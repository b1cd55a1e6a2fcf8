import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedClientFiles } from './client-generator/files.ts';

// Writes the files of both clients that are generated from the OpenAPI document.

for (const [file, text] of generatedClientFiles()) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(file);
}
