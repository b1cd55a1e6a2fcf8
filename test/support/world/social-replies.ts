const user = {
  full_name: 'Ada Bakes',
  edge_followed_by: { count: 1_000 },
  edge_follow: { count: 50 },
  edge_owner_to_timeline_media: {
    count: 2,
    edges: [
      { node: { edge_liked_by: { count: 20 }, edge_media_to_comment: { count: 4 } } },
      { node: { edge_media_preview_like: { count: 10 }, edge_media_to_comment: { count: 6 } } },
    ],
  },
  is_verified: true,
  is_private: false,
  is_business_account: true,
  biography: 'Bread.',
};

export const AWEME = {
  aweme_id: '7000000000000000001',
  author: { unique_id: 'ada.bakes', nickname: 'Ada Bakes' },
  statistics: { digg_count: 90, play_count: 1_000, comment_count: 8, share_count: 7 },
  desc: 'How to bake',
  create_time: 1_700_000_000,
};

const cues = `WEBVTT
Language: en

00:00:00.000 --> 00:00:02.000
Good morning

00:00:02.000 --> 00:00:04.000
Good morning
today we <c>bake</c>
`;

export const VIDEO_URL = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
export const CLIP_URL = 'https://www.tiktok.com/@ada.bakes/video/7000000000000000001';
export const TWEET_URL = 'https://x.com/ada/status/1628000000000000001';
export const REEL_URL = 'https://www.instagram.com/reel/Cabcdefghij/';

/** Replies about pages of social platforms, by path and what is asked for. */
export const SOCIAL_REPLIES: readonly (readonly [asked: string, reply: object])[] = [
  ['/v1/instagram/profile ada.bakes', { data: { user } }],
  ['/v1/instagram/profile private.ada', { account_status: 'private' }],
  [
    '/v1/tiktok/profile ada.bakes',
    {
      user: { uniqueId: 'ada.bakes', nickname: 'Ada Bakes', verified: false, privateAccount: true },
      stats: { followerCount: 100, followingCount: 5, heartCount: 400, videoCount: 10 },
    },
  ],
  [
    `/v1/youtube/channel UC${'a'.repeat(22)}`,
    {
      channelId: `UC${'a'.repeat(22)}`,
      channel: 'http://www.youtube.com/@AdaBakes',
      name: 'Ada Bakes',
    },
  ],
  [
    '/v1/youtube/channel adabakes',
    {
      name: 'Ada Bakes',
      subscriberCount: 1_200,
      videoCountText: '1,234 videos',
      description: 'Bread.',
    },
  ],
  [
    '/v1/facebook/profile https://www.facebook.com/adabakes',
    { name: 'Ada Bakes', followerCount: 77, category: 'Bakery', pageIntro: 'Bread.' },
  ],
  [
    '/v1/snapchat/profile adabakes',
    { userProfile: { title: 'Ada', subscriberCount: '2708400', badge: 1, bio: 'Bread.' } },
  ],
  [
    '/v1/truthsocial/profile adabakes',
    {
      display_name: 'Ada',
      followers_count: 9,
      verified: true,
      locked: false,
      note: '<p>Bread &amp; &amp;lt;cake&amp;gt;.</p><p>Fresh<br>daily, by <b>Ada</b></p>',
    },
  ],
  [`/v2/tiktok/video ${CLIP_URL}`, { aweme_detail: AWEME }],
  [
    `/v1/youtube/video ${VIDEO_URL}`,
    {
      channel: { handle: '@adabakes', title: 'Ada Bakes' },
      likeCountInt: 40,
      viewCountInt: 900,
      title: 'How to bake bread',
      commentCountInt: 3,
      publishDate: '2024-03-02T08:00:00-08:00',
    },
  ],
  [
    `/v1/twitter/tweet ${TWEET_URL}`,
    {
      core: { user_results: { result: { legacy: { screen_name: 'ada', name: 'Ada' } } } },
      legacy: {
        favorite_count: 5,
        full_text: 'Bread &lt;3 &amp; AT&T; &amp;amp;',
        reply_count: 1,
        retweet_count: 2,
        created_at: 'Thu Feb 23 14:52:10 +0000 2023',
      },
      views: { count: '321' },
    },
  ],
  [
    // The platform has moved names out of `legacy`.
    '/v1/twitter/profile ada',
    { core: { name: 'Ada', screen_name: 'ada' }, legacy: { followers_count: 5 } },
  ],
  [
    `/v1/youtube/video/transcript ${VIDEO_URL}`,
    { transcript_only_text: 'Good morning today we bake', language: 'English', transcript: null },
  ],
  [`/v1/tiktok/video/transcript ${CLIP_URL}`, { transcript: cues }],
  [
    `/v1/instagram/post ${REEL_URL}`,
    {
      data: {
        xdt_shortcode_media: {
          owner: { username: 'ada.bakes' },
          video_play_count: null,
          video_view_count: 555,
        },
      },
    },
  ],
  [`/v1/twitter/tweet/transcript ${TWEET_URL}`, { transcript: null }],
  [`/v2/instagram/media/transcript ${REEL_URL}`, { transcripts: [{ text: 'Good evening' }] }],
  [
    '/v1/tiktok/user/audience ada.bakes',
    {
      credits_charged: 26,
      audienceLocations: [
        { country: 'Mexico', countryCode: 'MX', count: 83, percentage: '15.96%' },
        { country: 'Canada', countryCode: 'CA', count: 437, percentage: '84.04%' },
      ],
    },
  ],
  ['/v1/tiktok/user/audience nobody', { audienceLocations: [] }],
  [
    '/v1/tiktok/search/keyword bread',
    { search_item_list: [{ aweme_info: AWEME }], cursor: 10, has_more: 1 },
  ],
  [
    '/v1/youtube/search bread',
    {
      videos: [
        {
          id: 'aaaaaaaaaaa',
          url: VIDEO_URL,
          title: 'How to bake bread',
          channel: { title: 'Ada Bakes', handle: 'adabakes' },
          viewCountInt: 900,
          publishedTime: '2 years ago',
        },
      ],
    },
  ],
  ['/v1/reddit/search nothing', { posts: [] }],
  ['/v1/reddit/search bread', { posts: [{ id: 'b', title: 'Bread &amp; cake', ups: 3 }] }],
];
