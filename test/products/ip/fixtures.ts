/** Feed files in the publishers' real shapes, cut short. */
export const FIXTURES: Readonly<Record<string, string>> = {
  aws: JSON.stringify({
    syncToken: '1781687588',
    createDate: '2026-06-17-09-13-08',
    prefixes: [
      {
        ip_prefix: '3.4.12.4/32',
        region: 'eu-west-1',
        service: 'AMAZON',
        network_border_group: 'eu-west-1',
      },
      {
        ip_prefix: '52.95.110.0/24',
        region: 'us-east-1',
        service: 'AMAZON',
        network_border_group: 'us-east-1',
      },
      {
        ip_prefix: '52.95.110.0/24',
        region: 'us-east-1',
        service: 'EC2',
        network_border_group: 'us-east-1',
      },
      {
        ip_prefix: '13.32.0.0/15',
        region: 'GLOBAL',
        service: 'CLOUDFRONT',
        network_border_group: 'GLOBAL',
      },
    ],
    ipv6_prefixes: [
      {
        ipv6_prefix: '2600:1f14::/35',
        region: 'us-west-2',
        service: 'EC2',
        network_border_group: 'us-west-2',
      },
      {
        ipv6_prefix: '2600:9000:5200::/40',
        region: 'GLOBAL',
        service: 'CLOUDFRONT',
        network_border_group: 'GLOBAL',
      },
    ],
  }),
  google_cloud: JSON.stringify({
    syncToken: '1781000000000',
    creationTime: '2026-06-16T18:04:45.46112',
    prefixes: [
      { ipv4Prefix: '34.1.208.0/20', service: 'Google Cloud', scope: 'africa-south1' },
      { ipv6Prefix: '2600:1900:8000::/44', service: 'Google Cloud', scope: 'africa-south1' },
    ],
  }),
  azure: JSON.stringify({
    changeNumber: 391,
    cloud: 'Public',
    values: [
      {
        name: 'ActionGroup',
        id: 'ActionGroup',
        properties: {
          changeNumber: 60,
          region: '',
          platform: 'Azure',
          systemService: 'ActionGroup',
          addressPrefixes: ['4.145.74.52/30'],
        },
      },
      {
        name: 'AzureCloud.westeurope',
        id: 'AzureCloud.westeurope',
        properties: {
          ...{ changeNumber: 90, region: 'westeurope', platform: 'Azure', systemService: '' },
          addressPrefixes: ['20.50.0.0/18', '2603:1020:200::/46'],
        },
      },
    ],
  }),
  oracle_cloud: JSON.stringify({
    last_updated_timestamp: '2026-06-10T20:12:26.532106',
    regions: [{ region: 'us-phoenix-1', cidrs: [{ cidr: '129.146.0.0/21', tags: ['OCI'] }] }],
  }),
  digitalocean:
    '5.101.96.0/21,NL,NL-NH,Amsterdam,1105\r\n2400:6180::/48,SG,SG-01,Singapore,627753\r\n',
  linode:
    '# prefix,alpha2code,region,city,postal\n45.33.0.0/17,US,US-TX,Richardson,\n2600:3c00::/32,US,US-TX,Richardson,\n',
  vultr: '# Geofeed\n45.76.0.0/20,NL,NL-NH,Amsterdam,\n2001:19f0:5000::/38,NL,NL-NH,Amsterdam,\n',
  cloudflare_v4: '173.245.48.0/20\n104.16.0.0/13\n',
  cloudflare_v6: '2400:cb00::/32\n2606:4700::/32',
  tor_exits: '185.220.101.1\n185.220.101.2\n171.25.193.25\n',
  tor_relays: JSON.stringify({
    version: '8.0',
    relays_published: '2026-06-17 22:00:00',
    relays: [
      { or_addresses: ['185.220.101.1:9001', '[2a0b:f4c2::1]:9001'] },
      { or_addresses: ['171.25.193.20:443'], exit_addresses: ['171.25.193.77', '2a0b:f4c2::77'] },
    ],
  }),
  x4bnet_vpn_v6: '2a0d:5600::/32\n2001:ac8:20::/48\n',
  x4bnet_datacenter_v6: '2a01:4f8::/32\n2604:a880::/32\n',
  x4bnet_vpn: '2.56.16.0/22\n146.70.0.0/16\n',
  x4bnet_datacenter: '5.9.0.0/16\n46.4.0.0/16\n',
  icloud_private_relay:
    '172.224.226.0/31,GB,GB-ENG,London,\n172.224.226.2/31,GB,GB-ENG,Manchester,\n2a02:26f7:b000:4000::/64,AT,AT-9,Vienna,\n',
  googlebot: JSON.stringify({
    creationTime: '2026-06-15T14:46:05.000000',
    prefixes: [{ ipv6Prefix: '2001:4860:4801:10::/64' }, { ipv4Prefix: '66.249.66.0/27' }],
  }),
  bingbot: JSON.stringify({
    creationTime: '2024-01-03T10:00:00.121331',
    prefixes: [{ ipv4Prefix: '157.55.39.0/24' }],
  }),
  gptbot: JSON.stringify({
    creationTime: '2025-10-23T00:00:00.000000',
    prefixes: [{ ipv4Prefix: '52.230.152.0/24' }],
  }),
  oai_searchbot: JSON.stringify({
    creationTime: '2025-10-23T00:00:00.000000',
    prefixes: [{ ipv4Prefix: '20.42.10.176/28' }],
  }),
  chatgpt_user: JSON.stringify({
    creationTime: '2025-10-23T00:00:00.000000',
    prefixes: [{ ipv4Prefix: '13.65.138.112/28' }],
  }),
  perplexitybot: JSON.stringify({
    creationTime: '2025-01-27T00:00:00.000000',
    prefixes: [{ ipv4Prefix: '107.20.236.150/32' }],
  }),
  duckduckbot: JSON.stringify({
    creationTime: '2025-11-01T00:00:00.000000',
    prefixes: [{ ipv4Prefix: '57.152.72.128/32' }],
  }),
};

export const AZURE_FILE_PATH =
  '/download/7/1/d/71d86715-5596-4529-9b13-da13a5de5b63/ServiceTags_Public_20260615.json';
export const AZURE_PAGE = `<a href="https://download.microsoft.com${AZURE_FILE_PATH}">Download</a>`;
