import { WINDOWS } from '../src/accounts/keys/access-check.ts';
import { openApiDocument } from '../src/http/docs/openapi-document.ts';
import { families } from '../src/products/index.ts';
import { openApiProblems } from './openapi-problems.ts';

// Lints the OpenAPI document of the registry without starting the service.

const problems = await openApiProblems(openApiDocument(families, WINDOWS));
for (const problem of problems) console.error(problem);
console.log(`openapi.json: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
