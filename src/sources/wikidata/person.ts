import type { Education, NetworkProfileFact, Role } from '../../core/people/network-profile.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { WIKIDATA } from './client.ts';
import { findItems, type Item, readLabels } from './entities.ts';
import {
  current,
  itemOf,
  lasting,
  latestBegun,
  mainValue,
  qualifier,
  type Statement,
  standing,
  textOf,
  timeOf,
} from './statements.ts';

/** Careers of public figures are long; the newest are told. */
const MAX_ROLES = 20;

const idOf = (statement: Statement | undefined): string | null =>
  statement ? itemOf(mainValue(statement)) : null;

const span = (statement: Statement) => ({
  startedAt: timeOf(qualifier(statement, 'P580')),
  endedAt: timeOf(qualifier(statement, 'P582')),
});

const newestFirst = <Span extends { startedAt: string | null }>(all: Span[]): Span[] =>
  all.sort((one, other) => (other.startedAt ?? '').localeCompare(one.startedAt ?? ''));

function rolesOf({ claims }: Item, names: ReadonlyMap<string, string>): Role[] {
  const nameOf = (statement: Statement) => names.get(idOf(statement) ?? '') ?? null;
  const employed = standing(claims.P108).map((statement) => ({
    title: null,
    company: nameOf(statement),
    location: null,
    ...span(statement),
  }));
  const held = standing(claims.P39).map((statement) => ({
    title: nameOf(statement),
    company: null,
    location: null,
    ...span(statement),
  }));
  const known = [...employed, ...held].filter(({ title, company }) => title ?? company);
  return newestFirst(known).slice(0, MAX_ROLES);
}

const educationOf = ({ claims }: Item, names: ReadonlyMap<string, string>): Education[] =>
  newestFirst(
    standing(claims.P69).flatMap((statement) => {
      const school = names.get(idOf(statement) ?? '');
      return school === undefined ? [] : [{ school, degrees: [], ...span(statement) }];
    }),
  );

const hasVanity = ({ claims }: Item, vanity: string): boolean =>
  lasting(claims.P6634).some(
    (one) => textOf(mainValue(one))?.normalize('NFC').toLowerCase() === vanity,
  );

/** A notable person, by the vanity name of the page on the professional network. */
export const wikidataPerson = fromUpstream<string, NetworkProfileFact>(WIKIDATA, {
  name: 'wikidata',
  label: 'open_knowledge_base',
  idempotent: true,
  async ask(vanity, call) {
    const items = await findItems(`P6634=${vanity}`, call);
    const item = items.find((each) => hasVanity(each, vanity));
    if (!item?.label) return null;
    const { claims } = item;
    const [position] = latestBegun(claims.P39);
    const title = idOf(position ?? current(claims.P106)[0]);
    const company = idOf(latestBegun(claims.P108)[0]);
    const all = [...claims.P39, ...claims.P108, ...claims.P69].map(idOf);
    const names = await readLabels([title, company, ...all], call);
    return {
      name: item.label,
      title: names.get(title ?? '') ?? null,
      company: names.get(company ?? '') ?? null,
      followers: null,
      location: null,
      about: null,
      roles: rolesOf(item, names),
      education: educationOf(item, names),
      skills: [],
    };
  },
});
