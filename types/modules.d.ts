// What the bundler makes of files that are no code (`rules` in wrangler.toml).

/** Compiled tables, as bytes. */
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}

declare module '*.css' {
  const text: string;
  export default text;
}

/** Scripts of pages, served as they are. */
declare module '*.page.js' {
  const text: string;
  export default text;
}

/** The file of MiniSearch that browsers load, as it is. */
declare module '*/minisearch/dist/umd/index.js' {
  const text: string;
  export default text;
}

/** Guides. */
declare module '*.md' {
  const text: string;
  export default text;
}

declare module '*.txt' {
  const text: string;
  export default text;
}

/** The checker of regular expressions, in JavaScript alone. */
declare module 'recheck/lib/browser.js' {
  const recheck: Pick<typeof import('recheck'), 'checkSync'>;
  export default recheck;
}
