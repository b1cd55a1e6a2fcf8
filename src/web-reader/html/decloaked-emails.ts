import { cloakedEmail, cloudflareEmail } from './email-cloaks.ts';
import type { ElementHandler } from './open-elements.ts';
import type { Attributes } from './tokenizer.ts';

/**
 * Filter that decodes obfuscated email addresses: a placeholder is replaced by the address, and its
 * link by a `mailto:` link.
 */
export class DecloakedEmails implements ElementHandler {
  readonly #inner: ElementHandler;

  constructor(inner: ElementHandler) {
    this.#inner = inner;
  }

  open(name: string, attributes: Attributes, ordinal: number): boolean {
    const code = attributes.get('data-cfemail');
    const email = code === undefined ? null : cloudflareEmail(code);
    const href = attributes.get('href');
    const linked = href === undefined ? null : (email ?? cloakedEmail(href));
    const shown = linked ? new Map([...attributes, ['href', `mailto:${linked}`]]) : attributes;
    const isRead = this.#inner.open(name, shown, ordinal);
    if (!isRead || email === null) return isRead;
    this.#inner.text(email);
    this.#inner.close(name, ordinal);
    return false;
  }

  close(name: string, ordinal: number): void {
    this.#inner.close(name, ordinal);
  }

  text(text: string): void {
    this.#inner.text(text);
  }
}
