import { concatBytes } from '../../lib/bytes.ts';
import type { World } from '../../lookup/world.ts';
import {
  MAX_REDIRECTS,
  mediaType,
  requirePage,
  USER_AGENT,
} from '../../web-reader/page/site-requests.ts';

/** Facts about a recording's length, from the start of the file. */
interface AudioHeader {
  /** Seconds, from the file's header or from its bytes at a constant rate. */
  seconds: number | null;
  /** Limit of the format in bytes per second; a file with more bytes is a longer recording. */
  mostBytesPerSecond: number;
}

/** Above every lossy format: AAC in two channels ends at 576 kbit/s, MP3 at 320. */
const MOST_LOSSY = 640_000 / 8;
/** Two channels of 96,000 samples of 24 bits; a denser recording is priced by its bytes. */
const MOST_LOSSLESS = 576_000;
/** 20 Mbit/s, because MP4 and Matroska may contain video. */
const MOST_WITH_VIDEO = 2_500_000;
/**
 * Assumed rate of a recording of which only the bytes are known: 16 kbit/s, the rate of narrowband
 * speech codecs. For a denser one, more is reserved than it costs.
 */
const UNKNOWN_BYTES_PER_SECOND = 2_000;

const UNKNOWN: AudioHeader = { seconds: null, mostBytesPerSecond: MOST_LOSSY };

const ascii = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** RIFF WAVE: the rate is in its `fmt ` chunk. A length of 0 or -1 means unknown. */
function readWave(view: DataView, bytes: Uint8Array, size: number | null): AudioHeader | null {
  if (ascii(bytes, 0) !== 'RIFF' || ascii(bytes, 8) !== 'WAVE') return null;
  let rate = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (ascii(bytes, at) === 'fmt ' && at + 20 <= bytes.length)
      rate = view.getUint32(at + 16, true);
    if (ascii(bytes, at) === 'data' && rate > 0) {
      const stated = length === 0 || length === 0xffff_ffff ? null : length;
      const data = size === null ? stated : size - at - 8;
      return { seconds: data === null ? null : data / rate, mostBytesPerSecond: rate };
    }
    at += 8 + length + (length % 2);
  }
  return { seconds: null, mostBytesPerSecond: rate || MOST_LOSSLESS };
}

/** FLAC, RFC 9639 section 8.2: 20 bits of rate, 3 of channels, 5 of depth, 36 of samples. */
function readFlac(view: DataView, bytes: Uint8Array): AudioHeader | null {
  if (ascii(bytes, 0) !== 'fLaC' || bytes.length < 26) return null;
  const rate = view.getUint32(18) >>> 12;
  const samples = (view.getUint8(21) % 16) * 2 ** 32 + view.getUint32(22);
  const seconds = rate > 0 && samples > 0 ? samples / rate : null;
  return { seconds, mostBytesPerSecond: MOST_LOSSLESS };
}

/** Layer III bit rates in kbit/s by the four bits of a frame (ISO 11172-3, ISO 13818-3). */
const MPEG1_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** MP3: the frame count that encoders write into the first frame, otherwise a constant rate. */
function readMp3(view: DataView, bytes: Uint8Array, size: number | null): AudioHeader | null {
  const at = id3End(bytes);
  if (at + 40 > bytes.length) return at > 0 ? UNKNOWN : null;
  const [sync, second, third, fourth] = bytes.subarray(at, at + 4) as unknown as number[];
  if (sync !== 0xff || (second! & 0xe6) !== 0xe2) return at > 0 ? UNKNOWN : null;
  const version = (second! >> 3) & 3;
  const isFirst = version === 3;
  const bitRate = (isFirst ? MPEG1_RATES : MPEG2_RATES)[third! >> 4];
  const halvings = isFirst ? 0 : version === 2 ? 1 : 2;
  const sampleRate = (SAMPLE_RATES[(third! >> 2) & 3] ?? 0) / 2 ** halvings;
  if (!bitRate || !sampleRate || version === 1) return UNKNOWN;
  const isMono = fourth! >> 6 === 3;
  const sideInfo = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const frameSeconds = (isFirst ? 1_152 : 576) / sampleRate;
  const xing = at + 4 + sideInfo;
  const counted = (place: number): AudioHeader | null => {
    if (place + 4 > bytes.length) return null;
    const frames = view.getUint32(place);
    return { seconds: frames > 0 ? frames * frameSeconds : null, mostBytesPerSecond: MOST_LOSSY };
  };
  const hasCount = ['Xing', 'Info'].includes(ascii(bytes, xing)) && (bytes[xing + 7] ?? 0) % 2;
  if (hasCount) return counted(xing + 8) ?? UNKNOWN;
  if (ascii(bytes, at + 36) === 'VBRI') return counted(at + 36 + 14) ?? UNKNOWN;
  const rate = (bitRate * 1_000) / 8;
  return { seconds: size === null ? null : (size - at) / rate, mostBytesPerSecond: rate };
}

/** Start of the audio after an ID3v2 tag, whose size has seven bits per byte; 0 without one. */
function id3End(bytes: Uint8Array): number {
  if (ascii(bytes, 0, 3) !== 'ID3' || bytes.length < 10) return 0;
  const [a, b, c, d] = bytes.subarray(6, 10) as unknown as number[];
  return 10 + ((a! & 127) << 21) + ((b! & 127) << 14) + ((c! & 127) << 7) + (d! & 127);
}

/** MP4 (ISO 14496-12): the movie header, if it precedes the media. */
function readMp4(view: DataView, bytes: Uint8Array): AudioHeader | null {
  if (ascii(bytes, 4) !== 'ftyp') return null;
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at);
    if (ascii(bytes, at + 4) !== 'moov') {
      // A length of 0 or 1 means that it is not in this field.
      if (length < 8) break;
      at += length;
      continue;
    }
    const header = at + 8;
    if (ascii(bytes, header + 4) !== 'mvhd' || header + 40 > bytes.length) break;
    const isLong = bytes[header + 8] === 1;
    const scale = view.getUint32(header + (isLong ? 28 : 20));
    const ticks = isLong ? Number(view.getBigUint64(header + 32)) : view.getUint32(header + 24);
    // The header of a fragmented file states none.
    const seconds = scale > 0 && ticks > 0 ? ticks / scale : null;
    return { seconds, mostBytesPerSecond: MOST_WITH_VIDEO };
  }
  return UNKNOWN;
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;

/** Matroska and WebM (RFC 9559): duration in the first Info element. */
function readMatroska(view: DataView, bytes: Uint8Array): AudioHeader | null {
  if (bytes.length < 4 || view.getUint32(0) !== EBML) return null;
  let nanoseconds = 1_000_000;
  for (let at = 0; at + 12 <= bytes.length; ) {
    const id = readVint(bytes, at, 'id');
    const length = id && readVint(bytes, at + id.bytes, 'size');
    if (!id || !length) break;
    const body = at + id.bytes + length.bytes;
    if (id.value === TIMESTAMP_SCALE && length.value <= 6 && body + length.value <= bytes.length)
      nanoseconds = bytes
        .subarray(body, body + length.value)
        .reduce((sum, byte) => sum * 256 + byte, 0);
    if (id.value === DURATION && body + 8 <= bytes.length) {
      const ticks = length.value === 4 ? view.getFloat32(body) : view.getFloat64(body);
      const seconds = (ticks * nanoseconds) / 1e9;
      return { seconds: seconds > 0 ? seconds : null, mostBytesPerSecond: MOST_WITH_VIDEO };
    }
    at = id.value === SEGMENT || id.value === INFO ? body : body + length.value;
  }
  return UNKNOWN;
}

/** Variable-size integer (RFC 8794 section 4); an id keeps its length marker. */
function readVint(bytes: Uint8Array, at: number, kind: 'id' | 'size') {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return null;
  let value = kind === 'id' ? first : first & (0xff >> length);
  for (const byte of bytes.subarray(at + 1, at + length)) value = value * 256 + byte;
  return { value, bytes: length };
}

/** Bytes at the start of a file that are read first. */
const AUDIO_HEAD_BYTES = 65_536;

/** Maximum: a cover picture may precede the audio. */
const MOST_HEAD_BYTES = 2_097_152;

/** Bytes at the start of this file that are needed to determine its length. */
const headBytesOf = (head: Uint8Array): number =>
  Math.min(MOST_HEAD_BYTES, Math.max(AUDIO_HEAD_BYTES, id3End(head) + 4_096));

/** @param size bytes of the whole file; null if its server does not state it */
export function readAudioHeader(head: Uint8Array, size: number | null): AudioHeader {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return (
    readWave(view, head, size) ??
    readFlac(view, head) ??
    readMp4(view, head) ??
    readMatroska(view, head) ??
    readMp3(view, head, size) ??
    UNKNOWN
  );
}

/**
 * Maximum duration of a file of this size. A header that states less than its bytes need at the
 * format's maximum rate is not trusted.
 */
export function longestSeconds({ seconds, mostBytesPerSecond }: AudioHeader, size: number): number {
  if (seconds === null || !Number.isFinite(seconds)) return size / UNKNOWN_BYTES_PER_SECOND;
  return Math.max(seconds, size / mostBytesPerSecond);
}

/** Media types of recordings; servers that do not know them send octet-stream. */
const CONTENT_TYPES = ['audio/*', 'video/*', 'application/ogg', 'application/octet-stream'];

export interface AudioFile {
  /** Media type, as stated by its server. */
  type: string;
  /** Pull stream: reads on demand; errors past its limits. */
  body: ReadableStream<Uint8Array>;
  /** Error that broke off the download; null if none. Its reader reports an error of its own. */
  failure(): unknown;
  /** Discards what has not been read. */
  close(): Promise<void>;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Start of a file, as much as is needed to determine its length. */
async function readHead(reader: Reader): Promise<{ head: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let wanted = AUDIO_HEAD_BYTES;
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (value) chunks.push(value);
    length += value?.length ?? 0;
    if (!done && length < wanted) continue;
    const head = concatBytes(chunks);
    wanted = headBytesOf(head);
    if (done || length >= wanted) return { head, isWhole: done };
  }
}

/** Bytes of the whole file; null if the server states none, or counts compressed ones. */
function sizeOf(headers: Headers): number | null {
  const length = headers.get('Content-Length');
  if (length === null || headers.has('Content-Encoding')) return null;
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Chunks of a file, after those already read. */
async function* chunksFrom(reader: Reader, head?: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let value = head ?? (await reader.read()).value; value; { value } = await reader.read())
    yield value;
}

/**
 * Covers the cost of a recording before it is passed to a vendor that bills by length: first by its
 * header and size, and again before more bytes than that pass.
 */
async function coverAudio(
  reader: Reader,
  headers: Headers,
  cover: (seconds: number) => Promise<void>,
): Promise<AsyncGenerator<Uint8Array>> {
  const { head, isWhole } = await readHead(reader);
  const size = isWhole ? head.length : sizeOf(headers);
  const header = readAudioHeader(head, size);
  const stated = (header.seconds ?? 0) * header.mostBytesPerSecond;
  let covered = Math.max(head.length, size ?? stated);
  await cover(longestSeconds(header, covered));
  async function* coveredChunks() {
    let passed = 0;
    for await (const chunk of chunksFrom(reader, head)) {
      passed += chunk.length;
      if (passed > covered) {
        covered = 2 * passed;
        await cover(longestSeconds(header, covered));
      }
      yield chunk;
    }
  }
  return coveredChunks();
}

/**
 * Opens a recording from a caller's URL through the guarded fetcher. Reads nothing but the start,
 * and that only if its length must be covered.
 * @param limits bytes of the whole file, and milliseconds until its last one
 * @throws ApiError of the guarded fetcher; UPSTREAM_ERROR for a status without a file;
 * INSUFFICIENT_CREDITS
 */
export async function openAudio(
  url: string,
  limits: { maxBytes: number; timeoutMs: number },
  { outbound, cover }: World,
): Promise<AudioFile> {
  const response = await outbound.fetcher.fetch(url, {
    headers: { 'User-Agent': USER_AGENT, Accept: 'audio/*,video/*;q=0.9,*/*;q=0.5' },
    maxRedirects: MAX_REDIRECTS,
    contentTypes: CONTENT_TYPES,
    ...limits,
  });
  await requirePage(response);
  let failure: unknown = null;
  const reader = response.body.getReader();
  const close = () => reader.cancel().catch(() => undefined);
  const giveUp = async (error: unknown): Promise<never> => {
    await close();
    throw error;
  };
  const chunks = cover
    ? await coverAudio(reader, response.headers, cover).catch(giveUp)
    : chunksFrom(reader);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const type = mediaType(response.headers.get('Content-Type')) ?? 'application/octet-stream';
  return { type, body, failure: () => failure, close };
}

/**
 * Runs a vendor's transcription of a recording. If the download broke off, throws its error instead
 * of the vendor's answer, which may be about half a file.
 */
export async function readingAudio<T>(audio: AudioFile, read: () => Promise<T>): Promise<T> {
  const settle = (): void => {
    const failure = audio.failure();
    if (failure !== null) throw failure;
  };
  try {
    const answer = await read();
    settle();
    return answer;
  } catch (error) {
    settle();
    throw error;
  } finally {
    // A vendor that answered before the end of the file leaves the connection open.
    await audio.close();
  }
}
