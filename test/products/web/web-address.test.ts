import { describe, expect, it } from 'vitest';
import { parseCompanySite } from '../../../src/domain/company/company.ts';
import { parseRegistrableDomain } from '../../../src/domain/web/domain-name.ts';
import { parsePageUrl, parseWebSite } from '../../../src/domain/web/site.ts';
import { UnusableInput } from '../../../src/lib/inputs.ts';

describe('the address of a page', () => {
  it.each([
    ['example.com', 'https://example.com/'],
    ['EXAMPLE.com', 'https://example.com/'],
    ['http://example.com', 'http://example.com/'],
    ['HTTPS://Example.COM/A?b=c#d', 'https://example.com/A?b=c'],
    ['https://Example.com./a', 'https://example.com/a'],
    ['example.com.', 'https://example.com/'],
    ['https://example.com:8443/x', 'https://example.com:8443/x'],
    ['bücher.de', 'https://xn--bcher-kva.de/'],
    ['https://example.com/ä b', 'https://example.com/%C3%A4%20b'],
    ['127.0.0.1:9000', 'https://127.0.0.1:9000/'],
    ['example.com:80', 'http://example.com/'],
    ['example.com:443', 'https://example.com/'],
    ['https://example.com:80/', 'https://example.com:80/'],
    ['http://127.0.0.1:9000/x', 'http://127.0.0.1:9000/x'],
  ])('%s is %s', (text, url) => expect(parsePageUrl(text)).toBe(url));

  it.each([
    'example',
    'not a url',
    'ftp://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://',
    'http://user:pass@example.com/',
    'user@example.com',
    'example.com/path',
    'mailto:a@example.com',
    'https://exa mple.com',
    '10.0.0.1',
    '-.com',
  ])('%s is refused', (text) => expect(() => parsePageUrl(text)).toThrow(UnusableInput));
});

describe('a site', () => {
  it.each([
    ['example.com', 'example.com'],
    ['WWW.Example.co.uk', 'example.co.uk'],
    ['https://shop.example.com/about?x=1', 'example.com'],
    ['me.github.io', 'me.github.io'],
    ['example.com.', 'example.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['http://127.0.0.1:9000/x', '127.0.0.1:9000'],
    ['localhost:9000', 'localhost:9000'],
    ['example.com:80', 'example.com'],
    ['example.com:443', 'example.com'],
  ])('%s is %s', (text, domain) => expect(parseWebSite(text).domain).toBe(domain));

  it.each([
    'https://user:word@www.example.com/a',
    'https://user:w@rd@example.com',
    'HTTPS://user@EXAMPLE.com',
    'ftp://example.com',
    'ftp://user:word@example.com:21/pub',
    'SFTP://www.example.com.',
    '//example.com',
    '//user:word@example.com/a',
    'http://example.com.',
  ])('%s is the one that /domain-age reads, without user and password', (text) => {
    const { domain, origins } = parseWebSite(text);
    expect(domain).toBe(parseRegistrableDomain(text).name);
    expect([domain, origins]).toEqual(['example.com', parseWebSite('example.com').origins]);
    expect(parseCompanySite(text)).toEqual(parseWebSite(text));
  });

  it('of a company is no page on a social platform, whatever is before its host', () => {
    for (const start of ['https://user:word@', 'ftp://', '//'])
      expect(() => parseCompanySite(`${start}www.linkedin.com/company/acme`)).toThrow('platform');
  });

  it.each([
    ['acme.com:8443', 'acme.com'],
    ['https://www.acme.co.uk:8443/about', 'acme.co.uk'],
    ['http://acme.com:8080', 'acme.com'],
    // No registry has these: their port tells the sites of one host apart.
    ['localhost:9000', 'localhost:9000'],
    ['127.0.0.1:9000', '127.0.0.1:9000'],
  ])('of a company, %s is %s', (text, domain) => {
    expect(parseCompanySite(text).domain).toBe(domain);
  });

  it('of a company is looked for by its domain alone', () => {
    expect(parseCompanySite('https://www.acme.com:8443').origins).toEqual(
      parseWebSite('acme.com').origins,
    );
    expect(() => parseCompanySite('co.uk:8443')).toThrow(UnusableInput);
  });

  it.each([
    'user@example.com',
    'mailto:a@example.com',
    '[::1]',
    'http://[2001:db8::1]/',
    '10.0.0.1',
    'xn--a.com',
  ])('%s is refused with the reason that /domain-age gives', (text) => {
    const refusal = (parse: (text: string) => unknown) => {
      try {
        return parse(text);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusal(parseWebSite)).toBe(refusal(parseRegistrableDomain));
  });

  it('is looked for with and without www, and without TLS last', () => {
    expect(parseWebSite('www.example.com').origins).toEqual([
      'https://example.com',
      'https://www.example.com',
      'http://example.com',
    ]);
    expect(parseWebSite('https://localhost:9000').origins).toEqual(['https://localhost:9000']);
  });

  it.each([
    'example',
    'co.uk',
    'github.io',
    '10.0.0.1',
    '[::1]',
    'a@example.com',
    'file:///example.com',
    'javascript:alert(1)',
    ' ',
    'exa mple.com',
    'xn--a.com',
  ])('%s is refused', (text) => {
    expect(() => parseWebSite(text)).toThrow(UnusableInput);
  });
});
