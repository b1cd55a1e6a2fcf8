import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, it } from 'vitest';
import { createToolbox, parseSelection } from '../../src/agents/tools/toolbox.ts';
import { families } from '../../src/products/index.ts';

const encoding = new Tiktoken(o200k);
const toolbox = createToolbox(families);

const listed = (query: string) =>
  toolbox.list(parseSelection(new URLSearchParams(query), families), () => true);

/** Tokens of a list as a model is sent it. */
const tokensOf = (query: string): number => {
  const count = encoding.encode(JSON.stringify(listed(query))).length;
  console.log(`tools of /mcp?${query}: ${count} tokens`);
  return count;
};

describe('the tokens of a list of tools', () => {
  it.each([
    ['', 2_500],
    ['tools=phone,company', 5_000],
    ['tools=all', 12_000],
  ])('are bounded: /mcp?%s has at most %d', (query, most) => {
    const tokens = tokensOf(query);
    expect(tokens).toBeGreaterThan(500);
    expect(tokens).toBeLessThanOrEqual(most);
  });

  it('are many more with output schemas, which come on request', () => {
    expect(tokensOf('tools=all&output_schemas=1')).toBeGreaterThan(3 * tokensOf('tools=all'));
    expect(listed('tools=all').filter((tool) => 'outputSchema' in tool)).toEqual([]);
    for (const tool of listed('tools=all&output_schemas=true'))
      expect(tool.outputSchema?.type, tool.name).toBe('object');
  });
});

it('gives every tool one name, and names no other way than by tools', () => {
  const names = listed('tools=all').map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, description } of [...listed(''), ...listed('tools=all')])
    expect(description, name).not.toMatch(/\/v1\/|GET |POST |status_url/);
});
