import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinkToken, readLinkToken } from '../../src/files/link-token.ts';
import { createFileLinks, followLink, LINK_SECONDS } from '../../src/files/signed-link.ts';

const SECRET = 'link secret of the tests';
const at = Date.parse('2026-11-20T12:00:00Z');
const ports = (now = at, linkSecret: string | null = SECRET) => ({
  clock: { now: () => now },
  linkSecret,
});
const tokenOf = (link: string) => link.split('/files/')[1] as string;
const link = (key: string) => createFileLinks(ports()).link(key, 'https://api.test');

describe('a link', () => {
  it('leads to its object for an hour', async () => {
    const address = await link('bulk/job_1/results.csv');
    expect(address).toMatch(/^https:\/\/api\.test\/files\/[\w-]+\.[\w-]{43}$/);
    const token = tokenOf(address);
    expect(await followLink(token, ports())).toBe('bulk/job_1/results.csv');
    expect(await followLink(token, ports(at + LINK_SECONDS * 1_000 - 1))).toBe(
      'bulk/job_1/results.csv',
    );
    const expired = followLink(token, ports(at + LINK_SECONDS * 1_000));
    await expect(expired).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE', status: 403 });
  });

  it('takes any object key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.nat(2 ** 40),
        async (key, expiresAt) => {
          expect(
            await readLinkToken(await createLinkToken({ key, expiresAt }, SECRET), SECRET),
          ).toEqual({ key, expiresAt });
        },
      ),
    );
  });

  it('does not survive any change of any character, nor one more or one less', async () => {
    const token = tokenOf(await link('bulk/job_1/results.csv'));
    const others = 'AQgw_-.=%'.split('');
    const changed = [...token].flatMap((char, index) =>
      others
        .filter((other) => other !== char)
        .map((other) => token.slice(0, index) + other + token.slice(index + 1)),
    );
    const tries = [
      ...changed,
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      `${token}.`,
      `A${token}`,
      token.split('.')[0] ?? '',
      '',
      '.',
    ];
    for (const text of tries) expect(await readLinkToken(text, SECRET), text).toBeNull();
  });

  it('is worth nothing with another secret, and nothing at all without one', async () => {
    const token = tokenOf(await link('k'));
    await expect(followLink(token, ports(at, 'another secret'))).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    await expect(followLink(token, ports(at, null))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await expect(
      createFileLinks(ports(at, null)).link('k', 'https://api.test'),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
