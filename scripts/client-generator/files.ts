import { WINDOWS } from '../../src/accounts/keys/rate-windows.ts';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { families } from '../../src/products/index.ts';
import { readInterface } from './interface.ts';
import { operationsFile, productsFile, typesFile } from './typescript.ts';

const TYPESCRIPT = 'clients/typescript/src/generated';

/** The generated files by path, as the registry of today makes them. */
export function generatedClientFiles(): Map<string, string> {
  const described = readInterface(openApiDocument(families, WINDOWS));
  return new Map([
    [`${TYPESCRIPT}/types.ts`, typesFile(described)],
    [`${TYPESCRIPT}/operations.ts`, operationsFile(described)],
    [`${TYPESCRIPT}/products.ts`, productsFile(described)],
  ]);
}
