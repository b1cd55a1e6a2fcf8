import { describe, expect, it } from 'vitest';
import { longestSeconds, readAudioHeader } from '../../../src/vendors/speech/audio-file.ts';
import { wav } from '../../support/world/recordings.ts';

const ascii = (text: string) => [...new TextEncoder().encode(text)];
const u32 = (value: number) => [...new Uint8Array(new Uint32Array([value]).buffer)].reverse();
const box = (name: string, body: number[]) => [...u32(body.length + 8), ...ascii(name), ...body];
const zeros = (count: number) => Array.from({ length: count }, () => 0);
const padded = (bytes: number[]) => Uint8Array.from([...bytes, ...zeros(100)]);

/** MPEG 2, layer III, 64 kbit/s, 16 kHz, one channel: what ffmpeg writes for speech. */
const MP3_FRAME = [0xff, 0xf3, 0x88, 0xc4];
const frames = (tag: string, count: number) => [
  ...MP3_FRAME,
  ...zeros(9),
  ...ascii(tag),
  ...u32(1),
  ...u32(count),
];
const mvhd = (scale: number, ticks: number) => [
  ...zeros(12),
  ...u32(scale),
  ...u32(ticks),
  ...zeros(20),
];
const movie = (scale: number, ticks: number) => box('moov', box('mvhd', mvhd(scale, ticks)));
const MATROSKA = [
  ...[0x1a, 0x45, 0xdf, 0xa3, 0x80],
  ...[0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  ...[0x15, 0x49, 0xa9, 0x66, 0x92],
  ...[0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40],
  ...[0x44, 0x89, 0x88, 0x41, 0x3b, 0x77, 0x40, 0, 0, 0, 0],
];
const FLAC = [
  ...ascii('fLaC'),
  ...[0x80, 0, 0, 34, 0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0],
  // 16,000 a second, one channel of 16 bits, 28,800,000 samples.
  ...[0x03, 0xe8, 0x00, 0xf0, 0x01, 0xb7, 0x74, 0x00],
];
const tagged = (bytes: number[]) => [...ascii('ID3'), 4, 0, 0, 0, 0, 1, 0, ...zeros(128), ...bytes];

describe('the header of a recording', () => {
  const cases: [string, Uint8Array, number | null, number | null][] = [
    ['a WAV file', wav(91), 18_244, 91],
    ['a WAV file of unknown size', wav(91), null, 91],
    ['a WAV file that states less than it has', wav(2).slice(0, 300), 720_044, 3_600],
    ['an MP3 file of constant rate', padded(MP3_FRAME), 14_400_000, 1_800],
    ['an MP3 file of constant rate and unknown size', padded(MP3_FRAME), null, null],
    ['an MP3 file that counts its frames', padded(frames('Xing', 50_002)), 1_800_621, 1_800.072],
    ['an MP3 file behind a picture', padded(tagged(MP3_FRAME)), 14_400_138, 1_800],
    ['an MP4 file', padded([...box('ftyp', []), ...movie(1_000, 1_800_000)]), 7_340_755, 1_800],
    ['an MP4 file in fragments', padded([...box('ftyp', []), ...movie(1_000, 0)]), 7_340_755, null],
    [
      'an MP4 file whose index comes last',
      padded([...box('ftyp', []), ...box('mdat', [])]),
      9,
      null,
    ],
    ['a WebM file', padded(MATROSKA), 6_412_244, 1_800],
    ['a FLAC file', padded(FLAC), 10_420_758, 1_800],
    ['an Ogg file', padded(ascii('OggS')), 5_998_971, null],
    ['nothing', new Uint8Array(0), 0, null],
  ];

  it.each(cases)('of %s is read', (_, head, size, seconds) => {
    const header = readAudioHeader(head, size);
    if (seconds === null) expect(header.seconds).toBeNull();
    else expect(header.seconds).toBeCloseTo(seconds, 2);
  });

  it('that states less than the bytes can be is not believed', () => {
    const minute = readAudioHeader(padded(frames('Xing', 1_667)), null);
    expect(longestSeconds(minute, 500_000)).toBeCloseTo(60, 0);
    expect(longestSeconds(minute, 80_000_000)).toBe(1_000);
  });

  it('that states nothing makes every byte count as narrow speech', () => {
    expect(longestSeconds({ seconds: null, mostBytesPerSecond: 1 }, 720_000)).toBe(360);
    expect(longestSeconds({ seconds: Infinity, mostBytesPerSecond: 1 }, 720_000)).toBe(360);
  });

  it('is read without fault whatever its bytes are', () => {
    for (const [, head] of cases)
      for (let at = 0; at < Math.min(head.length, 80); at += 1)
        for (const byte of [0, 1, 127, 255]) {
          const broken = head.slice();
          broken[at] = byte;
          const { seconds } = readAudioHeader(broken.subarray(0, at + 20), 1_000);
          expect(seconds === null || seconds >= 0).toBe(true);
        }
  });
});
