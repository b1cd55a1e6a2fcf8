// Addresses of posts and profiles as platforms, their apps and other sites share them, from public
// documentation and share buttons. Labelled before the rules ran: 73 of 76 were read; clips and
// videos of Twitch were added later.
const rows = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

/** Rows of platform, kind, id or handle, and address. */
export const SOCIAL_ADDRESSES = rows(`
youtube|post|dQw4w9WgXcQ|https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLx&index=2
youtube|post|dQw4w9WgXcQ|https://youtu.be/dQw4w9WgXcQ?si=AbCdEf123&t=42
youtube|post|dQw4w9WgXcQ|https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share
youtube|post|dQw4w9WgXcQ|https://www.youtube.com/live/dQw4w9WgXcQ?si=x
youtube|post|dQw4w9WgXcQ|https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ
youtube|post|dQw4w9WgXcQ|https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ
youtube|post|dQw4w9WgXcQ|https://music.youtube.com/watch?v=dQw4w9WgXcQ
youtube|post|dQw4w9WgXcQ|https://www.youtube.com/v/dQw4w9WgXcQ?version=3
youtube|profile|veritasium|https://www.youtube.com/@veritasium/videos
youtube|profile|UCHnyfMqiRRG1u-2MsSQLbXA|https://www.youtube.com/channel/UCHnyfMqiRRG1u-2MsSQLbXA
youtube|profile|user/1veritasium|https://www.youtube.com/user/1veritasium
instagram|post|C1a2B3c4D5e|https://www.instagram.com/p/C1a2B3c4D5e/?img_index=1
instagram|post|C1a2B3c4D5e|https://www.instagram.com/reel/C1a2B3c4D5e/?igsh=MzRlODBiNWFlZA==
instagram|post|C1a2B3c4D5e|https://www.instagram.com/natgeo/reel/C1a2B3c4D5e/
instagram|post|C1a2B3c4D5e|https://www.instagram.com/tv/C1a2B3c4D5e/
instagram|post|C1a2B3c4D5e|https://instagram.com/reels/C1a2B3c4D5e/
instagram|profile|natgeo|https://www.instagram.com/natgeo?igsh=abc
instagram|profile|natgeo|http://instagr.am/natgeo
instagram|profile|natgeo|instagram.com/natgeo/tagged/
tiktok|post|7301234567890123456|tiktok.com/@khaby.lame/video/7301234567890123456?lang=en
tiktok|post|7301234567890123456|https://m.tiktok.com/v/7301234567890123456.html
tiktok|post|ZMabc1234|https://vm.tiktok.com/ZMabc1234/
tiktok|post|ZTRabc123|https://www.tiktok.com/t/ZTRabc123/
tiktok|post|7301234567890123456|https://www.tiktok.com/embed/v2/7301234567890123456
tiktok|post|7301234567890123456|https://www.tiktok.com/@khaby.lame/photo/7301234567890123456
tiktok|profile|khaby.lame|https://www.tiktok.com/@khaby.lame?lang=de-DE
twitter|post|20|https://twitter.com/jack/status/20
twitter|post|1750000000000000000|https://x.com/NASA/status/1750000000000000000?s=20&t=abc
twitter|post|1750000000000000000|https://mobile.twitter.com/NASA/status/1750000000000000000/photo/1
twitter|post|1750000000000000000|https://x.com/i/web/status/1750000000000000000
twitter|post|1750000000000000000|https://x.com/i/status/1750000000000000000
twitter|post|1750000000000000000|https://twitter.com/NASA/statuses/1750000000000000000
twitter|profile|nasa|https://x.com/NASA/with_replies
twitter|profile|nasa|https://twitter.com/intent/user?screen_name=NASA
facebook|post|10158000000000000|https://www.facebook.com/zuck/posts/10158000000000000
facebook|post|123456789012345|https://www.facebook.com/watch/?v=123456789012345
facebook|post|123456789012345|https://www.facebook.com/zuck/videos/123456789012345/
facebook|post|123456789012345|https://www.facebook.com/reel/123456789012345
facebook|post|123456789012345|https://www.facebook.com/photo/?fbid=123456789012345&set=a.1
facebook|post|123456789012345|https://m.facebook.com/story.php?story_fbid=123456789012345&id=4
facebook|post|pfbid02AbCdEf|https://www.facebook.com/zuck/posts/pfbid02AbCdEf
facebook|post|123456789012345|https://www.facebook.com/groups/gardening/posts/123456789012345/
facebook|post|123456789012345|https://www.facebook.com/permalink.php?story_fbid=123456789012345&id=4
facebook|profile|zuck|https://www.facebook.com/zuck?mibextid=LQQJ4d
facebook|profile|4|https://www.facebook.com/profile.php?id=4
facebook|profile|zuck|https://de-de.facebook.com/zuck/about
facebook|profile|zuck|https://fb.com/zuck
threads|post|C8abcDEF123|https://www.threads.net/@zuck/post/C8abcDEF123
threads|post|C8abcDEF123|https://www.threads.com/@zuck/post/C8abcDEF123?xmt=x
threads|profile|zuck|https://www.threads.net/@zuck
pinterest|post|99360735500167749|https://www.pinterest.com/pin/99360735500167749/
pinterest|post|99360735500167749|https://www.pinterest.de/pin/some-title--99360735500167749/
pinterest|post|4AbCdEfG|https://pin.it/4AbCdEfG
pinterest|profile|pinterest|https://www.pinterest.co.uk/pinterest/_saved/
reddit|post|1abc23|https://www.reddit.com/r/aww/comments/1abc23/my_cat/
reddit|post|1abc23|https://old.reddit.com/r/aww/comments/1abc23/
reddit|post|1abc23|https://redd.it/1abc23
reddit|post|1abc23|https://www.reddit.com/comments/1abc23
reddit|profile|spez|https://www.reddit.com/user/spez/
reddit|profile|spez|https://www.reddit.com/u/spez
bluesky|post|3kabcdefghi2x|https://bsky.app/profile/bsky.app/post/3kabcdefghi2x
bluesky|profile|pfrazee.com|https://bsky.app/profile/pfrazee.com
bluesky|profile|did:plc:ragtjsm2j2vknwkz3zp4oxrd|bsky.app/profile/did:plc:ragtjsm2j2vknwkz3zp4oxrd
twitch|post|123456789|https://www.twitch.tv/videos/123456789
twitch|post|AwkwardHelplessSalamanderSwiftRage|clips.twitch.tv/AwkwardHelplessSalamanderSwiftRage
twitch|post|AwkwardHelplessSalamander|https://www.twitch.tv/xqc/clip/AwkwardHelplessSalamander
twitch|profile|xqc|https://www.twitch.tv/xqc/about
snapchat|profile|djkhaled305|https://www.snapchat.com/add/djkhaled305
snapchat|profile|djkhaled305|https://www.snapchat.com/@djkhaled305
snapchat|profile|djkhaled305|https://story.snapchat.com/@djkhaled305
truthsocial|post|108000000000000000|truthsocial.com/@realDonaldTrump/posts/108000000000000000
truthsocial|post|108000000000000000|https://truthsocial.com/@realDonaldTrump/108000000000000000
truthsocial|profile|realdonaldtrump|https://truthsocial.com/@realDonaldTrump
network|profile|williamhgates|https://www.linkedin.com/in/williamhgates/
network|post|urn:li:activity:7123456789|linkedin.com/feed/update/urn:li:activity:7123456789/
network|post|ada_ai-activity-7123456789-AbCd|linkedin.com/posts/ada_ai-activity-7123456789-AbCd`);
