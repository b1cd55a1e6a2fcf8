/** An element whose content is not read as tags. */
export interface RawText {
  name: string;
  /** Entities count in it. */
  entities: boolean;
  /** Only its own closing tag ends it, followed by a space, a slash or `>`. */
  end: RegExp;
}

const rawText = (entities: boolean, name: string): [string, RawText] => [
  name,
  { name, entities, end: new RegExp(`</${name}(?=[\\s/>])`, 'gi') },
];

/** Elements whose content is text, whatever it looks like (HTML standard, 13.2.6.2). */
export const RAW_TEXT: ReadonlyMap<string, RawText> = new Map([
  ...['title', 'textarea'].map((name) => rawText(true, name)),
  ...'script style xmp iframe noembed noframes noscript'
    .split(' ')
    .map((name) => rawText(false, name)),
]);
