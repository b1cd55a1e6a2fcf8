import * as z from 'zod';
import { type JsonSchema, SCHEMA_OPTIONS } from '../../core/json-schema.ts';
import type { AnyProduct, ProductFamily } from '../../core/lookup/product.ts';
import { confirmConnection, getAccount } from './account-tools.ts';
import { bulkVerify } from './bulk-verify.ts';
import { productTool } from './product-tool.ts';
import type { Tool } from './tool.ts';

/** Products with a name of their own (specification, "Agent-protocol server"). */
const NAMED: readonly { path: string; name: string; title: string; hint: string }[] = [
  {
    path: '/phone',
    name: 'validate_phone',
    title: 'Validate a phone number',
    hint: 'Numbers of any country; E.164 is best.',
  },
  { path: '/email', name: 'verify_email', title: 'Verify an email address', hint: '' },
  { path: '/ip', name: 'ip_lookup', title: 'Look up an IP address', hint: 'IPv4 and IPv6.' },
];

/** A tool as `tools/list` gives it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: Record<string, boolean | string>;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...SCHEMA_OPTIONS, io }) as JsonSchema;
  return rest as JsonSchema & { type: 'object' };
};

const listed = ({ name, title, description, input, output, ...tool }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input, 'input'),
  outputSchema: schemaOf(output, 'output'),
  annotations: {
    title,
    readOnlyHint: tool.readOnly,
    destructiveHint: false,
    idempotentHint: tool.readOnly,
    openWorldHint: tool.openWorld,
  },
});

/** Every tool there is, by name, and how it is listed. */
export interface Toolbox {
  tools: ReadonlyMap<string, Tool>;
  /** @param types of products the caller may look up; null for all; empty for the named tools */
  list(types: readonly string[] | null): ListedTool[];
}

function namedTools(products: readonly AnyProduct[]): Tool[] {
  const types = products.flatMap(({ bulk }) => (bulk ? [bulk] : []));
  const lookups = NAMED.map(({ path, ...given }) => {
    const product = products.find((each) => each.path === path);
    if (!product) throw new Error(`there is no product ${path}`);
    return productTool(product, given);
  });
  return [...lookups, bulkVerify(types), getAccount, confirmConnection];
}

/** The named tools, and after them every product of the registry. */
export function createToolbox(families: readonly ProductFamily[]): Toolbox {
  const products = families.flatMap((family) => family.products);
  const all = [...namedTools(products), ...products.map((product) => productTool(product))];
  const tools = new Map(all.map((tool) => [tool.name, tool]));
  // Schemas take a tenth of a second to write, and only whoever lists them needs them.
  let written: readonly { keysOnly: string | undefined; tool: ListedTool }[] | null = null;
  return {
    tools,
    list(types) {
      written ??= all.map((tool) => ({ keysOnly: tool.keysOnly, tool: listed(tool) }));
      return written
        .filter(({ keysOnly }) => !keysOnly || types === null || types.includes(keysOnly))
        .map(({ tool }) => tool);
    },
  };
}
