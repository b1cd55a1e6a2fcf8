/**
 * What a reply says; dates as far as their text is given (`2001-06-20` or with hours and minutes).
 */
export interface WhoisSample {
  server: string;
  verdict: 'registered' | 'available' | 'reserved' | 'limited' | 'unavailable' | 'unreadable';
  created: string;
  updated: string;
  expires: string;
  registrar: string;
  nameservers: string[];
  /** First status; empty when the sample does not tell. */
  status: string;
  reply: string;
}

/** Samples start with `#### server`, then expectations, then `----` and the reply. */
export function readSamples(text: string): WhoisSample[] {
  return text
    .split(/^#### /m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const cut = part.indexOf('\n----\n');
      const [server = '', verdict = '', ...lines] = part.slice(0, cut).split('\n');
      const told = new Map(
        lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
      );
      const of = (name: string) => told.get(name) ?? '';
      return {
        server,
        verdict: verdict as WhoisSample['verdict'],
        created: of('created'),
        updated: of('updated'),
        expires: of('expires'),
        registrar: of('registrar'),
        nameservers: of('ns').toLowerCase().split(' ').filter(Boolean),
        status: of('status'),
        reply: part.slice(cut + '\n----\n'.length),
      };
    });
}
