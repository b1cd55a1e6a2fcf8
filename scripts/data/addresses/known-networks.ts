import type { AsnClass } from '../../../src/domain/ip/address.ts';

/** Networks whose registered name does not tell what they are for, by number; wins over all. */
export interface KnownNetwork {
  class: AsnClass;
  /** Brand shown to callers. */
  operator: string;
  /** What each number's registered name must contain: a number that changed hands is refused. */
  name: RegExp;
  asns: readonly number[];
}

const known = (
  networkClass: AsnClass,
  operator: string,
  name: RegExp,
  ...asns: number[]
): KnownNetwork => ({
  class: networkClass,
  operator,
  name,
  asns,
});

export const KNOWN_NETWORKS: readonly KnownNetwork[] = [
  known('hosting', 'Google Cloud', /google/i, 396982, 19527),
  known('hosting', 'Linode', /akamai/i, 63949),
  known('hosting', 'Vultr', /constant company/i, 20473),
  known('hosting', 'DigitalOcean', /digitalocean/i, 14061),
  known('hosting', 'Scaleway', /scaleway/i, 12876, 29447),
  known('hosting', 'HostPapa (ColoCrossing)', /hostpapa/i, 36352),
  known('hosting', 'IONOS', /ionos/i, 8560),
  known('hosting', 'Equinix', /equinix/i, 15830),
  known('hosting', 'Steadfast', /^steadfast$/i, 32748, 46440),
  known('hosting', 'Lambda', /^lambda$/i, 11588),
  known('vpn', 'Avast', /avast/i, 198605),
  known('vpn', 'Opera', /opera|hern labs/i, 39832, 205016),
  known('vpn', 'iboss', /iboss/i, 202276, 396253),
  known('isp', 'Triolan', /content delivery network/i, 13188),
  known('vpn', 'M247', /m247/i, 9009, 16247),
  known('vpn', 'Datacamp', /datacamp/i, 212238, 60068),
  known('vpn', 'Mullvad', /31173/, 39351),
  known('cdn', 'Automattic', /automattic/i, 2635),
  known('platform', 'Apple', /apple/i, 714, 6185, 2709),
  known('isp', 'Google Fiber', /google fiber/i, 16591),
  known('public_dns', 'Quad9', /quad9/i, 19281),
  known('public_dns', 'OpenDNS', /opendns/i, 36692),
  known('mobile', 'Verizon Wireless', /verizon/i, 6167, 22394),
  known('isp', 'Verizon', /verizon/i, 701),
  known('mobile', 'AT&T Mobility', /at&t/i, 20057),
  known('isp', 'AT&T', /at&t/i, 7018, 6389),
  known('mobile', 'NTT DOCOMO', /docomo/i, 9605),
  known('mobile', 'Bharti Airtel', /airtel/i, 45609),
  known('isp', 'Bharti Airtel', /airtel/i, 24560, 9498),
  known('mobile', 'Reliance Jio', /jio/i, 55836),
  known('mobile', 'SK Telecom', /sk telecom/i, 9644),
  known('mobile', 'Telkomsel', /selular/i, 23693),
  known('mobile', 'Indosat', /indosat/i, 4761),
  known('mobile', 'Turkcell', /turkcell/i, 16135),
  known('mobile', 'Vodacom', /vodacom/i, 29975, 36994),
  known('mobile', 'Safaricom', /safaricom/i, 33771),
  known('mobile', 'Play', /p4 /i, 9141, 39603),
  known('mobile', 'MegaFon', /megafon/i, 12714),
  known('mobile', 'Three UK', /hutchison 3g/i, 206067),
  known('mobile', 'Three Austria', /hutchison drei/i, 25255, 8437),
  known('mobile', 'Three Sweden', /hi3g/i, 44034),
  known('mobile', 'EE', /^ee limited/i, 12576),
  known('mobile', 'O2 UK', /telefonica uk|o2/i, 35228),
  known('mobile', 'Vodafone Idea', /vodafone idea/i, 45271, 38266),
  known('mobile', 'Vodafone Australia', /vodafone australia/i, 133612),
  known('isp', 'Deutsche Telekom', /deutsche telekom/i, 3320),
  known('isp', 'Telefónica Germany', /telefonica germany/i, 6805),
  known('isp', 'China Telecom', /chinanet/i, 4134),
  known('isp', 'China Unicom', /china unicom/i, 4837),
  known('mobile', 'China Mobile', /china mobile/i, 9808),
  known('isp', 'Orange', /orange/i, 3215),
  known('isp', 'Starlink', /space exploration/i, 14593),
  known('isp', 'RCN', /rcn/i, 6079),
  known('isp', 'Frontier', /frontier/i, 5650),
  known('transit', 'Lumen', /level 3/i, 3356, 3549),
  known('transit', 'Arelion', /arelion|telia/i, 1299),
  known('transit', 'GTT', /gtt/i, 3257),
  known('transit', 'NTT Global IP Network', /ntt/i, 2914),
  known('transit', 'Tata Communications', /tata/i, 6453),
  known('transit', 'PCCW Global', /pccw/i, 3491),
  known('transit', 'Telstra International', /telstra/i, 4637),
  known('education', 'SURF', /surf/i, 1103, 1101),
  known('education', 'Jisc', /jisc/i, 786),
  known('education', 'DFN', /deutschen forschungsnetzes/i, 680),
  known('education', 'RENATER', /renater/i, 2200),
  known('education', 'SWITCH', /switch/i, 559),
  known('education', 'GARR', /garr/i, 137),
  known('education', 'CENIC', /cenic/i, 2152),
  known('education', 'Merit Network', /merit/i, 237),
  known('education', 'BELNET', /belnet/i, 2611),
  known('education', 'CESNET', /cesnet/i, 2852),
  known('government', 'US Postal Service', /postal service/i, 5774),
  known('government', 'NASA', /aeronautics/i, 270),
];
