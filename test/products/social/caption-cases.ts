/**
 * Files of captions and what is said in them, after the suites of webvtt-py, node-webvtt, vtt.js,
 * subtitle.js, srt-parser-2, pysrt, cdown/srt and the web platform tests (file-parsing).
 */
export const CAPTION_CASES: readonly (readonly [source: string, raw: string, said: string])[] = [
  [
    'webvtt-py, youtube_dl.vtt',
    'WEBVTT\nKind: captions\nLanguage: en\nStyle:\n::cue(c.colorCCCCCC) { color: rgb(204,204,204);\n }\n##\n\n\n00:04:46.070 --> 00:04:46.470 align:start position:0%\nyeah\n\n\n00:04:46.470 --> 00:05:04.080 align:start position:0%\nyeah\n<c.colorCCCCCC>what</c>\n00:05:04.080 --> 00:05:05.069 align:start position:0%\nthis<00:05:04.199><c> will</c><c.colorE5E5E5><00:05:04.379><c> happen</c></c>\n\n00:05:05.069 --> 00:05:05.400 align:start position:0%\nthis will<c.colorE5E5E5> happen</c>\n',
    'yeah what this will happen',
  ],
  [
    'node-webvtt, acid.vtt',
    'WEBVTT\n\n14\n00:01:30.000 --> 00:01:40.000\n<c.title><b>Test 4:</b> Ignoring</c>\n\nMALFORMEDCUE -->\nIt should not be processed.\n\n15\n00:01:40.000 --> 00:01:50.000 A:start\n<ruby>私<rt>わたし</rt></ruby>たち',
    'Test 4: Ignoring 私わたしたち',
  ],
  [
    'node-webvtt, malformed.vtt',
    'WEBVTT FILE\n\n1096\n01:45:13.056 --> 01:45:14.390\n\n\n\n...mission.\n',
    '...mission.',
  ],
  [
    'RFC 8216, a cue in both of two segments of one clock',
    'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:9\n\n00:01.000 --> 00:03.000\nGo north.\n\nWEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:9\n\n00:01.000 --> 00:03.000\nGo north.\n\n00:04.000 --> 00:05.000\nStay.\n',
    'Go north. Stay.',
  ],
  [
    'RFC 8216, two segments of two clocks',
    'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:9\n\n00:01.000 --> 00:02.000\nYes.\n\nWEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900009\n\n00:01.000 --> 00:02.000\nYes.\n',
    'Yes. Yes.',
  ],
  [
    'a number said before a timing without a blank line',
    'WEBVTT\n\n1\n00:01.000 --> 00:02.000\n1984\n00:02.000 --> 00:03.000\nDunya\n2\n00:04.000 --> 00:05.000\nGo',
    '1984 Dunya 2 Go',
  ],
  [
    'numbers that count on without a blank line',
    'WEBVTT\n\n1\n00:01.000 --> 00:02.000\nOne\n2\n00:02.000 --> 00:03.000\nDunya',
    'One Dunya',
  ],
  ['node-webvtt, no cue', 'WEBVTT\n\n1\n', ''],
  ['node-webvtt, one digit hours', 'WEBVTT\n\n59:16.403 --> 1:04:13.283\nChapter 17', 'Chapter 17'],
  [
    'wpt, arrows.vtt',
    'WEBVTT\n\n-->\n00:00:00.000 --> 00:00:01.000\ntext1\nfoo-->\n00:00:00.000 --> 00:00:01.000\ntext2\n-->foo\n00:00:00.000 --> 00:00:01.000\ntext3\n--->\n00:00:00.000 --> 00:00:01.000\ntext4\n\n00:00:00.000 -a -->\n\n00:00:00.000 -- -->\n',
    'text1 text2 text3 text4',
  ],
  [
    'wpt, ids.vtt',
    'WEBVTT\n\n leading space\n00:00:00.000 --> 00:00:01.000\ntext1\n\n-- >\n00:00:00.000 --> 00:00:01.000\ntext3\n\n->\n00:00:00.000 --> 00:00:01.000\ntext4',
    'text1 text3 text4',
  ],
  [
    'wpt, newlines.vtt',
    'WEBVTT\r\r1\r00:00.000 --> 00:01.000\rtext1\r\n\r\n00:01.000 --> 00:02.000\ntext2\n\r\n00:02.000 --> 00:03.000\rtext3',
    'text1 text2 text3',
  ],
  ['wpt, nulls.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\ntext\0one', 'text\ufffdone'],
  [
    'wpt, entities.dat',
    'WEBVTT\n\n00:00.000 --> 00:01.000\n&hellip;&eacute;&nbsp;&lt;b&gt; &copy; A&B &bogus; &#x2014;',
    '…é <b> © A&B &bogus; —',
  ],
  [
    'vtt.js, missing separator',
    'WEBVTT\n\n00:00.000 00:00.001\n\n00:01.000 --> 00:02.000\nsaid',
    'said',
  ],
  [
    'vtt.js, comment and style between cues',
    'WEBVTT\n\n00:00.000 --> 00:01.000\none\n\nNOTE\nnot said\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:x\n\n00:01.000 --> 00:02.000\ntwo',
    'one two',
  ],
  [
    'webvtt-py, comments.vtt',
    'WEBVTT - Translation\n\nNOTE\nThis was a comment.\n\n1\n00:02:15.000 --> 00:02:20.000\n- Ta en kopp varmt te.\n- Det är inte varmt.\n\nNOTE This last line may not translate well.\n\n3\n00:02:25.000 --> 00:02:30.000\n- Ta en kopp',
    '- Ta en kopp varmt te. - Det är inte varmt. - Ta en kopp',
  ],
  [
    'webvtt-py, HLS',
    'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:00:00.500 --> 00:00:07.000\nCaption text #1',
    'Caption text #1',
  ],
  [
    'webvtt-py, teams_timeframe.vtt',
    'WEBVTT\n\n0f7a1e2c-7d3b-4c9a-8e41-aa0c1d2b3f4e/13-0\n00:00:03.920 --> 00:00:04.566\n<v Ada Lovelace>Hello,</v>\n\n0f7a1e2c-7d3b-4c9a-8e41-aa0c1d2b3f4e/13-1\n0:0:4.700 --> 0:0:6.1\n<v Bo>hi.</v>',
    'Hello, hi.',
  ],
  [
    'subtitle.js, no empty line',
    '1\n00:00:20,000 --> 00:00:24,400\nBla Bla Bla Bla\n2\n00:00:24,600 --> 00:00:27,800\nBla Bla',
    'Bla Bla Bla Bla Bla Bla',
  ],
  [
    'subtitle.js, number as text',
    '\n\n1\n00:00:00,000 --> 00:00:01,000\n2019\n\n2\n00:00:01,000 --> 00:00:02,000\n\n3\n00:00:02,000 --> 00:00:03,000\nYes.',
    '2019 Yes.',
  ],
  [
    'srt-parser-2, single digits',
    '1\n0:0:7,560 --> 0:0:9,700\n- [Adam] Hello,\n\n2\n0:0:9,700 --> 0:0:10,520\nand\n',
    '- [Adam] Hello, and',
  ],
  [
    'SubViewer of YouTube',
    '0:00:00.599,0:00:04.160\nHi, at 10:30,\n11:45\n\n0:00:04.160,0:00:06.770\nwe met\n',
    'Hi, at 10:30, 11:45 we met',
  ],
  ['srt-parser-2, four digits of milliseconds', '1\n00:00:28.9670 --> 00:00:31.96\nA\n', 'A'],
  [
    'pysrt, capability_tester.srt',
    '1\n00:00:28,501 --> 00:00:31,500\n<font color="#00FF00" size="6">The <font size="35">m<font color="#000000">o</font>st</font> difficult</font>\n\n2\n00:00:52,501 --> 00:00:54,500\nHide: {\\some_letters}\nalso: {Y:some} but show this: {normal text}\n\n3\n00:00:54,501 --> 00:00:56,500\nThe\\hline\\hnever: 2<3,5>1,4<6',
    'The most difficult Hide: also: but show this: {normal text} The line never: 2<3,5>1,4<6',
  ],
  [
    'pysrt, no-indexes.srt, without milliseconds',
    '00:00:06 --> 00:00:09\nAbout 2 months ago\n\n00:00:11 --> 00:00:17\nAnd I was',
    'About 2 months ago And I was',
  ],
  [
    'cdown/srt, monsters-bad-newline.srt',
    '421\n00:31:37,894 --> 00:31:39,928 hack the gibson\n我有个点子\n\nOK, look, I think I have a plan here.\n\n422\n00:31:39,931 --> 00:31:41,931\n我们要拿一堆汤匙\n\nUsing mainly spoons,\n\n',
    '我有个点子 OK, look, I think I have a plan here. 我们要拿一堆汤匙 Using mainly spoons,',
  ],
  [
    'cdown/srt, spaced arrow, negative index',
    '  \n-1\n00:00:01,000 - > 00:00:02,000\nfoo\n\n-2\n00:00:03,000 - > 00:00:04,000\nbar',
    'foo bar',
  ],
  [
    'cdown/srt, no content',
    '1\n00:00:01,000 --> 00:00:02,000\n\n\n2\n00:00:03,000 --> 00:00:04,000\nbar\n\n3\n00:00:05,000 --> 00:00:06,000\n',
    'bar',
  ],
  [
    'a line that is said twice beside one that goes on',
    'WEBVTT\n\n00:00.000 --> 00:01.000\nNo.\n\n00:01.000 --> 00:02.000\nNo.\nStop.\n\n00:02.000 --> 00:03.000\nWhy?',
    'No. No. Stop. Why?',
  ],
  [
    'a chorus',
    '1\n00:00:01,000 --> 00:00:02,000\nRow, row\n\n2\n00:00:02,000 --> 00:00:03,000\nRow, row\n\n3\n00:00:03,000 --> 00:00:04,000\nyour boat',
    'Row, row Row, row your boat',
  ],
  [
    'two cues that share a row',
    '1\n00:00:01,000 --> 00:00:02,000\nNo.\n\n2\n00:00:05,000 --> 00:00:06,000\nNo.\nI said no.',
    'No. No. I said no.',
  ],
  [
    'whisper, words highlighted one by one',
    'WEBVTT\n\n00:00.000 --> 00:00.320\n<u>And</u> so\n\n00:00.320 --> 00:00.640\nAnd <u>so</u>\n\n00:00.640 --> 00:01.000\nmy\n',
    'And so my',
  ],
  [
    'a translator, spaces in times and tags',
    '1\n00: 00: 01,000 -> 00: 00: 02,500\n<i> Guten Tag </ i>\n\n2\n00: 00: 03,000 -> 00: 00: 04,000\n< i>Ja< /  i >\n',
    'Guten Tag Ja',
  ],
  ['a content system, arrow escaped', '1\n00:00:01,000 --&gt; 00:00:02,000\nHello\n', 'Hello'],
  [
    'an upload, line ends doubled',
    '1\r\r\n00:00:01,000 --> 00:00:02,000\r\r\nHello\r\r\n\r\r\n2\r\r\n00:00:03,000 --> 00:00:04,000\r\r\nthere\r\r\n',
    'Hello there',
  ],
  [
    'pysubs2, whatever closes is a tag',
    '1\n00:00:10,500 --> 00:00:13,000\n<sub>Little</sub> Dream</xyz> <SIGHS> [Ben]: <00:00:02,500>Great\n',
    'Little Dream <SIGHS> [Ben]: Great',
  ],
  [
    'pysubs2, drawing',
    '1\n00:00:00,000 --> 00:01:00,000\n{\\an8\\p1}m 0 0 l 100 0{\\p0}test {\\i1}it{\\i0}\n',
    'test it',
  ],
  [
    'a text editor, each cue in a line',
    '1 00:00:00,170 --> 00:00:03,374 There are plenty of reasons: read on.  \n2 00:00:03,400 --> 00:00:05,000 you can  \n',
    'There are plenty of reasons: read on. you can',
  ],
  [
    'speech recognition, a row altered in the moment it stays',
    'WEBVTT\nKind: captions\n\n00:08.440 --> 00:11.030\n[Music]\nnobody<00:09.000><c> knows</c><00:09.120><c> damn</c><00:09.400><c> well</c>\n\n00:11.030 --> 00:11.040\nnobody knows [ __ ] well\n \n\n00:11.040 --> 00:13.669\nnobody knows [ __ ] well\nwhy<00:11.360><c> not</c>\n',
    '[Music] nobody knows damn well why not',
  ],
];
