import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../../src/web-reader/page/site-visit.ts';

const allows = (text: string, path: string) => parseRobots(text, 'LookupApiBot').allows(path);

describe('robots.txt (RFC 9309)', () => {
  it.each([
    ['nothing', '', '/x', true],
    ['everything closed', 'User-agent: *\nDisallow: /', '/x', false],
    ['an empty rule forbids nothing', 'User-agent: *\nDisallow:', '/x', true],
    [
      'a group that names the crawler wins over *',
      'User-agent: *\nDisallow: /\n\nUser-agent: lookupapibot\nDisallow: /private',
      '/x',
      true,
    ],
    [
      'a named group does not add the rules of *',
      'User-agent: LookupApiBot\nAllow: /\nUser-agent: *\nDisallow: /x',
      '/x',
      true,
    ],
    [
      'groups of one crawler are joined',
      'User-agent: LookupApiBot\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: LookupApiBot\nDisallow: /b',
      '/b',
      false,
    ],
    [
      'one group for several crawlers',
      'User-agent: a\nUser-agent: LookupApiBot/1.0\nDisallow: /',
      '/x',
      false,
    ],
    ['the longest rule decides', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    [
      'the longest rule decides, either way',
      'User-agent: *\nAllow: /a\nDisallow: /a/b',
      '/a/b/c',
      false,
    ],
    ['of equal rules the one that allows', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['a star within', 'User-agent: *\nDisallow: /*/secret', '/a/b/secret', false],
    ['an anchored end', 'User-agent: *\nDisallow: /*.php$', '/x.php', false],
    ['an anchored end, not reached', 'User-agent: *\nDisallow: /*.php$', '/x.php5', true],
    ['paths are case-sensitive', 'User-agent: *\nDisallow: /A', '/a', true],
    ['fields are not', 'USER-AGENT: *\nDISALLOW: /a', '/a', false],
    ['comments', 'User-agent: * # all\nDisallow: /a # here', '/a', false],
    [
      'percent-encoding in one spelling',
      'User-agent: *\nDisallow: /%7Efoo/%e3%83%84',
      '/~foo/%E3%83%84',
      false,
    ],
    ['rules before any group mean nothing', 'Disallow: /\nUser-agent: x\nDisallow: /', '/x', true],
    ['byte order mark and carriage returns', '\ufeffUser-agent: *\r\nDisallow: /a\r', '/a', false],
    [
      'unknown lines within a group',
      'User-agent: *\nCrawl-delay: 5\nSitemap: /s\nDisallow: /a',
      '/a',
      false,
    ],
    ['a page instead of a file', '<html><body>Not found</body></html>', '/x', true],
  ])('%s', (_, text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed);
  });

  it('does not take exponential time on stars', () => {
    expect(allows(`User-agent: *\nDisallow: /${'*a'.repeat(900)}$`, `/${'a'.repeat(800)}b`)).toBe(
      true,
    );
  });

  it('heeds its own rules behind those of many others', () => {
    const others = `User-agent: other\n${'Disallow: /a\n'.repeat(6_000)}`;
    const text = `${others}\nUser-agent: *\nDisallow: /private\n`;
    expect(text.length).toBeLessThan(500 * 1_024);
    expect(allows(text, '/private')).toBe(false);
    expect(allows(`${others}\nUser-agent: LookupApiBot\nDisallow: /\n`, '/x')).toBe(false);
  });

  it('heeds the last of many rules of its own, and no path that all of them cost too much', () => {
    const text = `User-agent: *\n${'Disallow: /a\n'.repeat(6_000)}Disallow: /private\n`;
    const paths = ['/', '/private', `/${'b'.repeat(1_000)}`, `/${'b'.repeat(2_000)}`];
    expect(paths.map((path) => allows(text, path))).toEqual([true, false, true, false]);
  });
});
