// Captions of the test suites of mantas-done/subtitles and pysubs2 (MIT), pycaption (Apache 2.0)
// and ffsubsync (MIT), and as recognition, editors, converters and content systems write them. The
// spoken text was labelled before the reader ran. Of three parts it read 17 of 19, then 17 of 19
// and 17 of 20 of the parts that it had not been mended with; all are used by now.

/** Caption files and their spoken text. */
export const CAPTIONS_OF_SUITES: readonly (readonly [source: string, raw: string, said: string])[] =
  [
    [
      'srt, counters that repeat or are wrong',
      '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n1\n00:00:02,000 --> 00:00:03,000\nTwo\n\n17\n00:00:03,000 --> 00:00:04,000\nThree\n',
      'One Two Three',
    ],
    [
      'microsoft stream, notes before each cue',
      'WEBVTT\n\nNOTE duration:"00:12:30.2630000"\n\nNOTE language:en-us\n\nNOTE Confidence: 0.86434019\n\n7eb1f2f2-4b5e-4d9c-8f0e-5c0000000000\n00:00:00.000 --> 00:00:03.970\nGood morning, everybody.\nThanks for joining.\n\nNOTE Confidence: 0.91\n\n7eb1f2f2-4b5e-4d9c-8f0e-5c0000000001\n00:00:04.010 --> 00:00:05.970\nLet\'s start.\n',
      "Good morning, everybody. Thanks for joining. Let's start.",
    ],
    [
      'php upload, doubled line ends',
      '1\r\r\n00:00:01,000 --> 00:00:02,000\r\r\nHello\r\r\n\r\r\n2\r\r\n00:00:03,000 --> 00:00:04,000\r\r\nthere\r\r\n\r\r\n',
      'Hello there',
    ],
    [
      'youtube, two rows that roll',
      'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.160 --> 00:00:02.869 align:start position:0%\n\nwelcome<00:00:00.480><c> to</c><00:00:00.640><c> the</c><00:00:00.800><c> talk</c>\n\n00:00:02.869 --> 00:00:02.879 align:start position:0%\nwelcome to the talk\n\n\n00:00:02.879 --> 00:00:05.000 align:start position:0%\nwelcome to the talk\nharnesses<00:00:03.000><c> matter</c>\n\n00:00:05.000 --> 00:00:05.010 align:start position:0%\nharnesses matter\n \n\n00:00:05.010 --> 00:00:07.000 align:start position:0%\nharnesses matter\n&gt;&gt; Shut the [&nbsp;__&nbsp;] up.\n',
      'welcome to the talk harnesses matter >> Shut the [ __ ] up.',
    ],
    [
      'mantas-done/subtitles, time formats',
      '1\n00:00:01,100-->00:00:02,200\none\n\n2\n00:00:02.200-->00:00:03.300\ntwo\n\n3\n00:00:04-->00:00:05\nthree\n\n4\n0:00:05-->0:00:06\nfour\n\n5\n0:00:06,5-->0:00:07,11\nfive\n\n6\n00:00:08:200-->00:00:09:123\nsix\n\n7\n1:2:3,4 --> 1:2:3,5\nseven',
      'one two three four five six seven',
    ],
    [
      'pycaption, words behind the times',
      'WEBVTT\n\n00:01.000 --> 00:06.000 align:middle position:37%,start line:74%\n37% 74% - NARRATOR:\n\n00:01.000 --> 00:06.000 this is invalid, but will also be kept\nThey built the largest,\n',
      '37% 74% - NARRATOR: They built the largest,',
    ],
    [
      'mantas-done/subtitles, voices',
      'WEBVTT\n\n00:00:09.000 --> 00:00:11.000\n<v speaker1>Line 1</v>\n\nCue\n00:00:14.000 --> 00:00:15.000\n<v speaker1>Line 3</v>\n<v speaker2>Line 4</v>\n\n00:00:18.000 --> 00:00:19.000 line:0 position:20% size:60% align:start\n<v speaker1>Line 7</v>\nLine 8\n',
      'Line 1 Line 3 Line 4 Line 7 Line 8',
    ],
    [
      'mantas-done/subtitles, short second time, tab',
      '1\n00:00:01,000-->00:00:02,000\nsrt\n\n2\t\n00:06:57,530 --> 07:03,920\ntext',
      'srt text',
    ],
    [
      'vtt, header with a byte order mark and a title',
      '\ufeffWEBVTT FILE - Made by hand\nComment: none\n\n00:01.000 --> 00:02.000 vertical:rl\nOne\n',
      'One',
    ],
    [
      'google translate, spaces in times',
      '1\n00: 00: 01,000 -> 00: 00: 02,500\nGuten Tag\n\n2\n00: 00: 02,600 -> 00: 00: 04,000\n<i> Wie geht es? </ i>\n',
      'Guten Tag Wie geht es?',
    ],
    [
      'srt, advertisement and web address',
      '1\n00:00:01,000 --> 00:00:02,000\nSubtitles by <i>ripper</i>\nwww.example.org\n\n2\n00:00:02,000 --> 00:00:03,000\n♪ La la ♪\n',
      'Subtitles by ripper www.example.org ♪ La la ♪',
    ],
    [
      'pycaption, numbers said',
      '40\n00:00:35,860 --> 00:00:36,360\nSTD  OUT\n\n41\n00:00:36,460 --> 00:02:11,500\n3\n',
      'STD OUT 3',
    ],
    [
      'mantas-done/subtitles, blanks around times',
      'WEBVTT\n\n     00:00:00.100    -->    00:00:01.100     \ntext1\n',
      'text1',
    ],
    [
      'mantas-done/subtitles, blank in the blank line',
      '1\n00:00:00,283 --> 00:00:01,133\n嗨各位好\n \n2\n00:00:01,133 --> 00:00:03,733\n歡迎收看硬點茶壇',
      '嗨各位好 歡迎收看硬點茶壇',
    ],
    [
      'vtt, style with braces and blank',
      'WEBVTT\n\nSTYLE\n::cue(b) {\n  color: peachpuff;\n}\n\nSTYLE\n::cue(i) { color: red }\n\n00:01.000 --> 00:02.000\n<b>One</b>\n\nNOTE\ntwo lines\nof a note\n\n00:02.000 --> 00:03.000\nTwo\n',
      'One Two',
    ],
    [
      'mantas-done/subtitles, text at the beginning',
      'mantas\n\n1\n00:00:01,000-->00:00:02,000\na\n\n',
      'a',
    ],
    [
      'mantas-done/subtitles, wrong arrows',
      '1\n00:00:01,000-->00:00:02,000\na\n\n2\n00:00:03,000->00:00:04,000\nb\n',
      'a b',
    ],
    [
      'youtube, srt that overlaps',
      '1\n00:00:00,160 --> 00:00:04,000\nso today we look\n\n2\n00:00:02,000 --> 00:00:06,000\nat how to bake bread\n\n3\n00:00:04,000 --> 00:00:08,000\nbread bread bread\n',
      'so today we look at how to bake bread bread bread bread',
    ],
    [
      'srt, year said at the end',
      '1\n00:00:01,000 --> 00:00:02,000\nIt was\n1984\n\n2\n00:00:02,000 --> 00:00:03,000\nor 1985\n',
      'It was 1984 or 1985',
    ],
    [
      'mantas-done/subtitles, leading zeros',
      '001\n00:00:01,000-->00:00:02,000\none\n\n002\n00:00:02.000-->00:00:03.000\ntwo',
      'one two',
    ],
    [
      'youtube, rolled rows in srt',
      '1\n00:00:00,160 --> 00:00:02,869\nwelcome to the talk\n\n2\n00:00:02,869 --> 00:00:02,879\nwelcome to the talk\n \n\n3\n00:00:02,879 --> 00:00:05,000\nwelcome to the talk\nharnesses matter\n\n4\n00:00:05,000 --> 00:00:05,010\nharnesses matter\n \n\n5\n00:00:05,010 --> 00:00:07,000\nharnesses matter\nfor agents\n',
      'welcome to the talk harnesses matter for agents',
    ],
    [
      'netflix, direction marks and ruby',
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000 line:90%,end\n&lrm;Hallo <c.bg_transparent>du</c>&lrm;\n\n2\n00:00:03.000 --> 00:00:04.000\n<lang ja><ruby>漢<rt>かん</rt></ruby></lang>字\n',
      'Hallo du 漢かん字',
    ],
    [
      'davinci resolve, tags',
      '1\n00:00:01,000 --> 00:00:02,000\n<b>Bold</b> and <font face="Arial" size="14">small</font>\n\n2\n00:00:02,000 --> 00:00:03,000\n5 < 6 and 7 > 3\n',
      'Bold and small 5 < 6 and 7 > 3',
    ],
    [
      'cms, escaped arrow',
      '1\n00:00:01,000 --&gt; 00:00:02,000\nHello &amp; welcome\n\n2\n00:00:02,000 --&gt; 00:00:03,000\nto the show\n',
      'Hello & welcome to the show',
    ],
    [
      'mantas-done/subtitles, no blank line',
      '1\n00:00:00,000 --> 00:00:01,000\na\n2\n00:00:01,000 --> 00:00:02,000\nb',
      'a b',
    ],
    [
      'mantas-done/subtitles, times in text',
      "1\n00:00:01,000-->00:00:02,000\nsrt\n\n2\n00:00:50,360 --> 00:00:53,959\nsuch as three o'clock,\n3:30, or maybe 4:00 at the very latest.\n",
      "srt such as three o'clock, 3:30, or maybe 4:00 at the very latest.",
    ],
    [
      'subtitle edit, positions and italics of substation',
      '1\n00:00:01,000 --> 00:00:02,000\n{\\pos(192,220)\\fad(200,200)}Sign: {\\i1}Open{\\i0}\n\n2\n00:00:02,000 --> 00:00:03,000\n{\\an8}two\\Nlines\\hhere\n',
      'Sign: Open two lines here',
    ],
    [
      'pycaption, same time',
      '1\n00:00:05,213 --> 00:00:10,552\nSO NO ONE TOLD YOU\n\n2\n00:00:05,213 --> 00:00:10,552\nLIFE WAS GONNA BE THIS WAY\n',
      'SO NO ONE TOLD YOU LIFE WAS GONNA BE THIS WAY',
    ],
    [
      'hls, joined segments',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:181083,LOCAL:00:00:00.000\n\n00:00:01.000 --> 00:00:02.000\none\n\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:181083,LOCAL:00:00:00.000\n\n00:00:02.000 --> 00:00:03.000\ntwo\n',
      'one two',
    ],
    [
      'vtt, commas in times',
      'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:02,000 --> 00:00:03,000\nTwo\n',
      'One Two',
    ],
    [
      'pycaption, shouted sound',
      'WEBVTT\n\n00:18.752 --> 00:20.887\n&nbsp;\nas an old, wrinkly man\nwith white hair.\n\n00:32.200 --> 00:36.200\n&lt;LAUGHING &amp; WHOOPS!>\n',
      'as an old, wrinkly man with white hair. <LAUGHING & WHOOPS!>',
    ],
    [
      'deepgram, dashes and voices',
      'WEBVTT\n\nNOTE\nTranscription provided by Deepgram\nRequest Id: 2dc2\nCreated: 2023-11-22\nDuration: 11.2\nChannels: 1\n\n00:00:00.080 --> 00:00:03.220\n- <v Speaker 0>Yep.\n- As as much\n\n00:00:04.400 --> 00:00:07.859\n<v Speaker 1>I said that before.\n',
      '- Yep. - As as much I said that before.',
    ],
    [
      'vtt, chapter names as identifiers',
      'WEBVTT\n\nChapter 1\n00:00:00.000 --> 00:01:00.000\nIntroduction\n\nChapter 2\n00:01:00.000 --> 00:02:00.000\nSetup\n',
      'Introduction Setup',
    ],
    [
      'whisper, words highlighted',
      'WEBVTT\n\n00:00.000 --> 00:00.320\n<u>And</u> so my fellow\n\n00:00.320 --> 00:00.640\nAnd <u>so</u> my fellow\n\n00:00.640 --> 00:01.000\nAnd so <u>my</u> fellow\n\n00:01.000 --> 00:01.400\nAnd so my <u>fellow</u>\n\n00:01.400 --> 00:02.000\n<u>Americans,</u> ask not\n\n00:02.000 --> 00:02.500\nAmericans, <u>ask</u> not\n',
      'And so my fellow Americans, ask not',
    ],
    [
      'aws transcribe, no blank line behind the header',
      'WEBVTT\n1\n00:00:00.000 --> 00:00:02.500\nWelcome back.\n\n2\n00:00:02.500 --> 00:00:04.000\nToday,\n',
      'Welcome back. Today,',
    ],
    [
      'descript, speakers in brackets',
      '1\n00:00:01,000 --> 00:00:02,000\n[Anna]: We ship on Monday.\n\n2\n00:00:02,000 --> 00:00:03,000\n[Ben]: <00:00:02,500>Great.\n',
      '[Anna]: We ship on Monday. [Ben]: Great.',
    ],
    [
      'mantas-done/subtitles, typographic quotes in a tag',
      '1\n00:00:01,000-->00:00:02,000\n<font color=”#rrggbb”>one</font>\n\n2\n00:00:02.000-->00:00:03.000\n<i>two</i>',
      'one two',
    ],
    [
      'ffsubsync, four digits of milliseconds',
      '1\n00:00:00,178 --> 00:00:01,1416\n<i>Previously on "Your favorite TV show..."</i>\n\n2\n00:00:01,1828 --> 00:00:04,549\nOh hi, Mark.\n\n3\n00:00:04,653 --> 00:00:03,3062\nYou are tearing me apart, Lisa!\n',
      'Previously on "Your favorite TV show..." Oh hi, Mark. You are tearing me apart, Lisa!',
    ],
    [
      'pysubs2, malformed',
      '00:00:00.000 ->00:01:00.000\nAn example subtitle.\n     0:01:00,00 --> 0:02:00,00\n     Subtitle number\ntwo.\n',
      'An example subtitle. Subtitle number two.',
    ],
    [
      'pysubs2, positions',
      '1\n00:00:10,500 --> 00:00:13,000  X1:63 X2:223 Y1:43 Y2:58\n<i>Elephant\'s Dream</i>\n\n2\n00:00:15,000 --> 00:00:18,000  X1:53 X2:303 Y1:438 Y2:453\n<font color="cyan">At the left we can see...</font>\n',
      "Elephant's Dream At the left we can see...",
    ],
    [
      'pysubs2, bad tags',
      '1\n00:00:10,500 --> 00:00:13,000\n< u><i><font color="red" >Elephant\'s < s>Dream< /  i > Is Long</s> And Badly Nested</xyz>\n\n',
      "Elephant's Dream Is Long And Badly Nested",
    ],
    [
      'pysubs2, empty at zero',
      "392\n00:29:27,46 --> 00:29:29,83\nI'm Liza Minnelli..\n\n393\n00:00:00,00 --> 00:00:00,00\n\n394\n00:00:00,00 --> 00:00:00,00\n",
      "I'm Liza Minnelli..",
    ],
    [
      'pysubs2, unknown tags',
      "1\n00:00:10,500 --> 00:00:13,000\n<i>Elephant's <sub>Little</sub> Dream</i>\n",
      "Elephant's Little Dream",
    ],
    [
      'pysubs2, drawing',
      '1\n00:00:00,000 --> 00:01:00,000\n{\\p1}m 0 0 l 100 0 100 100 0 100{\\p0}test\n',
      'test',
    ],
    [
      'pysubs2, vtt, portuguese',
      'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n00:50.099 --> 00:53.299 line:85% align:middle\nCuidem do seu grupo.\nCuidem de suas fileiras.\n\n01:54.255 --> 01:55.455 line:85% align:middle\nParem!\n',
      'Cuidem do seu grupo. Cuidem de suas fileiras. Parem!',
    ],
    [
      'a player, byte order mark and tags',
      '\ufeff1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>Hello</i> there\r\n{\\an8}second line\r\n\r\n2\r\n00:01:02,250 --> 00:01:04,000\r\nTom &amp; Jerry\r\n',
      'Hello there second line Tom & Jerry',
    ],
    [
      'a transcriber, escaped markup in vtt',
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.500\nHello &amp; welcome\n\n01:01:01.042 --> 01:01:03.900\n&lt;b&gt;not markup&lt;/b&gt;\n',
      'Hello & welcome <b>not markup</b>',
    ],
    [
      'a broadcaster, overlapping cues',
      'WEBVTT\n\n00:00:00.000 --> 00:00:00.800\nThe last lightkeeper.\n\n00:00:00.500 --> 00:00:01.000\nAn overlapping cue.\n',
      'The last lightkeeper. An overlapping cue.',
    ],
    [
      'tiktok, vtt',
      'WEBVTT\n\n00:00:00.820 --> 00:00:03.360\nI ball in some kids or what?\n\n00:00:04.180 --> 00:00:06.380\nSorry. Like you scout these kids.\n',
      'I ball in some kids or what? Sorry. Like you scout these kids.',
    ],
    [
      'angular talk, youtube vtt by hand',
      "WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:01.390\nMINKO GECHEV: Hello, everyone,\n\n00:00:01.390 --> 00:00:02.670\nMy name is Minko Gechev.\n\n00:00:02.670 --> 00:00:05.490\nI'm working on\nAngular at Google.",
      "MINKO GECHEV: Hello, everyone, My name is Minko Gechev. I'm working on Angular at Google.",
    ],
    [
      'spec, comments',
      'WEBVTT - Translation of that film I like\n\nNOTE\nThis translation was done by Kyle so that\nsome friends can watch it with their parents.\n\n1\n00:02:15.000 --> 00:02:20.000\n- Ta en kopp varmt te.\n- Det är inte varmt.\n\nNOTE This last line may not translate well.\n\n3\n00:02:25.000 --> 00:02:30.000\n- Ta en kopp\n',
      '- Ta en kopp varmt te. - Det är inte varmt. - Ta en kopp',
    ],
    [
      'spec, regions and voices',
      "WEBVTT\n\nREGION\nid:bill\nwidth:40%\nlines:3\nregionanchor:100%,100%\nscroll:up\n\n00:00:00.000 --> 00:00:20.000 region:fred align:left\n<v Fred>Hi, my name is Fred\n\n00:00:02.500 --> 00:00:22.500 region:bill align:right\n<v Bill>Hi, I'm Bill\n",
      "Hi, my name is Fred Hi, I'm Bill",
    ],
    [
      'karaoke, times within a cue of srt',
      '1\n00:00:01,000 --> 00:00:04,000\n<00:00:01.000>Never <00:00:02.000>gonna <00:00:03.000>give\n',
      'Never gonna give',
    ],
    [
      'a converter, srt times with cue settings',
      '1\n00:00:07,001 --> 00:00:09,015 position:50,00%,middle align:middle size:80,00% line:84,67%\nThis is a subtitle text\n',
      'This is a subtitle text',
    ],
    [
      'an agency, two languages in a cue',
      '1\n00:00:01,000 --> 00:00:02,000\nGuten Morgen\n早上好\n\n2\n00:00:02,000 --> 00:00:03,000\nDanke\n谢谢\n',
      'Guten Morgen 早上好 Danke 谢谢',
    ],
    [
      'an editor, class and colour tags',
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.000 line:-1\n<c.white.bg_black>What&apos;s</c> <c.color808080>this</c>?\n',
      "What's this?",
    ],
    [
      'a recorder, music and sounds',
      '1\n00:00:01,000 --> 00:00:02,000\n♪ [upbeat music] ♪\n\n2\n00:00:02,000 --> 00:00:03,000\n*applause* >> Thank you.\n',
      '♪ [upbeat music] ♪ *applause* >> Thank you.',
    ],
    [
      'a live encoder, rows that grow',
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nWE BEGIN\n\n00:00:01.000 --> 00:00:02.000\nWE BEGIN\nWITH BREAKING\n\n00:00:02.000 --> 00:00:03.000\nWITH BREAKING\nNEWS TONIGHT\n\n00:00:03.000 --> 00:00:04.000\nNEWS TONIGHT\nFROM LONDON\n',
      'WE BEGIN WITH BREAKING NEWS TONIGHT FROM LONDON',
    ],
  ];
