import { describe, expect, it } from 'vitest';
import {
  createFileLinks,
  createLinkToken,
  LINK_SECONDS,
  readLinkToken,
  resolveFileLink,
} from '../../src/files/links.ts';
import { parseSecrets, type Secrets } from '../../src/lib/secrets.ts';
import * as fc from '../support/fast-check.ts';

const SECRETS = parseSecrets('link secret of the tests');
const at = Date.parse('2026-11-20T12:00:00Z');
const ports = (now = at, linkSecrets: Secrets | null = SECRETS) => ({
  clock: { now: () => now },
  linkSecrets,
});
const tokenOf = (link: string) => link.split('/files/')[1] as string;
const link = (key: string) => createFileLinks(ports()).link(key, 'https://api.test');

describe('a link', () => {
  it('leads to its object for an hour', async () => {
    const address = await link('bulk/job_1/results.csv');
    expect(address).toMatch(/^https:\/\/api\.test\/files\/[\w-]+\.[\w-]{43}$/);
    const token = tokenOf(address);
    expect(await resolveFileLink(token, ports())).toBe('bulk/job_1/results.csv');
    expect(await resolveFileLink(token, ports(at + LINK_SECONDS * 1_000 - 1))).toBe(
      'bulk/job_1/results.csv',
    );
    const expired = resolveFileLink(token, ports(at + LINK_SECONDS * 1_000));
    await expect(expired).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE', status: 403 });
  });

  it('takes any object key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.nat(2 ** 40),
        async (key, expiresAt) => {
          expect(
            await readLinkToken(await createLinkToken({ key, expiresAt }, SECRETS), SECRETS),
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
    for (const text of tries) expect(await readLinkToken(text, SECRETS), text).toBeNull();
  });

  it('is worth nothing with another secret, and nothing at all without one', async () => {
    const token = tokenOf(await link('k'));
    await expect(
      resolveFileLink(token, ports(at, parseSecrets('another secret'))),
    ).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    await expect(resolveFileLink(token, ports(at, null))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await expect(
      createFileLinks(ports(at, null)).link('k', 'https://api.test'),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('is followed while its secret is replaced, and no longer once that is gone', async () => {
    const token = tokenOf(await link('k'));
    const both = parseSecrets('v2:new,v1:link secret of the tests');
    expect(await resolveFileLink(token, ports(at, both))).toBe('k');
    const made = await createLinkToken({ key: 'k', expiresAt: at }, both);
    expect(await readLinkToken(made, parseSecrets('v2:new'))).toEqual({ key: 'k', expiresAt: at });
    expect(await readLinkToken(made, SECRETS)).toBeNull();
    expect(await readLinkToken(token, parseSecrets('v2:new'))).toBeNull();
    expect(await readLinkToken(token, parseSecrets('v2:link secret of the tests'))).toBeNull();
  });
});
