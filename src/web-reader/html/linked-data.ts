import { decodeHTML } from 'entities';
import { tidyText } from './plain-text.ts';

/** Organization and its subtypes (schema.org, version 29), in lower case. */
const NAMES = `
organization airline consortium cooperative corporation educationalorganization collegeoruniversity
elementaryschool
highschool middleschool preschool school fundingscheme governmentorganization librarysystem
medicalorganization dentist
diagnosticlab hospital medicalclinic optician pharmacy physician veterinarycare ngo
newsmediaorganization onlinebusiness
onlinestore onlinemarketplace performinggroup dancegroup musicgroup theatergroup politicalparty
project researchproject
fundingagency researchorganization searchrescueorganization sportsorganization sportsteam
workersunion
localbusiness animalshelter archiveorganization automotivebusiness autobodyshop autodealer
autopartsstore autorental
autorepair autowash gasstation motorcycledealer motorcyclerepair childcare drycleaningorlaundry
emergencyservice
firestation policestation employmentagency entertainmentbusiness adultentertainment amusementpark
artgallery casino
comedyclub movietheater nightclub financialservice accountingservice automatedteller
bankorcreditunion insuranceagency
foodestablishment bakery barorpub brewery cafeorcoffeeshop distillery fastfoodrestaurant
icecreamshop restaurant winery
governmentoffice postoffice healthandbeautybusiness beautysalon dayspa hairsalon healthclub
nailsalon tattooparlor
homeandconstructionbusiness electrician generalcontractor hvacbusiness housepainter locksmith
movingcompany plumber
roofingcontractor internetcafe legalservice attorney notary library lodgingbusiness bedandbreakfast
campground hostel
hotel motel resort skiresort vacationrental medicalbusiness communityhealth dermatology
dietnutrition emergency
geriatric gynecologic midwifery nursing obstetric oncologic optometric otolaryngologic pediatric
physiotherapy
plasticsurgery podiatric primarycare psychiatric publichealth professionalservice radiostation
realestateagent
recyclingcenter selfstorage shoppingcenter sportsactivitylocation bowlingalley exercisegym
golfcourse
publicswimmingpool sportsclub stadiumorarena tenniscomplex store bikestore bookstore clothingstore
computerstore
conveniencestore departmentstore electronicsstore florist furniturestore gardenstore grocerystore
hardwarestore
hobbyshop homegoodsstore jewelrystore liquorstore mensclothingstore mobilephonestore
movierentalstore musicstore
officeequipmentstore outletstore pawnshop petstore shoestore sportinggoodsstore tireshop toystore
wholesalestore
televisionstation touristinformationcenter travelagency`;

const ORGANIZATIONS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

/** Types that a page itself can have: Article and its subtypes, WebPage, and media (schema.org). */
const WORKS: ReadonlySet<string> = new Set(
  `
article advertisercontentarticle newsarticle analysisnewsarticle askpublicnewsarticle
backgroundnewsarticle opinionnewsarticle reportagenewsarticle reviewnewsarticle report
satiricalarticle scholarlyarticle medicalscholarlyarticle socialmediaposting blogposting
liveblogposting discussionforumposting techarticle apireference webpage aboutpage itempage
medicalwebpage qapage recipe videoobject podcastepisode book product review`
    .trim()
    .split(/\s+/),
);

const PRODUCTS: ReadonlySet<string> = new Set(['product']);

/** The type name without its vocabulary: Corporation for `https://schema.org/Corporation`. */
const localName = (type: string): string =>
  type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf(':'), type.lastIndexOf('#')) + 1);

/** Whether the `@type` of a node, a string or a list, is among the types. */
const isOfType = (node: JsonLdNode, types: ReadonlySet<string>): boolean =>
  propertyValues(node.get('@type')).some(
    (one) => typeof one === 'string' && types.has(localName(one).toLowerCase()),
  );

/** A JSON-LD node; its keys are chosen by the page. */
export type JsonLdNode = ReadonlyMap<string, unknown>;

/** Limits of nodes visited per page, and of their nesting. */
const MAX_NODES = 2_000;
const MAX_DEPTH = 6;
/** Values of a property that may be references; each is searched for among the nodes. */
const MAX_REFERENCES = 20;
const MAX_TEXT_CHARS = 2_000;

/** Properties that lead to the page's own organization; other nested nodes are third parties. */
const LEADS_TO_OWNER = ['@graph', 'publisher', 'mainEntity', 'about'];
/** Properties that lead to the node of the page itself. */
const LEADS_TO_WORK = ['@graph', 'mainEntity'];

const jsonLdNode = (value: unknown): JsonLdNode | null => {
  if (value instanceof Map) return value;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : null;
};

/** All values of a property, which may be a list. */
const propertyValues = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/**
 * Finds the wanted nodes in document order.
 * @param documents the page's JSON-LD
 * @param leads names of the properties that are followed
 */
function findNodes(
  documents: readonly unknown[],
  isWanted: (node: JsonLdNode) => boolean,
  leads: readonly string[],
): JsonLdNode[] {
  const found: JsonLdNode[] = [];
  let looked = 0;
  const look = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || looked++ > MAX_NODES) return;
    if (Array.isArray(value)) {
      for (const one of value) look(one, depth + 1);
      return;
    }
    const node = jsonLdNode(value);
    if (!node) return;
    if (isWanted(node)) found.push(node);
    for (const name of leads) look(node.get(name), depth + 1);
  };
  for (const document of documents) look(document, 0);
  return found;
}

/** Organizations that the page declares as its own. @param documents its JSON-LD */
export const organizationNodes = (documents: readonly unknown[]): JsonLdNode[] =>
  findNodes(documents, (node) => isOfType(node, ORGANIZATIONS), LEADS_TO_OWNER);

/** Resolves a node that consists of an `@id` reference to the full node (JSON-LD 1.1, 3.3). */
export function referredNode(documents: readonly unknown[], node: JsonLdNode): JsonLdNode {
  const id = node.get('@id');
  if (typeof id !== 'string' || node.size > 2 || (node.size === 2 && !node.has('@type')))
    return node;
  return (
    findNodes(documents, (one) => one.get('@id') === id && one.size > node.size, ['@graph'])[0] ??
    node
  );
}

/** All values of a property; of a long list, only the first references are resolved. */
export const referredValues = (documents: readonly unknown[], value: unknown): unknown[] =>
  propertyValues(value).map((one, at) => {
    const node = at < MAX_REFERENCES ? jsonLdNode(one) : null;
    return node ? referredNode(documents, node) : one;
  });

/** Types of an item that states author and date; an item of another type may be a third party's. */
const ARTICLE = /(?:article|posting|report|recipe|videoobject)$/i;

/** The only article among the items of a page; null where it lists several. */
function onlyArticle(items: readonly unknown[]): JsonLdNode | null {
  const isArticle = (node: JsonLdNode) =>
    isOfType(node, WORKS) &&
    propertyValues(node.get('@type')).some((type) => ARTICLE.test(String(type)));
  const [only, ...others] = findNodes(items, isArticle, LEADS_TO_WORK);
  return only && others.length === 0 ? only : null;
}

/**
 * The node of the page itself, such as an article; an empty node when there is none.
 * @param documents its JSON-LD
 * @param items its microdata and RDFa
 */
export function workNode(documents: readonly unknown[], items: readonly unknown[]): JsonLdNode {
  const isWork = (node: JsonLdNode) => isOfType(node, WORKS);
  const [first, ...others] = findNodes(documents, isWork, LEADS_TO_WORK);
  // Site software adds a WebPage to every page; a dated article within it is more specific.
  const article = [first, ...others].find((node) => node?.has('datePublished'));
  return article ?? onlyArticle(items) ?? first ?? new Map();
}

/** The name of a thing, or of a person by its parts. */
const nameOf = (node: JsonLdNode): unknown =>
  node.get('name') ??
  ['givenName', 'familyName'].flatMap((part) => propertyValues(node.get(part))[0] ?? []).join(' ');

/** The authors of a work; a product has none, whatever its template states. */
export const authorsOf = (work: JsonLdNode): unknown =>
  isOfType(work, PRODUCTS) ? null : (work.get('author') ?? work.get('creator'));

/** Texts of a property: string, number, `{"@value"}`, `{"name"}`, or a list; entities decoded. */
export const propertyTexts = (value: unknown): string[] =>
  propertyValues(value).flatMap((one) => {
    const node = jsonLdNode(one);
    const [plain] = node ? propertyValues(node.get('@value') ?? nameOf(node)) : [one];
    if (typeof plain !== 'string' && typeof plain !== 'number') return [];
    const text = tidyText(decodeHTML(String(plain).slice(0, MAX_TEXT_CHARS)));
    return text === '' ? [] : [text];
  });

export const propertyText = (value: unknown): string | null => propertyTexts(value)[0] ?? null;

/** The first address in a property: a string, or the `url` of a node such as an ImageObject. */
export const propertyUrl = (value: unknown): string | null =>
  propertyText(propertyNodes(value)[0]?.get('url') ?? value);

/** A whole number, or its text form, at most nine digits; null for others. */
export const propertyCount = (value: unknown): number | null => {
  const text = propertyText(value)?.replaceAll(/[,\s]/g, '') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
};

export const propertyNodes = (value: unknown): JsonLdNode[] =>
  propertyValues(value).flatMap((one) => jsonLdNode(one) ?? []);
