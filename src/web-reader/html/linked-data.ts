import { decodeHTML } from 'entities';

/** Organization and what is below it (schema.org, version 29), lower case. */
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

/** What a page can be itself: Article and what is below it, WebPage, and media (schema.org). */
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

/** The name of a type without its vocabulary: `https://schema.org/Corporation` is Corporation. */
const localName = (type: string): string =>
  type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf(':'), type.lastIndexOf('#')) + 1);

/** Whether a `@type`, one or a list, is among these. */
const isOfType = (node: JsonLdNode, types: ReadonlySet<string>): boolean =>
  propertyValues(node.get('@type')).some(
    (one) => typeof one === 'string' && types.has(localName(one).toLowerCase()),
  );

/** A node of JSON-LD, by names that are the page's. */
export type JsonLdNode = ReadonlyMap<string, unknown>;

/** Nodes looked at on one page, and how far inside one another. */
const MAX_NODES = 2_000;
const MAX_DEPTH = 6;
const MAX_TEXT_CHARS = 2_000;

/** Properties that lead to the page's own organization; other nested nodes are of third parties. */
const LEADS_TO_OWNER = ['@graph', 'publisher', 'mainEntity', 'about'];
/** Properties that lead to what the page itself is. */
const LEADS_TO_WORK = ['@graph', 'mainEntity'];

const jsonLdNode = (value: unknown): JsonLdNode | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : null;

/** Every value of a property, whether it is one or a list. */
const propertyValues = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/**
 * Nodes that are wanted, in the order they stand there.
 * @param documents a page's JSON-LD
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

/** The organizations a page names as itself. @param documents its JSON-LD */
export const organizationNodes = (documents: readonly unknown[]): JsonLdNode[] =>
  findNodes(documents, (node) => isOfType(node, ORGANIZATIONS), LEADS_TO_OWNER);

/** A node in full where it stands elsewhere and is named by its `@id` alone (JSON-LD 1.1, 3.3). */
export function referredNode(documents: readonly unknown[], node: JsonLdNode): JsonLdNode {
  const id = node.get('@id');
  if (typeof id !== 'string' || node.size > 2 || (node.size === 2 && !node.has('@type')))
    return node;
  return (
    findNodes(documents, (one) => one.get('@id') === id && one.size > node.size, ['@graph'])[0] ??
    node
  );
}

/**
 * What the page itself is, such as an article; an empty node where it names nothing.
 * @param documents its JSON-LD
 */
export function workNode(documents: readonly unknown[]): JsonLdNode {
  const isWork = (node: JsonLdNode) => isOfType(node, WORKS);
  const [first, ...others] = findNodes(documents, isWork, LEADS_TO_WORK);
  // WebPage is what a site's software writes of every page; the article within says more.
  const article = [first, ...others].find((node) => node?.has('datePublished'));
  return article ?? first ?? new Map();
}

/** The texts of a property: text, number, `{"@value"}`, `{"name"}`, or a list; entities decoded. */
export const propertyTexts = (value: unknown): string[] =>
  propertyValues(value).flatMap((one) => {
    const node = jsonLdNode(one);
    const plain = node ? (node.get('@value') ?? node.get('name')) : one;
    if (typeof plain !== 'string' && typeof plain !== 'number') return [];
    const text = decodeHTML(String(plain).slice(0, MAX_TEXT_CHARS)).replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [text];
  });

export const propertyText = (value: unknown): string | null => propertyTexts(value)[0] ?? null;

/** The first address of a property: text, or the `url` of a node such as an ImageObject. */
export const propertyUrl = (value: unknown): string | null =>
  propertyText(propertyNodes(value)[0]?.get('url') ?? value);

/** A whole number, or text that is one. */
export const propertyCount = (value: unknown): number | null => {
  const text = propertyText(value)?.replaceAll(/[,\s]/g, '') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
};

export const propertyNodes = (value: unknown): JsonLdNode[] =>
  propertyValues(value).flatMap((one) => jsonLdNode(one) ?? []);
