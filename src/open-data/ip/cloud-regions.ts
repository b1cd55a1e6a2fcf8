/** Where a cloud's region is: the city its provider names, else the one its data centres lie in. */
export interface CloudPlace {
  city: string;
  /** English name, as the address table writes it. */
  region: string;
  countryCode: string;
  latitude: number;
  longitude: number;
}

/**
 * A city a line, with its country, region, coordinates (GeoNames, CC-BY 4.0) and the names that
 * providers give to their regions there: AWS "Regions and Availability Zones", Google Cloud "Cloud
 * locations", Azure "Azure geographies", Oracle "Regions and Availability Domains". A provider's
 * names are unlike another's, but for the few that are written with it.
 */
const TABLE = `
Ashburn|US|Virginia|39.04|-77.49|us-east-1 us-east4 us-ashburn-1
Boydton|US|Virginia|36.67|-78.39|eastus eastus2 eastus2euap eastusstg
Columbus|US|Ohio|39.96|-83.00|us-east-2 us-east5
San Jose|US|California|37.34|-121.89|us-west-1 us-sanjose-1 westus
Boardman|US|Oregon|45.84|-119.70|us-west-2
The Dalles|US|Oregon|45.59|-121.18|us-west1
Quincy|US|Washington|47.23|-119.85|westus2
Phoenix|US|Arizona|33.45|-112.07|us-phoenix-1 westus3
Council Bluffs|US|Iowa|41.26|-95.86|us-central1
Des Moines|US|Iowa|41.60|-93.61|centralus centraluseuap
Moncks Corner|US|South Carolina|33.20|-80.01|us-east1
Dallas|US|Texas|32.78|-96.81|us-south1
San Antonio|US|Texas|29.42|-98.49|southcentralus
Chicago|US|Illinois|41.85|-87.65|northcentralus us-chicago-1
Cheyenne|US|Wyoming|41.14|-104.82|westcentralus
Los Angeles|US|California|34.05|-118.24|us-west2
Salt Lake City|US|Utah|40.76|-111.89|us-west3
Las Vegas|US|Nevada|36.17|-115.14|us-west4
Montreal|CA|Quebec|45.51|-73.59|ca-central-1 northamerica-northeast1 ca-montreal-1
Toronto|CA|Ontario|43.70|-79.42|northamerica-northeast2 canadacentral ca-toronto-1
Quebec|CA|Quebec|46.81|-71.21|canadaeast
Calgary|CA|Alberta|51.05|-114.09|ca-west-1
Querétaro City|MX|Querétaro|20.59|-100.39|mx-central-1 northamerica-south1
Querétaro City|MX|Querétaro|20.59|-100.39|mexicocentral mx-queretaro-1
Monterrey|MX|Nuevo León|25.67|-100.32|mx-monterrey-1
São Paulo|BR|São Paulo|-23.55|-46.64|sa-east-1 southamerica-east1 brazilsouth sa-saopaulo-1
Rio de Janeiro|BR|Rio de Janeiro|-22.91|-43.18|brazilsoutheast
Vinhedo|BR|São Paulo|-23.03|-46.98|sa-vinhedo-1
Santiago|CL|Santiago Metropolitan|-33.46|-70.65|southamerica-west1 chilecentral sa-santiago-1
Valparaíso|CL|Valparaíso|-33.04|-71.63|sa-valparaiso-1
Bogotá|CO|Bogota D.C.|4.61|-74.08|sa-bogota-1
Dublin|IE|Leinster|53.33|-6.25|eu-west-1 northeurope
London|GB|England|51.51|-0.13|eu-west-2 europe-west2 uksouth uk-london-1
Cardiff|GB|Wales|51.48|-3.18|ukwest
Newport|GB|Wales|51.59|-3.00|uk-cardiff-1
Paris|FR|Île-de-France|48.85|2.35|eu-west-3 europe-west9 francecentral eu-paris-1
Marseille|FR|Provence-Alpes-Côte d'Azur|43.30|5.38|francesouth eu-marseille-1
Frankfurt am Main|DE|Hesse|50.12|8.68|eu-central-1 europe-west3 germanywestcentral eu-frankfurt-1
Berlin|DE|Berlin|52.52|13.41|germanynorth europe-west10
Eemshaven|NL|Groningen|53.43|6.80|europe-west4
Amsterdam|NL|North Holland|52.37|4.89|westeurope eu-amsterdam-1
Saint-Ghislain|BE|Wallonia|50.45|3.82|europe-west1
Brussels|BE|Brussels Capital|50.85|4.35|belgiumcentral
Zürich|CH|Zurich|47.37|8.55|eu-central-2 europe-west6 switzerlandnorth eu-zurich-1
Geneva|CH|Geneva|46.20|6.15|switzerlandwest
Milan|IT|Lombardy|45.46|9.19|eu-south-1 europe-west8 italynorth eu-milan-1
Turin|IT|Piedmont|45.07|7.69|europe-west12 eu-turin-1
Madrid|ES|Madrid|40.42|-3.70|europe-southwest1 spaincentral eu-madrid-1 eu-madrid-3
Zaragoza|ES|Aragon|41.66|-0.88|eu-south-2
Stockholm|SE|Stockholm|59.33|18.07|eu-north-1 europe-north2 eu-stockholm-1
Gävle|SE|Gävleborg|60.67|17.14|swedencentral
Malmö|SE|Skåne|55.61|13.00|swedensouth
Hamina|FI|Kymenlaakso|60.57|27.20|europe-north1
Oslo|NO|Oslo|59.91|10.75|norwayeast
Stavanger|NO|Rogaland|58.97|5.73|norwaywest
Copenhagen|DK|Capital Region|55.68|12.57|denmarkeast
Warsaw|PL|Mazovia|52.23|21.01|europe-central2 polandcentral
Vienna|AT|Vienna|48.21|16.37|austriaeast
Belgrade|RS|Belgrade|44.80|20.47|eu-jovanovac-1
Tel Aviv|IL|Tel Aviv|32.08|34.78|il-central-1 me-west1 israelcentral
Jerusalem|IL|Jerusalem|31.77|35.22|il-jerusalem-1
Manama|BH|Manama|26.23|50.59|me-south-1
Dubai|AE|Dubai|25.08|55.31|me-central-1 uaenorth me-dubai-1
Abu Dhabi|AE|Abu Dhabi|24.45|54.40|uaecentral me-abudhabi-1
Doha|QA|Baladiyat ad Dawhah|25.29|51.53|me-central1 qatarcentral
Dammam|SA|Eastern Province|26.43|50.10|me-central2
Jeddah|SA|Mecca Region|21.49|39.19|me-jeddah-1
Riyadh|SA|Riyadh Region|24.69|46.72|me-riyadh-1
Cape Town|ZA|Western Cape|-33.93|18.42|af-south-1 southafricawest
Johannesburg|ZA|Gauteng|-26.20|28.04|africa-south1 southafricanorth af-johannesburg-1
Mumbai|IN|Maharashtra|19.07|72.88|ap-south-1 asia-south1 westindia ap-mumbai-1 jioindiawest
Hyderabad|IN|Telangana|17.38|78.46|ap-south-2 ap-hyderabad-1
Delhi|IN|Delhi|28.65|77.23|asia-south2
Pune|IN|Maharashtra|18.52|73.86|centralindia
Chennai|IN|Tamil Nadu|13.09|80.28|southindia
Nagpur|IN|Maharashtra|21.15|79.08|jioindiacentral
Singapore|SG|Singapore|1.29|103.85|ap-southeast-1 asia-southeast1
Singapore|SG|Singapore|1.29|103.85|southeastasia ap-singapore-1 ap-singapore-2
Jakarta|ID|Jakarta|-6.21|106.85|ap-southeast-3 asia-southeast2 indonesiacentral
Batam|ID|Riau Islands|1.15|104.02|ap-batam-1
Kuala Lumpur|MY|Kuala Lumpur|3.14|101.69|ap-southeast-5 malaysiawest
Bangkok|TH|Bangkok|13.75|100.50|ap-southeast-7
Hong Kong|HK|Hong Kong|22.28|114.17|ap-east-1 asia-east2 eastasia
Taipei|TW|Taiwan|25.05|121.53|ap-east-2 taiwannorth
Changhua|TW|Taiwan|24.08|120.54|asia-east1
Tokyo|JP|Tokyo|35.69|139.69|ap-northeast-1 asia-northeast1 japaneast ap-tokyo-1
Osaka|JP|Osaka|34.69|135.50|ap-northeast-3 asia-northeast2 japanwest ap-osaka-1
Seoul|KR|Seoul|37.57|126.98|ap-northeast-2 asia-northeast3 koreacentral ap-seoul-1
Busan|KR|Busan|35.10|129.03|koreasouth
Chuncheon|KR|Gangwon-do|37.87|127.73|ap-chuncheon-1
Sydney|AU|New South Wales|-33.87|151.21|ap-southeast-2 australia-southeast1
Sydney|AU|New South Wales|-33.87|151.21|australiaeast ap-sydney-1
Melbourne|AU|Victoria|-37.81|144.96|ap-southeast-4 australia-southeast2
Melbourne|AU|Victoria|-37.81|144.96|australiasoutheast ap-melbourne-1
Canberra|AU|Australian Capital Territory|-35.28|149.13|australiacentral australiacentral2
Auckland|NZ|Auckland|-36.85|174.76|ap-southeast-6 newzealandnorth
Beijing|CN|Beijing|39.91|116.40|cn-north-1
Zhongwei|CN|Ningxia|37.51|105.19|cn-northwest-1
`;

const CLOUD_PLACES: ReadonlyMap<string, CloudPlace> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [city = '', countryCode = '', region = '', latitude, longitude, names = ''] =
        line.split('|');
      const place = {
        ...{ city, region, countryCode },
        ...{ latitude: Number(latitude), longitude: Number(longitude) },
      };
      return names.split(' ').map((name) => [name, place] as const);
    }),
);

/**
 * Where the region of this name is.
 * @param region as its provider's own feed writes it
 * @returns null of a name that the table does not know: a new region, or another provider's
 */
export const cloudPlaceOf = (region: string): CloudPlace | null => CLOUD_PLACES.get(region) ?? null;
