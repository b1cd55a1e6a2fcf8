import { SERVICE_SUMMARY } from '../openapi/service-overview.ts';
import { type Block, formatJson, plainText } from './blocks.ts';
import type { DocsPage } from './content.ts';
import { markdownPath } from './docs-page.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { operationsOf } from './operations.ts';
import type { SchemaField } from './schema-fields.ts';

/** `/llms.txt`: the pages by group, each as Markdown (llmstxt.org). */
export function llmsText(
  pages: readonly DocsPage[],
  { origin, service }: { origin: string; service: string },
): string {
  const line = ({ title, path, summary }: DocsPage) =>
    `- [${title}](${origin}${markdownPath(path)}): ${plainText(summary)}`;
  const groups = Map.groupBy(pages, ({ menu }) => menu?.group ?? 'Error codes');
  return [
    `# ${service}`,
    `> ${SERVICE_SUMMARY}`,
    `The whole interface is described at ${origin}/openapi.json; agents call it at ${origin}/mcp.`,
    ...[...groups].map(([group, members]) => `## ${group}\n\n${members.map(line).join('\n')}`),
    '',
  ].join('\n\n');
}

/** `/robots.txt` (RFC 9309): disallows paths that need a key or a session. */
export const robotsText = (origin: string): string =>
  `User-agent: *\n${['/app', '/v1/', '/admin/', '/files/', '/oauth/', '/opt-out/', '/unsubscribe/']
    .map((path) => `Disallow: ${path}`)
    .join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`;

/** `/sitemap.xml` (sitemaps.org, version 0.9). Paths and a plain origin need no escapes. */
export const sitemapXml = (pages: readonly DocsPage[], origin: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...['/', '/status', '/opt-out', ...pages.map(({ path }) => path)].map(
      (path) => `<url><loc>${origin}${path}</loc></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n');

/** A key or a text as YAML: a JSON string is valid YAML (YAML 1.2, section 1.3). */
const yamlText = (text: string): string =>
  /^[a-z][\w-]*$/i.test(text) ? `"${text}"` : JSON.stringify(text);

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** A JSON value as YAML 1.2 in block style. Texts are quoted, so that none parses otherwise. */
export function toYaml(value: unknown, indent = ''): string {
  if (typeof value === 'string') return yamlText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isEmpty(value)) return Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  const nested = (each: unknown): string =>
    typeof each === 'object' && each !== null && !isEmpty(each)
      ? `\n${inner}${toYaml(each, inner)}`
      : ` ${toYaml(each)}`;
  const lines = Array.isArray(value)
    ? value.map((each) => `-${nested(each)}`)
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([key, each]) => `${yamlText(key)}:${nested(each)}`);
  return lines.join(`\n${indent}`);
}

/** `/postman.json`: a collection of format 2.1, with a folder per tag of the OpenAPI document. */
export function postmanCollection(document: OpenApiDocument, origin: string): unknown {
  const tagOf = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((each) => each as { operationId: string; tags: string[] })
      .map(({ operationId, tags: [tag] }) => [operationId, tag]),
  );
  const folders = Map.groupBy(operationsOf(document), ({ id }) => tagOf.get(id));
  return {
    info: {
      name: document.info.title,
      description: SERVICE_SUMMARY,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: origin },
      { key: 'api_key', value: '' },
    ],
    item: [...folders].map(([tag, operations]) => ({
      name: tag,
      item: operations.map((operation) => ({
        name: `${operation.method} ${operation.path}`,
        request: {
          method: operation.method,
          description: operation.summary,
          ...(!operation.needsKey && { auth: { type: 'noauth' } }),
          header: operation.body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
          url: {
            raw: `{{base_url}}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
            host: ['{{base_url}}'],
            path: operation.path
              .slice(1)
              .replace(/\{(\w+)\}/g, ':$1')
              .split('/'),
            variable: operation.parameters
              .filter((parameter) => parameter.in === 'path')
              .map(({ name, example = '' }) => ({ key: name, value: example })),
          },
          ...(operation.body && { body: { mode: 'raw', raw: formatJson(operation.body.example) } }),
        },
      })),
    })),
  };
}

/** An entry of the search index: its link, its title, its page, and its text. */
type SearchEntry = readonly [href: string, title: string, page: string, text: string];

const fieldEntries = (fields: readonly SchemaField[], page: DocsPage, id: string): SearchEntry[] =>
  fields.flatMap((field) => {
    const own = `${id}.${field.name}`;
    const text = [field.description, ...field.values].join(' ');
    return [
      [`${page.path}#${own}`, own, page.title, plainText(text)] as const,
      ...fieldEntries(field.fields, page, own),
    ];
  });

/** Search entries of a page: the page, its headings with their texts, its fields. */
function pageEntries(page: DocsPage): SearchEntry[] {
  const entries: SearchEntry[] = [[page.path, page.title, page.title, plainText(page.summary)]];
  let section: [href: string, title: string, page: string, text: string] | undefined;
  const add = (block: Block) => {
    const text = typeof block === 'string' ? block : 'map' in block ? block.join(' ') : '';
    if (section) section[3] += ` ${plainText(text)}`;
  };
  for (const block of page.blocks()) {
    add(block);
    if (typeof block === 'string' || 'map' in block) continue;
    if (block.kind === 'fields') entries.push(...fieldEntries(block.fields, page, block.id));
    if (block.kind !== 'heading' || block.text === page.title) continue;
    section = [`${page.path}#${block.id}`, plainText(block.text), page.title, ''];
    entries.push(section);
  }
  return entries;
}

/** Most headings of one title; more would be on every page of a kind and hide other results. */
const MOST_NAMESAKES = 20;

/** `/docs/search.json`: pages, headings and fields, indexed in the browser when search opens. */
export function searchEntries(pages: readonly DocsPage[]): SearchEntry[] {
  const found = pages.map(pageEntries);
  const headings = found.flat().filter(([href]) => !href.includes('.'));
  const byTitle = Map.groupBy(headings, ([, title]) => title);
  return found.flat().filter(([, title]) => (byTitle.get(title)?.length ?? 0) <= MOST_NAMESAKES);
}
