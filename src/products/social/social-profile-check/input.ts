import * as z from 'zod';
import { lookedUpIfGiven, UnusableInput } from '../../../core/inputs.ts';
import {
  looksLikeAddress,
  type ProfileAddress,
  readHandle,
  readProfileAddress,
} from '../../../core/social/address.ts';
import { PROFILE_PLATFORMS, platformOf } from '../../../core/social/platforms.ts';

type ProfilePlatform = (typeof PROFILE_PLATFORMS)[number];

/** What is asked about: of a platform this product knows. */
export type Checked = ProfileAddress & { platform: ProfilePlatform };

const isChecked = (address: ProfileAddress): address is Checked =>
  (PROFILE_PLATFORMS as readonly string[]).includes(address.platform);

function readAddress(text: string): Checked {
  const address = readProfileAddress(text);
  if (!isChecked(address)) throw new UnusableInput('is not of a platform this product checks');
  return address;
}

/** A handle, or its profile's address, which names the platform too. */
const readGiven = (text: string): string | Checked =>
  looksLikeAddress(text) && !/^(?:c|user)\/|^did:/.test(text) ? readAddress(text) : text;

type Refuse = (field: string, code: string, message: string) => void;

/** Why a body cannot be looked up, or whom it names. */
function resolve(
  { platform, handle, url }: Pick<Body, 'platform' | 'handle' | 'url'>,
  refuse: Refuse,
): Checked | null {
  if (url) return url;
  const missing = (field: string) =>
    refuse(field, 'MISSING_FIELD', 'is required, or the address of the profile as url');
  if (handle === null) return missing('handle') ?? null;
  if (typeof handle !== 'string') {
    if (platform === null || handle.platform === platform) return handle;
    return refuse('handle', 'INVALID_INPUT', `is not of ${platform}`) ?? null;
  }
  if (platform === null) return missing('platform') ?? null;
  try {
    return { platform, handle: readHandle(platform, handle) };
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    return refuse('handle', 'INVALID_INPUT', error.message) ?? null;
  }
}

const body = z.object({
  handle: lookedUpIfGiven(readGiven, {
    description:
      'Name of the account on the platform, with or without @. An address of the profile is read too.',
    examples: ['ada.example.com', '@ada'],
  }),
  platform: lookedUpIfGiven(platformOf(PROFILE_PLATFORMS), {
    description: `The platform; required with \`handle\`. One of: ${PROFILE_PLATFORMS.join(', ')}. \`x\` is the same as \`twitter\`.`,
    examples: ['bluesky'],
  }),
  url: lookedUpIfGiven(readAddress, {
    description: 'Address of the profile: replaces `platform` and `handle`.',
    examples: ['https://bsky.app/profile/ada.example.com'],
  }),
});

type Body = z.output<typeof body>;

const nobody: Refuse = () => undefined;

/** The body of a profile check: a handle of a platform, or an address. */
export const profileInput = body.superRefine((given, context) => {
  resolve(given, (field, code, message) =>
    context.addIssue({ code: 'custom', path: [field], message, params: { code } }),
  );
});

/** Whom a body that parsed names. */
export function checkedProfile(given: Body): Checked {
  const address = resolve(given, nobody);
  if (address === null) throw new TypeError('a body that names nobody was let through');
  return address;
}
