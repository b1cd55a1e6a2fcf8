import { embeddedPost, embeddedProfile } from '../../../../src/vendors/oembed/embeds.ts';
import type { FakeVendor } from '../fake-vendor.ts';
import { answerPages } from './social-pages.ts';

const said = (status: number, word: string) =>
  new Response(word, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

const VIDEO = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
const TWEET = 'https://x.com/ada/status/1628000000000000001';
const PIN = 'https://www.pinterest.com/pin/1000000000000001/';
const CLIP = 'https://www.tiktok.com/@ada.bakes/video/7000000000000000001';

const video = {
  title: 'How to bake bread',
  author_name: 'Ada Bakes',
  author_url: 'https://www.youtube.com/@adabakes',
  type: 'video',
  html: '<iframe></iframe>',
};
const tweet = {
  url: TWEET,
  author_name: 'Ada',
  author_url: 'https://twitter.com/ada',
  html: '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">Bread &amp; butter<br>today <a href="https://t.co/x">t.co/x</a></p>&mdash; Ada (@ada) <a href="#">March 2, 2024</a></blockquote>',
};

const CHANNEL = 'UCaaaaaaaaaaaaaaaaaaaaaa';
const FEED = `<?xml version="1.0"?><feed xmlns:yt="x"><yt:channelId>aaaaaaaaaaaaaaaaaaaaaa</yt:channelId>
<published>2015-01-01T00:00:00+00:00</published>
<entry><yt:videoId>eeeeeeeeeee</yt:videoId><published>2024-01-01T00:00:00+00:00</published>
<media:community><media:starRating count="1" average="5.00"/>
<media:statistics views="2"/></media:community></entry>
<entry><yt:videoId>ccccccccccc</yt:videoId><published>2024-03-02T08:00:00+00:00</published>
<media:group><media:community><media:starRating count="40" average="5.00" min="1" max="5"/>
<media:statistics views="900"/></media:community></media:group></entry></feed>`;

function answer(_: Request, url: URL): Response {
  const asked = url.searchParams.get('url');
  if (url.host === 'www.youtube.com') {
    if (url.pathname === '/feeds/videos.xml')
      return url.searchParams.get('channel_id') === CHANNEL
        ? new Response(FEED, { headers: { 'Content-Type': 'text/xml' } })
        : said(404, '<html>');
    if (url.searchParams.get('format') !== 'json') return said(501, 'Not Implemented');
    if (asked?.endsWith('v=ccccccccccc') || asked?.endsWith('v=ddddddddddd'))
      return Response.json({
        ...video,
        author_url: `https://www.youtube.com/channel/${CHANNEL}`,
      });
    if (asked?.endsWith('v=ppppppppppp')) return said(403, 'Forbidden');
    return asked === VIDEO ? Response.json(video) : said(404, 'Not Found');
  }
  if (url.host === 'publish.twitter.com')
    return asked === TWEET ? Response.json(tweet) : said(404, '');
  if (url.host === 'www.pinterest.com')
    return asked === PIN
      ? Response.json({
          title: 'Bread',
          author_name: 'Ada',
          author_url: 'https://www.pinterest.com/ada/',
        })
      : Response.json({ error: 'not found' }, { status: 404 });
  if (!url.pathname.startsWith('/oembed')) return answerPages(url);
  if (asked !== CLIP && asked !== 'https://www.tiktok.com/@ada.bakes')
    return Response.json({ code: 400, message: 'Something went wrong' }, { status: 400 });
  return Response.json({
    title: asked === CLIP ? 'How to bake' : "Ada Bakes's Creator Profile",
    author_name: 'Ada Bakes',
    author_unique_id: 'ada.bakes',
    author_url: 'https://www.tiktok.com/@ada.bakes',
  });
}

const post = (platform: string, url: string) => ({ platform, id: '', author: null, url });
const markup = (status: number) => () => said(status, '<html>');
const refusals = [
  [markup(404), 'SERVICE_UNAVAILABLE'],
  [markup(401), 'SERVICE_UNAVAILABLE'],
  [markup(403), 'SERVICE_UNAVAILABLE'],
] as const;

/** Four platforms that tell of a post without a key; each says "no" in its own way. */
export const oembedVendor: FakeVendor = {
  hosts: ['www.youtube.com', 'www.tiktok.com', 'publish.twitter.com', 'www.pinterest.com'],
  vars: {},
  answer,
  cases: [
    {
      source: embeddedPost,
      finds: post('youtube', VIDEO),
      fact: {
        state: 'live',
        authorHandle: 'adabakes',
        authorName: 'Ada Bakes',
        caption: 'How to bake bread',
        likes: null,
        views: null,
      },
      none: { query: post('youtube', 'https://www.youtube.com/watch?v=bbbbbbbbbbb'), fact: null },
      refusals,
      partial: [
        [
          { title: 'x', author_name: 7, author_url: 'ftp://x' },
          { caption: 'x', authorName: null, authorHandle: null },
        ],
      ],
      mutate: true,
    },
    {
      source: embeddedPost,
      finds: {
        ...post('youtube', 'https://www.youtube.com/watch?v=ccccccccccc'),
        id: 'ccccccccccc',
      },
      fact: {
        authorHandle: null,
        authorName: 'Ada Bakes',
        likes: 40,
        views: 900,
        postedAt: '2024-03-02T08:00:00.000Z',
      },
    },
    {
      // Older than what the feed of its channel goes back to.
      source: embeddedPost,
      finds: {
        ...post('youtube', 'https://www.youtube.com/watch?v=ddddddddddd'),
        id: 'ddddddddddd',
      },
      fact: { state: 'live', authorName: 'Ada Bakes', likes: null, views: null, postedAt: null },
    },
    {
      source: embeddedPost,
      finds: post('twitter', TWEET),
      fact: { authorHandle: 'ada', caption: 'Bread & butter\ntoday t.co/x' },
      none: { query: post('twitter', 'https://x.com/ada/status/2'), fact: null },
      refusals,
    },
    {
      source: embeddedPost,
      finds: post('pinterest', PIN),
      fact: { authorHandle: 'ada', caption: 'Bread' },
      none: { query: post('pinterest', 'https://www.pinterest.com/pin/99999/'), fact: null },
    },
    {
      source: embeddedPost,
      finds: post('youtube', 'https://www.youtube.com/watch?v=ppppppppppp'),
      fact: { state: 'private', caption: null },
    },
    {
      source: embeddedProfile,
      finds: { platform: 'tiktok', handle: 'ada.bakes' },
      fact: { state: 'live', displayName: 'Ada Bakes', followers: null },
      none: { query: { platform: 'tiktok', handle: 'nobody' }, fact: null },
    },
  ],
};
