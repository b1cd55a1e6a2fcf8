import type { Upstream } from '../upstream/upstream.ts';

/**
 * The operator's own server of speech recognition, in the form of OpenAI's interface: whisper.cpp,
 * faster-whisper, vLLM and others speak it. A key and a model are sent where they are set.
 */
export const WHISPER: Upstream = {
  name: 'WHISPER',
  hosts: [],
  reads: ['WHISPER_KEY', 'WHISPER_MODEL'],
  authenticate: (secret) => {
    const key = secret('WHISPER_KEY');
    return key === '' ? {} : { headers: { Authorization: `Bearer ${key}` } };
  },
};
