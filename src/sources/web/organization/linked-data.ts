import { decodeHTML } from 'entities';
import { isOrganization } from './organization-types.ts';

/** A node of JSON-LD, by names that are the page's. */
export type DataNode = ReadonlyMap<string, unknown>;

/** Nodes looked at on one page, and how far inside one another. */
const MAX_NODES = 2_000;
const MAX_DEPTH = 6;
const MAX_TEXT_CHARS = 2_000;

/** Where a page says who it is by; other nodes inside a node are of somebody else. */
const LEADS_TO_OWNER = ['@graph', 'publisher', 'mainEntity', 'about'];

const nodeOf = (value: unknown): DataNode | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : null;

/** Every value of a property, whether it is one or a list. */
const allOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** The organizations a page names as itself, in the order they stand there. @param documents texts of its JSON-LD */
export function organizationsIn(documents: readonly string[]): DataNode[] {
  const found: DataNode[] = [];
  let looked = 0;
  const look = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || looked++ > MAX_NODES) return;
    if (Array.isArray(value)) {
      for (const one of value) look(one, depth + 1);
      return;
    }
    const node = nodeOf(value);
    if (!node) return;
    if (isOrganization(node.get('@type'))) found.push(node);
    for (const name of LEADS_TO_OWNER) look(node.get(name), depth + 1);
  };
  for (const document of documents) look(parsed(document), 0);
  return found;
}

/** What does not parse says nothing. */
function parsed(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return null;
  }
}

/** The texts of a property: text, a number, `{"@value"}`, `{"name"}`, or a list of them; entities decoded. */
export const textsOf = (value: unknown): string[] =>
  allOf(value).flatMap((one) => {
    const node = nodeOf(one);
    const plain = node ? (node.get('@value') ?? node.get('name')) : one;
    if (typeof plain !== 'string' && typeof plain !== 'number') return [];
    const text = decodeHTML(String(plain).slice(0, MAX_TEXT_CHARS)).replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [text];
  });

/** The first text of a property. */
export const textOf = (value: unknown): string | null => textsOf(value)[0] ?? null;

/** A whole number, or text that is one. */
export const countOf = (value: unknown): number | null => {
  const text = textOf(value)?.replaceAll(/[,\s]/g, '') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
};

/** The nodes of a property. */
export const nodesOf = (value: unknown): DataNode[] =>
  allOf(value).flatMap((one) => nodeOf(one) ?? []);
