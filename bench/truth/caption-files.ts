// Captions as players, editors and speech recognition write them, after each one's documentation.
// The spoken text was labelled before the reader ran: it read 27 of 28; SubViewer's times were
// added.

/** Caption files and their spoken text. */
export const CAPTIONS_OF_TOOLS: readonly (readonly [source: string, raw: string, said: string])[] =
  [
    [
      'whisper, vtt',
      'WEBVTT\n\n00:00.000 --> 00:04.320\n And so my fellow Americans\n\n00:04.320 --> 00:08.000\n ask not what your country can do for you.\n',
      'And so my fellow Americans ask not what your country can do for you.',
    ],
    [
      'whisper, srt',
      '1\n00:00:00,000 --> 00:00:04,320\nAnd so my fellow Americans\n\n2\n00:00:04,320 --> 00:00:08,000\nask not\n',
      'And so my fellow Americans ask not',
    ],
    [
      'zoom, vtt',
      'WEBVTT\r\n\r\n1\r\n00:00:03.060 --> 00:00:05.250\r\nAda Lovelace: Good morning.\r\n\r\n2\r\n00:00:05.730 --> 00:00:08.220\r\nBob Ross: Morning, Ada.\r\n',
      'Ada Lovelace: Good morning. Bob Ross: Morning, Ada.',
    ],
    [
      'teams, vtt',
      'WEBVTT\n\n6f1d0a2e-1/12-0\n00:00:03.889 --> 00:00:06.229\n<v Ada Lovelace>Good morning everyone.</v>\n\n6f1d0a2e-1/13-0\n00:00:06.229 --> 00:00:08.000\n<v Bob Ross>Hello.</v>\n',
      'Good morning everyone. Hello.',
    ],
    [
      'premiere, srt with a byte order mark',
      '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n\r\n',
      'Hello',
    ],
    ['aegisub, position', '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}Up here\n', 'Up here'],
    [
      'subtitle edit, italics over two lines',
      '1\n00:00:01,000 --> 00:00:02,000\n<i>In the beginning\nwas the word</i>\n',
      'In the beginning was the word',
    ],
    [
      'vlc, font colour',
      '1\n00:00:01,000 --> 00:00:02,000\n<font color="#ffff00">Yellow</font> text\n',
      'Yellow text',
    ],
    [
      'srt with coordinates',
      '1\n00:00:01,000 --> 00:00:02,000 X1:100 X2:200 Y1:100 Y2:200\nPlaced\n',
      'Placed',
    ],
    [
      'youtube, roll-up',
      'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:02.000 align:start position:0%\n \nhello<00:00:00.500><c> there</c>\n\n00:00:02.000 --> 00:00:02.010 align:start position:0%\nhello there\n \n\n00:00:02.010 --> 00:00:04.000 align:start position:0%\nhello there\nhow<00:00:02.500><c> are</c><00:00:03.000><c> you</c>\n',
      'hello there how are you',
    ],
    [
      'hls segment',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:00:01.000 --> 00:00:02.000\nLive now\n',
      'Live now',
    ],
    [
      'vtt, note and style',
      'WEBVTT - Title\n\nNOTE\nmade by hand\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:0 align:center\nShown\n',
      'Shown',
    ],
    [
      'vtt, region',
      'WEBVTT\n\nREGION\nid:fred\nwidth:40%\n\n00:01.000 --> 00:02.000 region:fred\n<c.yellow.bg_blue>Coloured</c> words\n',
      'Coloured words',
    ],
    [
      'vtt, entities',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nTom &amp; Jerry &lt;3 &nbsp;cheese\n',
      'Tom & Jerry <3 cheese',
    ],
    [
      'srt, no blank line at the end',
      '1\n00:00:01,000 --> 00:00:02,000\nFirst\n\n2\n00:00:03,000 --> 00:00:04,000\nLast',
      'First Last',
    ],
    [
      'srt, no counters',
      '00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:03,000 --> 00:00:04,000\nTwo\n',
      'One Two',
    ],
    [
      'srt, number as speech',
      '1\n00:00:01,000 --> 00:00:02,000\n10\n\n2\n00:00:02,000 --> 00:00:03,000\n9\n',
      '10 9',
    ],
    [
      'srt, dialogue dashes',
      '1\n00:00:01,000 --> 00:00:02,000\n- Who is it?\n- Me.\n',
      '- Who is it? - Me.',
    ],
    [
      'srt, repeated chorus',
      '1\n00:00:01,000 --> 00:00:02,000\nLa la la\n\n2\n00:00:05,000 --> 00:00:06,000\nLa la la\n',
      'La la la La la la',
    ],
    [
      'sbv of youtube',
      '0:00:00.599,0:00:04.160\nHi, my name is Alice\nand this is John\n\n0:00:04.160,0:00:06.770\nand we are Sales\n',
      'Hi, my name is Alice and this is John and we are Sales',
    ],
    [
      'srt, old Mac line breaks',
      '1\r00:00:01,000 --> 00:00:02,000\rOne\r\r2\r00:00:03,000 --> 00:00:04,000\rTwo\r',
      'One Two',
    ],
    [
      'srt, empty cue',
      '1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n',
      'Two',
    ],
    [
      'srt, blank line within',
      '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nstill one\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n',
      'One still one Two',
    ],
    [
      'vtt, voice with class',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v.first.loud Esme>It is a blue apple tree!\n\n00:02.000 --> 00:03.000\n<v Mary>No way!\n',
      'It is a blue apple tree! No way!',
    ],
    ['srt, hours above ninety-nine', '1\n100:00:01,000 --> 100:00:02,000\nLate\n', 'Late'],
    [
      'vtt, hearing aids',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n[MUSIC PLAYING]\n\n00:02.000 --> 00:03.000\n(sighs) Well.\n',
      '[MUSIC PLAYING] (sighs) Well.',
    ],
    [
      'netflix, vtt',
      'WEBVTT\n\nNOTE Netflix\n\n1\n00:00:01.000 --> 00:00:02.000 position:50.00%,middle align:middle size:80.00% line:84.67%\n<c.japanese>こんにちは</c>\n',
      'こんにちは',
    ],
    [
      'otter, srt',
      '1\n00:00:00,090 --> 00:00:02,520\nUnknown Speaker  0:00\nThanks for coming.\n',
      'Unknown Speaker 0:00 Thanks for coming.',
    ],
  ];
