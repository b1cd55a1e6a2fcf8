import {
  BARE_PROFILE,
  type Education,
  type NetworkProfileFact,
  type Role,
} from '../../core/people/network-profile.ts';
import { fromUpstream, type VendorCall } from '../upstream/from-upstream.ts';
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

/** The item a statement names. */
export const idOf = (statement: Statement | undefined): string | null =>
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

/** The item that says itself whose page it is. */
export async function findPerson(vanity: string, call: VendorCall): Promise<Item | null> {
  const items = await findItems(`P6634=${vanity}`, call);
  return items.find((each) => hasVanity(each, vanity)) ?? null;
}

/** What somebody is: the latest office, else what they are known as. */
export const titleOf = ({ claims }: Item): string | null =>
  idOf(latestBegun(claims.P39)[0] ?? current(claims.P106)[0]);

/** A notable person, by the vanity name of the page on the professional network. */
export const wikidataPerson = fromUpstream<string, NetworkProfileFact>(WIKIDATA, {
  name: 'wikidata',
  label: 'open_knowledge_base',
  idempotent: true,
  async ask(vanity, call) {
    const item = await findPerson(vanity, call);
    if (!item?.label) return null;
    const { claims } = item;
    const title = titleOf(item);
    const company = idOf(latestBegun(claims.P108)[0]);
    const all = [...claims.P39, ...claims.P108, ...claims.P69].map(idOf);
    const names = await readLabels([title, company, ...all], call);
    return {
      ...BARE_PROFILE,
      name: item.label,
      title: names.get(title ?? '') ?? null,
      company: names.get(company ?? '') ?? null,
      roles: rolesOf(item, names),
      education: educationOf(item, names),
    };
  },
});
