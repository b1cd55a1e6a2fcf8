import {
  blueskyPeople,
  blueskyPost,
  blueskyProfile,
} from '../../../../src/vendors/bluesky/bluesky.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const DID = 'did:plc:aaaabbbbccccddddeeeeffff';

const ada = {
  did: DID,
  handle: 'ada.example.com',
  displayName: 'Ada Example',
  description: 'Baker in Berkeley.',
  followersCount: 1_234,
  followsCount: 56,
  postsCount: 789,
  createdAt: '2023-05-01T10:00:00.000Z',
  verification: { verifications: [], verifiedStatus: 'valid', trustedVerifierStatus: 'none' },
  labels: [],
};
const shy = {
  did: 'did:plc:sssshhhhyyyyaaaabbbbcccc',
  handle: 'shy.example.com',
  displayName: 'Shy',
  labels: [{ val: '!no-unauthenticated' }],
};
const post = {
  uri: `at://${DID}/app.bsky.feed.post/3kabcdefghijk`,
  author: { did: DID, handle: ada.handle, displayName: ada.displayName, labels: [] },
  record: { text: 'Fresh bread today.', createdAt: '2024-03-02T08:00:00.000Z' },
  likeCount: 42,
  replyCount: 3,
  repostCount: 7,
};

const bad = (error: string, message: string) => Response.json({ error, message }, { status: 400 });

function profileOf(actor: string | null): Response {
  if (actor === ada.handle || actor === DID) return Response.json(ada);
  if (actor === shy.handle) return Response.json(shy);
  if (actor === 'banned.example.com') return bad('AccountTakedown', 'Account has been suspended');
  if (actor === 'left.example.com') return bad('AccountDeactivated', 'Account is deactivated');
  return bad('InvalidRequest', 'Profile not found');
}

/** The methods of the public interface, without a key; anything else is the closed post search. */
function answer(_: Request, { pathname, searchParams }: URL): Response {
  const get = (name: string) => searchParams.get(name);
  switch (pathname.replace('/xrpc/', '')) {
    case 'app.bsky.actor.getProfile':
      return profileOf(get('actor'));
    case 'com.atproto.identity.resolveHandle':
      return get('handle') === ada.handle
        ? Response.json({ did: DID })
        : bad('InvalidRequest', 'Unable to resolve handle');
    case 'app.bsky.feed.getPosts':
      return Response.json({ posts: get('uris') === post.uri ? [post] : [] });
    case 'app.bsky.actor.searchActors': {
      if (get('q') === 'nobody at all') return Response.json({ actors: [] });
      const later = get('cursor') !== null;
      return Response.json({ actors: later ? [ada] : [ada, shy], ...(!later && { cursor: '25' }) });
    }
    default:
      return new Response('<html>', { status: 403, headers: { 'Content-Type': 'text/html' } });
  }
}

const profileAt = (handle: string) => ({ platform: 'bluesky', handle });
const postAt = (author: string, id = '3kabcdefghijk') => ({
  platform: 'bluesky',
  id,
  author,
  url: `https://bsky.app/profile/${author}/post/${id}`,
});
const search = (text: string) => ({
  filters: { platform: 'bluesky', text },
  query: text,
  limit: 25,
  cursor: null,
});

const refusals = [
  [() => bad('InvalidRequest', 'Error: limit is too large'), 'UPSTREAM_ERROR'],
  [
    () => new Response('<html>', { status: 403, headers: { 'Content-Type': 'text/html' } }),
    'SERVICE_UNAVAILABLE',
  ],
] as const;

export const blueskyVendor: FakeVendor = {
  hosts: ['public.api.bsky.app'],
  vars: {},
  answer,
  cases: [
    {
      source: blueskyProfile,
      finds: profileAt(ada.handle),
      fact: {
        state: 'live',
        displayName: 'Ada Example',
        followers: 1_234,
        following: 56,
        posts: 789,
        verified: true,
        bio: 'Baker in Berkeley.',
      },
      none: { query: profileAt('nobody.example.com'), fact: null },
      refusals,
      partial: [
        [
          { handle: 'ada', followersCount: 'many' },
          { state: 'live', followers: null },
        ],
        ...(
          [
            ['none', false],
            ['invalid', false],
            ['pending', null],
          ] as const
        ).map(
          ([verifiedStatus, verified]) =>
            [{ handle: 'ada', verification: { verifiedStatus } }, { verified }] as const,
        ),
        [shy, { state: 'gated', displayName: null }],
        [{ error: 'AccountTakedown' }, { state: 'suspended' }],
      ],
      mutate: true,
    },
    {
      source: blueskyPost,
      finds: postAt(ada.handle),
      fact: {
        state: 'live',
        authorHandle: 'ada.example.com',
        caption: 'Fresh bread today.',
        likes: 42,
        views: null,
        comments: 3,
        shares: 7,
        postedAt: '2024-03-02T08:00:00.000Z',
      },
      none: { query: postAt(ada.handle, '3kzzzzzzzzzzz'), fact: null },
      refusals,
    },
    {
      source: blueskyPeople,
      finds: search('ada'),
      fact: { rows: [{ id: DID, authorHandle: 'ada.example.com' }], total: null },
      none: { query: search('nobody at all'), fact: null },
      refusals,
    },
  ],
};
