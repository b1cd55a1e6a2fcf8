/** One labelled value of a WHOIS reply; `key` in lower case, words separated by single spaces. */
export interface WhoisField {
  key: string;
  value: string;
}

/** `Key: value`, with dotted leaders; JPRS writes `a. [Key]  value`, TRABİS `** Key: value`. */
const KEYED = /^(?:\*\* )?([^:[\]]{1,60}?)[. \t]*:(?!\/\/)\s*(.*)$/;
const BRACKETED = /^(?:[a-z]\. ?)?\[([^\]]{1,60})\]\s*(.*)$/;
const COMMENT = /^(?:%|#|>>>|--|\[ )/;
/** A bare word or two at the start of a line opens a block (.it). */
const HEADING = /^[A-Za-z][A-Za-z ]{2,30}$/;

const keyOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Splits a WHOIS reply into labelled values. RFC 3912 fixes no format; registries write one of a few. A label
 * without value opens a block: its lines are values of that label, and labels within are prefixed by it
 * ("registrar name"). A blank line closes the block.
 */
export function readWhoisFields(reply: string): WhoisField[] {
  const fields: WhoisField[] = [];
  let block = '';
  for (const line of reply.split(/\r?\n/)) {
    const text = line.trim();
    if (text === '') block = '';
    if (text === '' || COMMENT.test(text)) continue;
    const indented = /^\s/.test(line);
    const [, label, value = ''] = BRACKETED.exec(text) ?? KEYED.exec(text) ?? [];
    if (label === undefined) {
      if (block !== '') fields.push({ key: block, value: text });
      else if (!indented && HEADING.test(text)) block = keyOf(text);
      continue;
    }
    const key = keyOf(label);
    if (!indented && block !== '' && value !== '' && !/^registrar/.test(block)) block = '';
    if (value === '') block = key;
    else fields.push({ key: block === '' ? key : `${block} ${key}`, value });
  }
  return fields;
}
