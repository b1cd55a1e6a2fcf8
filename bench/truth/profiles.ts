// Platform and id of the addresses of posts and profiles. Run: node bench/truth/profiles.ts
import { readPostAddress, readProfileAddress } from '../../src/domain/social/address.ts';
import { type Areas, runAlone } from './areas.ts';
import { samplesOf } from './samples.ts';
import { orNull } from './strangers.ts';

function named(address: string): string {
  const post = orNull(() => readPostAddress(address));
  if (post) return `${post.platform}|post|${post.id}`;
  const profile = orNull(() => readProfileAddress(address));
  return profile ? `${profile.platform}|profile|${profile.handle}` : 'none';
}

export function measureProfiles(areas: Areas): void {
  for (const sample of samplesOf(areas, 'profiles')) {
    const tally = sample.tally();
    for (const { row } of sample.rows) {
      const [platform, kind, id, address = ''] = row.split('|');
      const found = named(address);
      const wanted = kind === 'none' ? 'none' : `${platform}|${kind}|${id}`;
      tally.mark(found === wanted, `${row} is ${found}`);
    }
    tally.share('addresses of posts and profiles', 97);
  }
}

if (import.meta.main) await runAlone(measureProfiles);
