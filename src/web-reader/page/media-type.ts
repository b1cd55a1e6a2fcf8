/** How a body is read: `html` is converted, `text` passes as it is, `code` is fenced. */
export type Reading = { as: 'html' } | { as: 'text' } | { as: 'code'; language: string };

const HTML = new Set(['text/html', 'application/xhtml+xml']);
const TEXT = new Set(['text/plain', 'text/markdown', 'text/x-markdown', 'text/x-rst']);
const CODE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'application/json': 'json',
    'application/ld+json': 'json',
    'application/feed+json': 'json',
    'application/xml': 'xml',
    'text/xml': 'xml',
    'application/rss+xml': 'xml',
    'application/atom+xml': 'xml',
    'text/csv': 'csv',
    'application/yaml': 'yaml',
    'text/yaml': 'yaml',
    'application/javascript': 'js',
    'text/javascript': 'js',
    'text/css': 'css',
  }),
);

/** The type without parameters, lower case; null when the site sent none. */
export function mediaType(contentType: string | null): string | null {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() || null;
}

/**
 * How to read a body of this type; null for what is not text (PDF, images, archives). A site that
 * sends no type means HTML.
 */
export function readingOf(type: string | null): Reading | null {
  if (type === null || HTML.has(type)) return { as: 'html' };
  if (TEXT.has(type)) return { as: 'text' };
  const language =
    CODE.get(type) ??
    (type.endsWith('+json')
      ? 'json'
      : type.endsWith('+xml') && type !== 'image/svg+xml'
        ? 'xml'
        : undefined);
  return language === undefined ? null : { as: 'code', language };
}
