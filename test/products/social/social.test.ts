import { describe, expect, it } from 'vitest';
import {
  postKey,
  profileUrl,
  readPostAddress,
  readProfileAddress,
} from '../../../src/domain/social/address.ts';
import { PLATFORMS, platformParser } from '../../../src/domain/social/platforms.ts';
import { UnusableInput } from '../../../src/lib/inputs.ts';
import { createBreakers } from '../../../src/lookup/pipeline/circuit-breakers.ts';
import {
  isInputSuppressed,
  resolveSources,
} from '../../../src/lookup/pipeline/source-resolution.ts';
import type { AnyProduct } from '../../../src/lookup/product.ts';
import { suppressionHash, suppressionText } from '../../../src/lookup/suppression.ts';
import type { World } from '../../../src/lookup/world.ts';
import { audienceDemographics } from '../../../src/products/social/audience-demographics.ts';
import { linkInBioLookup } from '../../../src/products/social/link-in-bio-lookup.ts';
import { socialPostLookup } from '../../../src/products/social/social-post-lookup.ts';
import { socialProfileCheck } from '../../../src/products/social/social-profile-check.ts';
import { videoTranscript } from '../../../src/products/social/video-transcript.ts';
import { answer } from '../../support/answer.ts';
import { fakeNetwork, fakeRecords } from '../../support/create-world.ts';
import { noMetrics } from '../../support/no-metrics.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import {
  AWEME,
  CLIP_URL,
  REEL_URL,
  TWEET_URL,
  VIDEO_URL,
} from '../../support/world/social-replies.ts';
import { blueskyVendor } from '../../support/world/vendors/bluesky.ts';
import { oembedVendor } from '../../support/world/vendors/oembed.ts';
import { officialVendor } from '../../support/world/vendors/official.ts';
import { scrapeCreatorsVendor } from '../../support/world/vendors/scrapecreators.ts';
import { serveRecording, whisperVendor } from '../../support/world/vendors/whisper.ts';

/** A world of these vendors; `http` answers for all of them. */
function worldOf(vendors: readonly FakeVendor[], http?: (url: URL) => Response | null): World {
  const network = fakeNetwork({
    vendors,
    http: ({ url }) => http?.(new URL(url)) ?? null,
  });
  return { outbound: network, clock: { now: () => Date.now() } } as unknown as World;
}

describe('an address', () => {
  it.each([
    ['https://www.instagram.com/p/Cabcdefghij/?igsh=x', 'https://www.instagram.com/p/Cabcdefghij/'],
    ['instagram.com/ada/reels/Cabcdefghij', 'https://www.instagram.com/reel/Cabcdefghij/'],
    ['https://vm.tiktok.com/ZMabcdefg/', 'https://www.tiktok.com/t/ZMabcdefg/'],
    [
      'https://www.tiktok.com/trending?shareId=7000000000000000001',
      'https://www.tiktok.com/@/video/7000000000000000001',
    ],
    [
      '<iframe width="560" src="https://www.youtube.com/embed/aB3_-xYz9Kw"></iframe>',
      'https://www.youtube.com/watch?v=aB3_-xYz9Kw',
    ],
    ['youtube://aB3_-xYz9Kw', 'https://www.youtube.com/watch?v=aB3_-xYz9Kw'],
    [
      'https://m.tiktok.com/v/7000000000000000001.html',
      'https://www.tiktok.com/@/video/7000000000000000001',
    ],
    ['https://youtu.be/aaaaaaaaaaa?t=3', VIDEO_URL],
    ['//m.youtube.com/watch?app=desktop&v=aaaaaaaaaaa', VIDEO_URL],
    ['https://www.youtube.com/shorts/aaaaaaaaaaa', VIDEO_URL],
    ['https://mobile.twitter.com/Ada/status/16?s=20', 'https://x.com/Ada/status/16'],
    ['https://x.com/i/web/status/16', 'https://x.com/i/status/16'],
    ['https://fb.watch/abcDEF_123/', 'https://fb.watch/abcDEF_123/'],
    [
      'https://m.facebook.com/story.php?story_fbid=12&id=34',
      'https://www.facebook.com/permalink.php?story_fbid=12&id=34',
    ],
    ['https://www.facebook.com/watch/?v=123', 'https://www.facebook.com/watch/?v=123'],
    ['https://www.threads.net/@ada/post/Cabcdef', 'https://www.threads.com/@ada/post/Cabcdef'],
    [
      'https://bsky.app/profile/Ada.example.com/post/3kab',
      'https://bsky.app/profile/ada.example.com/post/3kab',
    ],
    ['https://truthsocial.com/@ada/posts/123456', 'https://truthsocial.com/@ada/123456'],
    ['https://pin.it/abc123', 'https://pin.it/abc123'],
    ['https://www.pinterest.co.uk/pin/bread--123456/', 'https://www.pinterest.com/pin/123456/'],
    [
      'https://www.linkedin.com/feed/update/urn%3Ali%3Aactivity%3A7000000000000000001',
      'https://www.linkedin.com/feed/update/urn:li:activity:7000000000000000001',
    ],
    [
      'https://www.linkedin.com/posts/ada_bread-activity-7-x',
      'https://www.linkedin.com/posts/ada_bread-activity-7-x',
    ],
    [
      'https://old.reddit.com/r/bread/comments/abc12/title_here/',
      'https://www.reddit.com/comments/abc12',
    ],
    ['https://redd.it/abc12', 'https://www.reddit.com/comments/abc12'],
  ])('of a post %s has one usual form', (text, url) => {
    expect(readPostAddress(text).url).toBe(url);
    expect(readPostAddress(url).url).toBe(url);
  });

  it.each([
    ['https://www.instagram.com/Ada.Bakes/', 'instagram', 'ada.bakes'],
    ['tiktok.com/@Ada.Bakes?lang=en', 'tiktok', 'ada.bakes'],
    ['https://m.youtube.com/@AdaBakes/videos', 'youtube', 'adabakes'],
    [`https://www.youtube.com/channel/UC${'aB'.repeat(11)}`, 'youtube', `UC${'aB'.repeat(11)}`],
    ['https://www.youtube.com/user/AdaBakes', 'youtube', 'user/adabakes'],
    ['https://x.com/Ada', 'twitter', 'ada'],
    ['HTTPS://WWW.LINKEDIN.COM/IN/ADA', 'network', 'ada'],
    ['https://m.facebook.com/profile.php?id=100', 'facebook', '100'],
    ['https://www.threads.com/@ada', 'threads', 'ada'],
    ['https://m.twitch.tv/ada_bakes/about', 'twitch', 'ada_bakes'],
    ['https://snapchat.com/add/adabakes', 'snapchat', 'adabakes'],
    ['bsky.app/profile/Ada.Example.com', 'bluesky', 'ada.example.com'],
    ['https://truthsocial.com/@ada', 'truthsocial', 'ada'],
  ])('of a profile %s names an account', (text, platform, handle) => {
    const read = readProfileAddress(text);
    expect(read).toEqual({ platform, handle });
    expect(readProfileAddress(profileUrl(read))).toEqual(read);
    expect(() => readPostAddress(text)).toThrow('profile, not of a post');
  });

  it.each([
    VIDEO_URL,
    'https://x.com/home',
    'https://www.instagram.com/explore/',
    'https://www.instagram.com/_u/',
    'https://www.facebook.com/pages/?category=liked',
    'https://instagram.com.evil.example/ada',
    'https://evil.example/https://x.com/ada',
    'ftp://x.com/ada',
    'https://x.com/%E0%A4%A',
    'https://www.youtube.com/',
  ])('%s is of no profile', (text) => {
    expect(() => readProfileAddress(text)).toThrow(UnusableInput);
  });

  it('of a post is distinguished from that of a profile', () => {
    expect(() => readProfileAddress(VIDEO_URL)).toThrow('a post, not of a profile');
  });

  it('of a profile is what somebody can be kept silent about by', () => {
    const of = (text: string) => suppressionText({ kind: 'profile', text });
    expect(of('https://bsky.app/profile/Ada.example.com')).toBe('bluesky/ada.example.com');
    expect(of('https://www.linkedin.com/in/Ada')).toBe('ada');
    expect(of('https://example.com/ada')).toBeNull();
  });
});

describe('a profile check', () => {
  const check = (body: object, world = worldOf([blueskyVendor, oembedVendor])) =>
    answer(socialProfileCheck, body as Record<string, unknown>, world);

  it.each([
    [{ platform: 'bluesky', handle: '@Ada.example.com' }],
    [{ url: 'https://bsky.app/profile/ada.example.com' }],
    [{ handle: 'https://bsky.app/profile/ada.example.com' }],
  ])('finds the same by %j', async (body) => {
    const { classification, insights, price, cacheKey } = await check(body);
    expect(classification).toEqual({
      matched: true,
      exists: true,
      platform: 'bluesky',
      handle: 'ada.example.com',
      display_name: 'Ada Example',
      followers: 1_234,
      verified: true,
      private: null,
    });
    expect(insights.social_profile_check_result).toMatchObject({
      following: 56,
      rounded_counts: false,
    });
    expect([price, cacheKey]).toEqual([10, 'bluesky ada.example.com']);
  });

  it.each([
    ['banned.example.com', 'suspended', false, 0],
    ['left.example.com', 'deactivated', false, 0],
    ['nobody.example.com', 'not_found', false, 0],
    ['shy.example.com', 'gated', true, 0],
  ])('tells how %s is: %s', async (handle, state, exists, credits) => {
    const { classification, insights, price } = await check({ platform: 'bluesky', handle });
    expect(insights.social_profile_check_result.account_state).toBe(state);
    expect([classification.exists, price]).toEqual([exists, credits]);
  });

  const CHANNEL = `UC${'a'.repeat(22)}`;
  it.each([
    ['tiktok', 'ada', { user: { uniqueId: 'Ada', nickname: 'Ada Bakes' } }, true],
    ['tiktok', 'ada', { user: { uniqueId: 'other', nickname: 'Other' } }, false],
    ['tiktok', 'ada', { user: { nickname: 'Ada Bakes' } }, true],
    ['instagram', 'ada', { data: { user: { username: 'other', full_name: 'Other' } } }, false],
    ['x', 'ada', { legacy: { name: 'Ada Bakes', screen_name: 'ADA' } }, true],
    ['x', 'ada', { legacy: { name: 'Ada' }, core: { screen_name: 'other' } }, false],
    // A former name of a channel leads on to it, and its id is its own for good.
    ['youtube', 'adabakes', { name: 'Ada', channelId: CHANNEL }, true],
    ['youtube', CHANNEL, { name: 'Ada', channelId: CHANNEL }, true],
    ['youtube', CHANNEL, { name: 'Other', channelId: `UC${'b'.repeat(22)}` }, false],
  ])('takes a page of %s for that of %s by what it says of itself', async (...row) => {
    const [platform, handle, page, matched] = row;
    const world = worldOf([scrapeCreatorsVendor], () => Response.json(page));
    const { classification, price } = await check({ platform, handle }, world);
    expect([classification.matched, price]).toEqual([matched, matched ? 10 : 0]);
  });

  it.each([
    [{ handle: 'ada' }, 'platform'],
    [{ platform: 'x' }, 'handle'],
    [{ platform: 'x', handle: 'not a handle' }, 'handle'],
    [{ platform: 'x', handle: 'https://bsky.app/profile/ada.example.com' }, 'handle'],
    [{ platform: 'myspace', handle: 'ada' }, 'platform'],
    [{ url: 'https://www.reddit.com/user/ada' }, 'url'],
  ])('refuses %j for its %s', (body, field) => {
    const { error } = socialProfileCheck.input.safeParse(body);
    expect(error?.issues[0]?.path).toEqual([field]);
  });
});

describe('a post lookup', () => {
  const body = { url: VIDEO_URL };

  it('asks who counts before who does not, and the latter when the former is out', async () => {
    const both = [oembedVendor, scrapeCreatorsVendor];
    const full = await answer(socialPostLookup, body, worldOf(both));
    expect(full.classification).toMatchObject({ likes: 40, views: 900, author_handle: 'adabakes' });
    expect(full.consulted).toEqual(['social_page']);
    const world = worldOf([oembedVendor]);
    const half = await answer(socialPostLookup, body, world);
    expect(half.classification).toMatchObject({
      matched: true,
      likes: null,
      author_handle: 'adabakes',
    });
    expect([full.price, half.price]).toEqual([5, 5]);
  });

  it.each([
    [VIDEO_URL, { id: 'bbbbbbbbbbb', title: 'Other' }, false],
    [VIDEO_URL, { id: 'aaaaaaaaaaa', title: 'Bread' }, true],
    [TWEET_URL, { rest_id: '1628000000000000002', legacy: { full_text: 'Other' } }, false],
    [TWEET_URL, { legacy: { id_str: '1628000000000000001', full_text: 'Bread' } }, true],
  ])('takes no other post for %s', async (url, page, matched) => {
    const world = worldOf([scrapeCreatorsVendor], () => Response.json(page));
    const { classification, price } = await answer(socialPostLookup, { url }, world);
    expect([classification.matched, price]).toEqual([matched, matched ? 5 : 0]);
  });

  it('takes an age limit for a post that is there, and costs nothing', async () => {
    const refusal = { success: false, error: 'forbidden', message: 'This video is age restricted' };
    const gate = worldOf([scrapeCreatorsVendor], () => Response.json(refusal, { status: 403 }));
    const gated = await answer(socialPostLookup, body, gate);
    expect(gated.classification).toMatchObject({ matched: false, exists: true });
    expect(gated.insights.social_post_lookup_result.post_state).toBe('gated');
    expect(gated.price).toBe(0);
    const none = await answer(videoTranscript, body, gate);
    expect([none.classification.transcript_available, none.price]).toEqual([false, 0]);
  });
});

describe('a transcript of a video without captions', () => {
  const CLIP = 'https://www.tiktok.com/@ada.bakes/video/7000000000000000009';
  const FILE = 'https://media.example/talk.wav';

  /** The pages of one video without captions, its file, and the server that hears it. */
  function worldWith(page: object, serve = serveRecording, recognise = whisperVendor.answer) {
    const asked: string[] = [];
    const network = fakeNetwork({
      zones: { 'media.example': { A: ['93.184.215.14'] } },
      vendors: [scrapeCreatorsVendor, whisperVendor],
      http: (request) => {
        const url = new URL(request.url);
        asked.push(url.host + url.pathname);
        if (url.pathname.endsWith('/transcript'))
          return Response.json({ transcript: null, transcripts: null });
        if (url.host === 'api.scrapecreators.com') return Response.json(page);
        return url.host === 'media.example' ? serve(request) : recognise(request, url);
      },
    });
    const world = { outbound: network, clock: { now: () => Date.now() } } as unknown as World;
    return { world, asked };
  }
  const tiktok = (seconds: number) => ({
    aweme_detail: { video: { duration: seconds * 1_000, play_addr: { url_list: [FILE] } } },
  });

  it.each([
    ['tiktok', CLIP, tiktok(91)],
    [
      'instagram',
      REEL_URL,
      { data: { xdt_shortcode_media: { video_url: FILE, video_duration: 91 } } },
    ],
    [
      'twitter',
      TWEET_URL,
      {
        legacy: {
          extended_entities: {
            media: [
              {
                video_info: {
                  duration_millis: 91_000,
                  variants: [
                    { content_type: 'application/x-mpegURL', url: 'https://media.example/x.m3u8' },
                    { content_type: 'video/mp4', bitrate: 900, url: 'https://media.example/big' },
                    { content_type: 'video/mp4', bitrate: 100, url: FILE },
                  ],
                },
              },
            ],
          },
        },
      },
    ],
  ])('is what is heard in its file: %s', async (_, url, page) => {
    const { world } = worldWith(page);
    const heard = await answer(videoTranscript, { url }, world);
    expect(heard.insights.video_transcript_result).toMatchObject({
      transcript: 'Good morning. Today we bake bread.',
      recognized: true,
      language: 'en',
      word_count: 6,
    });
    expect(heard.price).toBe(5);
    expect(new Set(heard.consulted)).toEqual(new Set(['social_page', 'speech_recognition']));
  });

  it('is none, and free, of one that is longer than ten minutes or cannot be fetched', async () => {
    const long = worldWith(tiktok(601));
    const gone = worldWith(tiktok(91), () => new Response('gone', { status: 404 }));
    for (const { world } of [long, gone]) {
      const { classification, price } = await answer(videoTranscript, { url: CLIP }, world);
      expect([classification.matched, price]).toEqual([false, 0]);
    }
    expect(long.asked).not.toContain('media.example/talk.wav');
  });

  it.each(['', ' . ', '[BLANK_AUDIO]', ' [Music] (applause)'])(
    'is none, and free, where no word is heard: %j',
    async (text) => {
      const reply = { text, language: 'english', duration: 91, segments: [] };
      const { world } = worldWith(tiktok(91), serveRecording, async () => Response.json(reply));
      const { classification, price } = await answer(videoTranscript, { url: CLIP }, world);
      expect([classification.matched, price]).toEqual([false, 0]);
    },
  );

  it('is unknown while the server that would hear it is down', async () => {
    const down = worldWith(tiktok(91), serveRecording, () => new Response('no', { status: 503 }));
    await expect(answer(videoTranscript, { url: CLIP }, down.world)).rejects.toMatchObject({
      status: 503,
    });
  });
});

it('calls the professional network by one name, and takes its own too', () => {
  const named = (platform: string) => platformParser(PLATFORMS)(platform);
  expect(['network', 'LinkedIn'].map(named)).toEqual(['network', 'network']);
  const post = readPostAddress('https://www.linkedin.com/feed/update/urn:li:activity:7123456789');
  expect(post.platform).toBe('network');
});

describe('audience-demographics', () => {
  const ask = (audienceLocations: object[]) => {
    const vendor = { ...scrapeCreatorsVendor, answer: () => Response.json({ audienceLocations }) };
    return answer(audienceDemographics, { handle: 'ada.bakes' }, worldOf([vendor]));
  };
  const other = { country: 'Other', count: 7, percentage: '7%' };

  it('counts as countries and as sample what has a country', async () => {
    const found = await ask([
      { country: 'Germany', countryCode: 'DE', count: 60, percentage: '60%' },
      { country: 'Austria', count: 33, percentage: '33%' },
      other,
    ]);
    expect(found.classification).toMatchObject({ countries_count: 2, sample_size: 93 });
    const { countries } = found.insights.audience_demographics_result;
    expect(countries.map((row: { country_code: string }) => row.country_code)).toEqual([
      'DE',
      'AT',
      null,
    ]);
  });

  it('is no match, free, where no country is known', async () => {
    expect(await ask([other])).toMatchObject({ price: 0, classification: { matched: false } });
  });
});

it('keeps a video of TikTok by its id alone', () => {
  const keys = [
    'https://www.tiktok.com/@ann.bakes/video/7000000000000000777',
    'https://m.tiktok.com/v/7000000000000000777.html',
    'https://www.tiktok.com/@ann_bakes_new/video/7000000000000000777',
  ].map((address) => postKey(readPostAddress(address)));
  expect(new Set(keys).size).toBe(1);
});

const CHANNEL_URL = `https://www.youtube.com/channel/UC${'a'.repeat(22)}`;

describe('about an account that opted out', () => {
  /** The fact of a body with this account on the list, and how many requests were made. */
  async function factWithout(
    account: string,
    product: AnyProduct,
    body: object,
    vendors = [oembedVendor, scrapeCreatorsVendor],
  ) {
    const hash = await suppressionHash({ kind: 'profile', text: account });
    const records = fakeRecords({ suppressed_people: { [`hash:${hash}`]: {} } });
    const clip = ({ pathname }: URL) =>
      pathname === '/v2/tiktok/video' ? Response.json({ aweme_detail: AWEME }) : null;
    const world = { ...worldOf(vendors, clip), records } as World;
    const ports = { world, breakers: createBreakers(), metrics: noMetrics, organizationId: 'org' };
    const input: unknown = product.input.parse(body);
    const suppressed = isInputSuppressed(product, input, world);
    const found = resolveSources(product, input, ports, Promise.resolve(), { suppressed });
    const { fact } = await found.answer;
    return { fact, asked: (world.outbound as ReturnType<typeof fakeNetwork>).asked };
  }

  it.each<[string, AnyProduct, object, string, FakeVendor[]?]>([
    [
      'the video that the platform’s own API reads',
      ...[socialPostLookup, { url: VIDEO_URL }, 'https://www.youtube.com/@adabakes'],
      [officialVendor],
    ],
    ...[officialVendor, scrapeCreatorsVendor].map((vendor) => [
      'the channel by its id',
      ...[socialProfileCheck, { url: CHANNEL_URL }, 'https://www.youtube.com/@adabakes'],
      [vendor],
    ]),
    [
      'the channel whose id opted out, by its handle',
      ...[socialProfileCheck, { platform: 'youtube', handle: '@AdaBakes' }, CHANNEL_URL],
      [officialVendor],
    ],
    [
      'the account by its DID',
      socialProfileCheck,
      { platform: 'bluesky', handle: 'did:plc:aaaabbbbccccddddeeeeffff' },
      'https://bsky.app/profile/ada.example.com',
      [blueskyVendor],
    ],
    [
      'the post whose address does not name it',
      ...[socialPostLookup, { url: VIDEO_URL }, 'https://www.youtube.com/@adabakes'],
    ],
    [
      'the clip under the name of another',
      ...[
        socialPostLookup,
        { url: 'https://www.tiktok.com/@somebody/video/7000000000000000001' },
        'https://www.tiktok.com/@ada.bakes',
      ],
    ],
    [
      'its page of links',
      ...[
        linkInBioLookup,
        { url: 'https://linktr.ee/example' },
        'https://www.instagram.com/example_bakery',
      ],
    ],
  ] as never)('%s is not found', async (_, product, body, account, vendors) => {
    const { fact } = await factWithout(account, product, body, vendors);
    expect(fact).toEqual(product.people?.emptyFact);
    const other = await factWithout('https://x.com/nobody', product, body, vendors);
    expect(other.fact).not.toEqual(product.people?.emptyFact);
  });

  it('no transcript of its videos is asked for', async () => {
    const account = 'https://www.tiktok.com/@ada.bakes';
    const { fact, asked } = await factWithout(account, videoTranscript, { url: CLIP_URL });
    expect([fact, asked]).toEqual([null, []]);
  });
});
