/** Samples a second; few, so that minutes are small. One byte each. */
const RATE = 200;

const chunk = (id: string, body: Uint8Array | number[]): number[] => {
  const size = new Uint8Array(new Uint32Array([body.length]).buffer);
  return [...new TextEncoder().encode(id), ...size, ...body];
};

/** A recording as a WAV file (RIFF, PCM of 8 bits): a tone, or silence. */
export function wav(seconds: number, { channels = 1, isSilent = false } = {}): Uint8Array {
  const format = new DataView(new ArrayBuffer(16));
  format.setUint16(0, 1, true);
  format.setUint16(2, channels, true);
  format.setUint32(4, RATE, true);
  format.setUint32(8, RATE * channels, true);
  format.setUint16(12, channels, true);
  format.setUint16(14, 8, true);
  const samples = Uint8Array.from({ length: Math.round(seconds * RATE) * channels }, (_, at) =>
    isSilent ? 128 : 128 + Math.round(100 * Math.sin(at / 3)),
  );
  const parts = [
    ...new TextEncoder().encode('WAVE'),
    ...chunk('fmt ', new Uint8Array(format.buffer)),
    ...chunk('data', samples),
  ];
  return Uint8Array.from(chunk('RIFF', parts));
}

/** What a server of speech recognition sees of a WAV file; null where it is none. */
export function readWav(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (at: number) => new TextDecoder().decode(bytes.subarray(at, at + 4));
  if (bytes.length < 44 || text(0) !== 'RIFF' || text(8) !== 'WAVE') return null;
  const channels = view.getUint16(22, true);
  const perSecond = view.getUint32(28, true);
  for (let at = 12; at + 8 <= bytes.length; at += 8 + view.getUint32(at + 4, true)) {
    if (text(at) !== 'data') continue;
    // A file that was written to a pipe states no length; one cut off is as long as what is there.
    const data = bytes.subarray(at + 8).subarray(0, view.getUint32(at + 4, true));
    return {
      channels,
      seconds: data.length / perSecond,
      isSilent: data.every((sample) => sample === data[0]),
    };
  }
  return null;
}

/** What is there to be heard, by path. */
export const RECORDINGS: ReadonlyMap<string, Uint8Array> = new Map([
  ['/talk.wav', wav(91)],
  ['/interview.wav', wav(10, { channels: 2 })],
  ['/silence.wav', wav(5, { isSilent: true })],
  ['/hour-said.wav', wav(3_600)],
  ['/hour-unsaid.wav', wav(3_600)],
]);
