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

const TYPES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

/**
 * The name of a type without where it is defined: `https://schema.org/Corporation`,
 * `schema:Corporation`.
 */
const localName = (type: string): string =>
  type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf(':'), type.lastIndexOf('#')) + 1);

/** Whether a `@type`, one or a list, is Organization or below it. */
export const isOrganization = (type: unknown): boolean =>
  (Array.isArray(type) ? type : [type]).some(
    (one) => typeof one === 'string' && TYPES.has(localName(one).toLowerCase()),
  );
