import {
  type Education,
  EMPTY_LINKEDIN_PROFILE,
  type LinkedinProfileFact,
  type Position,
} from '../../domain/person/linkedin-profile.ts';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { WIKIDATA } from './client.ts';
import {
  current,
  findItems,
  type Item,
  latestStarted,
  mainValue,
  notDeprecated,
  notEnded,
  qualifier,
  readItems,
  readLabels,
  statementItemId,
  valueText,
  valueTime,
  type WikidataStatement,
} from './entities.ts';

/** Role limit: careers of public figures are long, so the newest are kept. */
const MAX_ROLES = 20;

const span = (statement: WikidataStatement) => ({
  startedAt: valueTime(qualifier(statement, 'P580')),
  endedAt: valueTime(qualifier(statement, 'P582')),
});

const newestFirst = <Span extends { startedAt: string | null }>(all: Span[]): Span[] =>
  all.sort((one, other) => (other.startedAt ?? '').localeCompare(one.startedAt ?? ''));

function rolesOf({ claims }: Item, names: ReadonlyMap<string, string>): Position[] {
  const nameOf = (statement: WikidataStatement) =>
    names.get(statementItemId(statement) ?? '') ?? null;
  const employed = notDeprecated(claims.P108).map((statement) => ({
    title: null,
    company: nameOf(statement),
    location: null,
    ...span(statement),
  }));
  const held = notDeprecated(claims.P39).map((statement) => ({
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
    notDeprecated(claims.P69).flatMap((statement) => {
      const school = names.get(statementItemId(statement) ?? '');
      return school === undefined ? [] : [{ school, degrees: [], ...span(statement) }];
    }),
  );

const hasVanity = ({ claims }: Item, vanity: string): boolean =>
  notEnded(claims.P6634).some(
    (one) => valueText(mainValue(one))?.normalize('NFC').toLowerCase() === vanity,
  );

/** Item whose own statements have the vanity name. */
async function findPerson(vanity: string, call: VendorCall): Promise<Item | null> {
  const items = await findItems(`P6634=${vanity}`, call);
  return items.find((each) => hasVanity(each, vanity)) ?? null;
}

/** Item of a person's title: the latest office, otherwise the occupation. */
const titleItemId = ({ claims }: Item): string | null =>
  statementItemId(latestStarted(claims.P39)[0] ?? current(claims.P106)[0]);

/** Notable person, by the vanity name of the LinkedIn profile. */
export const wikidataPerson = fromUpstream<string, LinkedinProfileFact>(WIKIDATA, {
  label: 'open_knowledge_base',
  async ask(vanity, call) {
    const item = await findPerson(vanity, call);
    if (!item?.label) return null;
    const { claims } = item;
    const title = titleItemId(item);
    const company = statementItemId(latestStarted(claims.P108)[0]);
    const all = [...claims.P39, ...claims.P108, ...claims.P69].map(statementItemId);
    const names = await readLabels([title, company, ...all], call);
    return {
      ...EMPTY_LINKEDIN_PROFILE,
      name: item.label,
      title: names.get(title ?? '') ?? null,
      company: names.get(company ?? '') ?? null,
      roles: rolesOf(item, names),
      education: educationOf(item, names),
    };
  },
});

/** Registrable domain of the company's site. */
function companyDomain(company: Item | undefined): string | null {
  const [site] = notEnded(company?.claims.P856 ?? []).map((one) => valueText(mainValue(one)));
  return keyText('domain', site);
}

/** Notable person with employer, by vanity name; without addresses. */
export const wikidataEmployee = fromUpstream<string, WorkContactFact>(WIKIDATA, {
  label: 'open_knowledge_base',
  async ask(vanity, call) {
    const person = await findPerson(vanity, call);
    if (!person?.label) return null;
    const employer = statementItemId(latestStarted(person.claims.P108)[0]);
    const [company] = employer ? await readItems([employer], call) : [];
    const title = titleItemId(person);
    const city = statementItemId(current(company?.claims.P159 ?? [])[0]);
    const country = statementItemId(current(company?.claims.P17 ?? [])[0]);
    const names = await readLabels([title, city, country], call);
    return {
      ...UNKNOWN_WORK_CONTACT,
      fullName: person.label,
      title: names.get(title ?? '') ?? null,
      company: {
        ...UNKNOWN_WORK_CONTACT.company,
        name: company?.label ?? null,
        domain: companyDomain(company),
        city: names.get(city ?? '') ?? null,
        country: names.get(country ?? '') ?? null,
      },
    };
  },
});
