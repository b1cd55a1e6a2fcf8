import { readSamples, type WhoisSample } from './read-samples.ts';
import americasAfrica from './samples/americas-africa.txt?raw';
import asiaPacific from './samples/asia-pacific.txt?raw';
import europe from './samples/europe.txt?raw';
import generic from './samples/generic.txt?raw';

/** Replies in the layouts of registries and registrars; names, dates and hosts are invented. */
export const WHOIS_SAMPLES: readonly WhoisSample[] = [
  europe,
  asiaPacific,
  americasAfrica,
  generic,
].flatMap(readSamples);
