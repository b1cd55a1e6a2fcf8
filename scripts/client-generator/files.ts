import { WINDOWS } from '../../src/accounts/keys/access-check.ts';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { families } from '../../src/products/index.ts';
import { readInterface } from './interface.ts';
import { pythonOperationsFile, pythonTypesFile } from './python.ts';
import { operationsFile, productsFile, typesFile } from './typescript.ts';

const TYPESCRIPT = 'clients/typescript/src/generated';
const PYTHON = 'clients/python/lookup_api';

/** The files generated from the current registry, by path. */
export function generatedClientFiles(): Map<string, string> {
  const described = readInterface(openApiDocument(families, WINDOWS));
  return new Map([
    [`${TYPESCRIPT}/types.ts`, typesFile(described)],
    [`${TYPESCRIPT}/operations.ts`, operationsFile(described)],
    [`${TYPESCRIPT}/products.ts`, productsFile(described)],
    [`${PYTHON}/types.py`, pythonTypesFile(described)],
    [`${PYTHON}/_operations.py`, pythonOperationsFile(described)],
  ]);
}
