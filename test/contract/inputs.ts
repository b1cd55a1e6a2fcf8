import { type AnyProduct, mainField } from '../../src/lookup/product.ts';

/** The same text with one digit or letter changed, at every place from the end to the beginning. */
const neighbours = (text: string): string[] =>
  Array.from(text, (_, place) => text.length - 1 - place).flatMap((at) => {
    const changed = (next: string) => text.slice(0, at) + next + text.slice(at + 1);
    const letter = text.charAt(at);
    if (/\d/.test(letter)) return ['1', '3', '5', '7'].filter((one) => one !== letter).map(changed);
    if (/[a-z]/i.test(letter)) return ['k', 'q', 'w'].filter((one) => one !== letter).map(changed);
    return [];
  });

/**
 * A good body whose subject the product's sandbox does not know: the example, a letter changed.
 * @throws Error when there is none
 */
export function outsideSandbox(product: AnyProduct): Record<string, unknown> {
  const field = mainField(product);
  const value = product.example[field];
  const texts: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : { [field]: value };
  const known = new Set(product.sandbox.map(({ subject }) => subject));
  for (const [name, text] of Object.entries(texts))
    for (const changed of neighbours(String(text))) {
      const other = { ...texts, [name]: changed };
      const body = {
        ...product.example,
        ...(typeof value === 'object' ? { [field]: other } : other),
      };
      const parsed = product.input.safeParse(body);
      if (parsed.success && !known.has(product.subject(parsed.data))) return body;
    }
  throw new Error(`${product.path}: no good input is outside the sandbox`);
}
