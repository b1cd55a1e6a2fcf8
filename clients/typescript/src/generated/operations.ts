// Written by `npm run clients` from the OpenAPI document. Do not edit.

import type { CallOptions, Operation } from '../client.js';
import type { Pages } from '../pages.js';
import type {
  AccountAnswer,
  AccountSearchAnswer,
  AccountSearchRequest,
  AdLibraryLookupAnswer,
  AdLibraryLookupRequest,
  AudienceDemographicsAnswer,
  AudienceDemographicsRequest,
  AudienceIntelligenceAnswer,
  AudienceIntelligenceRequest,
  AudioTranscriptionAnswer,
  AudioTranscriptionRequest,
  B2bContactAppendAnswer,
  B2bContactAppendRequest,
  BacklinkOverviewAnswer,
  BacklinkOverviewRequest,
  BatchAnswer,
  BatchRequest,
  BulkJobAnswer,
  BulkJobCreatedAnswer,
  BulkJobListAnswer,
  BulkJobRequest,
  BulkResultsAnswer,
  BusinessLookupAnswer,
  BusinessLookupRequest,
  BusinessVerifyAnswer,
  BusinessVerifyRequest,
  CompanyFirmographicsAnswer,
  CompanyFirmographicsRequest,
  CompanyProfileLookupAnswer,
  CompanyProfileLookupRequest,
  DeletedWebhookEndpointAnswer,
  DomainAgeAnswer,
  DomainAgeRequest,
  DomainAuthorityAnswer,
  DomainAuthorityRequest,
  DomainSeoIntelligenceAnswer,
  DomainSeoIntelligenceRequest,
  EmailAnswer,
  EmailAppendAnswer,
  EmailAppendRequest,
  EmailEnrichmentAnswer,
  EmailEnrichmentRequest,
  EmailRequest,
  EventListAnswer,
  GetBulkResultsQuery,
  Health,
  HlrLookupAnswer,
  HlrLookupRequest,
  IpAnswer,
  IpRequest,
  JobChangeMonitorAnswer,
  JobChangeMonitorChanges,
  JobChangeMonitorCountAnswer,
  JobChangeMonitorDeletedAnswer,
  JobChangeMonitorEventListAnswer,
  JobChangeMonitorListAnswer,
  JobChangeMonitorMemberListAnswer,
  JobChangeMonitorMembers,
  JobChangeMonitorMembersToRemove,
  JobChangeMonitorRequest,
  JobChangeMonitorRunAnswer,
  KeywordMetricsAnswer,
  KeywordMetricsRequest,
  LinkInBioLookupAnswer,
  LinkInBioLookupRequest,
  ListBulkJobsQuery,
  ListEventsQuery,
  ListJobChangeMonitorContactsQuery,
  ListJobChangeMonitorEventsQuery,
  ListJobChangeMonitorsQuery,
  ListNumberMonitorEventsQuery,
  ListNumberMonitorNumbersQuery,
  ListNumberMonitorsQuery,
  ListRequestsQuery,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  MnpLookupAnswer,
  MnpLookupRequest,
  MobileFinderAnswer,
  MobileFinderRequest,
  NetworkCompanyLookupAnswer,
  NetworkCompanyLookupRequest,
  NetworkEmailFinderAnswer,
  NetworkEmailFinderRequest,
  NetworkProfileLookupAnswer,
  NetworkProfileLookupRequest,
  NtLookupAnswer,
  NtLookupRequest,
  NumberMonitorAnswer,
  NumberMonitorChanges,
  NumberMonitorCountAnswer,
  NumberMonitorDeletedAnswer,
  NumberMonitorEventListAnswer,
  NumberMonitorListAnswer,
  NumberMonitorMemberListAnswer,
  NumberMonitorMembers,
  NumberMonitorMembersToRemove,
  NumberMonitorRequest,
  NumberMonitorRunAnswer,
  PhoneAnswer,
  PhoneAppendAnswer,
  PhoneAppendRequest,
  PhoneRequest,
  PhoneScrubAnswer,
  PhoneScrubRequest,
  PhoneSpamAnswer,
  PhoneSpamRequest,
  ProductListAnswer,
  PropertyLookupAnswer,
  PropertyLookupRequest,
  ProspectSearchAnswer,
  ProspectSearchRequest,
  RedeliverFailedJobWebhooksRequest,
  RedeliverFailedWebhooksRequest,
  RedeliveredWebhooksAnswer,
  RequestListAnswer,
  ReverseEmailAppendAnswer,
  ReverseEmailAppendRequest,
  ReverseIpAppendAnswer,
  ReverseIpAppendRequest,
  ReversePhoneLookupAnswer,
  ReversePhoneLookupRequest,
  SearchIntentLookupAnswer,
  SearchIntentLookupRequest,
  SocialPostLookupAnswer,
  SocialPostLookupRequest,
  SocialProfileCheckAnswer,
  SocialProfileCheckRequest,
  SocialSearchAnswer,
  SocialSearchRequest,
  TestWebhookRequest,
  VideoTranscriptAnswer,
  VideoTranscriptRequest,
  WebhookDelivery,
  WebhookDeliveryListAnswer,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookEndpointListAnswer,
  WebhookEndpointRequest,
  WebhookEndpointSecretAnswer,
  WebhookExchangeAnswer,
  WebhookTestAnswer,
  WebsiteContactsScraperAnswer,
  WebsiteContactsScraperRequest,
  WebsiteScraperAnswer,
  WebsiteScraperRequest,
} from './types.js';

/** A method for every operation of the API. */
export interface Operations {
  /** Validate and classify a phone number. At most 1 credit. `POST /v1/phone` */
  phone(body: PhoneRequest, options?: CallOptions): Promise<PhoneAnswer>;
  /** Number type of a phone number. At most 1 credit. `POST /v1/nt-lookup` */
  ntLookup(body: NtLookupRequest, options?: CallOptions): Promise<NtLookupAnswer>;
  /** Live network status of a mobile number. At most 5 credits. `POST /v1/hlr-lookup` */
  hlrLookup(body: HlrLookupRequest, options?: CallOptions): Promise<HlrLookupAnswer>;
  /** Carrier and portability of a phone number. At most 3 credits. `POST /v1/mnp-lookup` */
  mnpLookup(body: MnpLookupRequest, options?: CallOptions): Promise<MnpLookupAnswer>;
  /** Identify spam callers, robocallers and spoofed numbers from what was reported about them. At most 1 credit. `POST /v1/phone-spam` */
  phoneSpam(body: PhoneSpamRequest, options?: CallOptions): Promise<PhoneSpamAnswer>;
  /** Scrub a number against the Do Not Call registry, litigators and reassigned numbers. At most 10 credits. `POST /v1/phone-scrub` */
  phoneScrub(body: PhoneScrubRequest, options?: CallOptions): Promise<PhoneScrubAnswer>;
  /** Name and address behind a United States phone number. At most 25 credits. `POST /v1/reverse-phone-lookup` */
  reversePhoneLookup(body: ReversePhoneLookupRequest, options?: CallOptions): Promise<ReversePhoneLookupAnswer>;
  /** Verify an email address. At most 1 credit. `POST /v1/email` */
  email(body: EmailRequest, options?: CallOptions): Promise<EmailAnswer>;
  /** Phone numbers of a person in the United States, by name and address. At most 10 credits. `POST /v1/phone-append` */
  phoneAppend(body: PhoneAppendRequest, options?: CallOptions): Promise<PhoneAppendAnswer>;
  /** Email address of a person in the United States, by name and address. At most 10 credits. `POST /v1/email-append` */
  emailAppend(body: EmailAppendRequest, options?: CallOptions): Promise<EmailAppendAnswer>;
  /** Name, address and numbers of the person behind an email address. At most 10 credits. `POST /v1/reverse-email-append` */
  reverseEmailAppend(body: ReverseEmailAppendRequest, options?: CallOptions): Promise<ReverseEmailAppendAnswer>;
  /** Geolocate an IP address and distinguish proxies, VPNs, Tor exits and servers from people. At most 1 credit. `POST /v1/ip` */
  ip(body: IpRequest, options?: CallOptions): Promise<IpAnswer>;
  /** Company and contact behind an IP address. At most 10 credits. `POST /v1/reverse-ip-append` */
  reverseIpAppend(body: ReverseIpAppendRequest, options?: CallOptions): Promise<ReverseIpAppendAnswer>;
  /** Record of a business by name and city. At most 10 credits. `POST /v1/business-lookup` */
  businessLookup(body: BusinessLookupRequest, options?: CallOptions): Promise<BusinessLookupAnswer>;
  /** Ten checks of the details that a business gives about itself. At most 30 credits. `POST /v1/business-verify` */
  businessVerify(body: BusinessVerifyRequest, options?: CallOptions): Promise<BusinessVerifyAnswer>;
  /** Property, owner, sale, assessment and tax for an address in the United States. At most 15 credits. `POST /v1/property-lookup` */
  propertyLookup(body: PropertyLookupRequest, options?: CallOptions): Promise<PropertyLookupAnswer>;
  /** Work email address of a person by name and company domain. At most 5 credits. `POST /v1/email-enrichment` */
  emailEnrichment(body: EmailEnrichmentRequest, options?: CallOptions): Promise<EmailEnrichmentAnswer>;
  /** Verified work email address behind a page on the professional network. At most 30 credits. `POST /v1/network-email-finder` */
  networkEmailFinder(body?: NetworkEmailFinderRequest, options?: CallOptions): Promise<NetworkEmailFinderAnswer>;
  /** A person's public profile on the professional network. At most 10 credits. `POST /v1/network-profile-lookup` */
  networkProfileLookup(body: NetworkProfileLookupRequest, options?: CallOptions): Promise<NetworkProfileLookupAnswer>;
  /** Mobile number of a person at work. At most 40 credits. `POST /v1/mobile-finder` */
  mobileFinder(body?: MobileFinderRequest, options?: CallOptions): Promise<MobileFinderAnswer>;
  /** Work email, title and company of a person. At most 75 credits. `POST /v1/b2b-contact-append` */
  b2bContactAppend(body?: B2bContactAppendRequest, options?: CallOptions): Promise<B2bContactAppendAnswer>;
  /** Search people at work by job title, seniority, place and company. At most 2 credits. `POST /v1/prospect-search` */
  prospectSearch(body?: ProspectSearchRequest, options?: CallOptions): Promise<ProspectSearchAnswer>;
  /** Size, industry, revenue and age of the company behind a domain. At most 75 credits. `POST /v1/company-firmographics` */
  companyFirmographics(body: CompanyFirmographicsRequest, options?: CallOptions): Promise<CompanyFirmographicsAnswer>;
  /** Profile and funding of a company, by domain or page on the professional network. At most 25 credits. `POST /v1/company-profile-lookup` */
  companyProfileLookup(body?: CompanyProfileLookupRequest, options?: CallOptions): Promise<CompanyProfileLookupAnswer>;
  /** A company's page on the professional network. At most 10 credits. `POST /v1/network-company-lookup` */
  networkCompanyLookup(body: NetworkCompanyLookupRequest, options?: CallOptions): Promise<NetworkCompanyLookupAnswer>;
  /** Search companies by activity, place, size and technology. At most 75 credits. `POST /v1/account-search` */
  accountSearch(body?: AccountSearchRequest, options?: CallOptions): Promise<AccountSearchAnswer>;
  /** A web page as clean Markdown. At most 10 credits. `POST /v1/website-scraper` */
  websiteScraper(body: WebsiteScraperRequest, options?: CallOptions): Promise<WebsiteScraperAnswer>;
  /** Email addresses, phone numbers and social profiles that a site publishes. At most 10 credits. `POST /v1/website-contacts-scraper` */
  websiteContactsScraper(body: WebsiteContactsScraperRequest, options?: CallOptions): Promise<WebsiteContactsScraperAnswer>;
  /** Age and registration of a domain. At most 2 credits. `POST /v1/domain-age` */
  domainAge(body: DomainAgeRequest, options?: CallOptions): Promise<DomainAgeAnswer>;
  /** Links, profiles and email addresses of a link-in-bio page. At most 3 credits. `POST /v1/link-in-bio-lookup` */
  linkInBioLookup(body: LinkInBioLookupRequest, options?: CallOptions): Promise<LinkInBioLookupAnswer>;
  /** Ads of a company or about a keyword, from the libraries of five platforms. At most 10 credits. `POST /v1/ad-library-lookup` */
  adLibraryLookup(body?: AdLibraryLookupRequest, options?: CallOptions): Promise<AdLibraryLookupAnswer>;
  /** Whether an account of one of ten social platforms is live, and what it shows. At most 10 credits. `POST /v1/social-profile-check` */
  socialProfileCheck(body?: SocialProfileCheckRequest, options?: CallOptions): Promise<SocialProfileCheckAnswer>;
  /** A post, video or pin of one of ten platforms: author, text and counts. At most 5 credits. `POST /v1/social-post-lookup` */
  socialPostLookup(body: SocialPostLookupRequest, options?: CallOptions): Promise<SocialPostLookupAnswer>;
  /** Transcript of a video from one of seven platforms, as text and with times. At most 5 credits. `POST /v1/video-transcript` */
  videoTranscript(body: VideoTranscriptRequest, options?: CallOptions): Promise<VideoTranscriptAnswer>;
  /** Transcript of an audio or video file, priced by the minute. At most 6 credits a minute of audio. `POST /v1/audio-transcription` */
  audioTranscription(body: AudioTranscriptionRequest, options?: CallOptions): Promise<AudioTranscriptionAnswer>;
  /** Posts, videos or people of a social platform by words. At most 5 credits. `POST /v1/social-search` */
  socialSearch(body: SocialSearchRequest, options?: CallOptions): Promise<SocialSearchAnswer>;
  /** Countries of the followers of a short-video account. At most 40 credits. `POST /v1/audience-demographics` */
  audienceDemographics(body: AudienceDemographicsRequest, options?: CallOptions): Promise<AudienceDemographicsAnswer>;
  /** Authority, search traffic and advertising of a domain. At most 10 credits. `POST /v1/domain-authority` */
  domainAuthority(body: DomainAuthorityRequest, options?: CallOptions): Promise<DomainAuthorityAnswer>;
  /** Authority, backlinks and search traffic of a domain. At most 10 credits. `POST /v1/domain-seo-intelligence` */
  domainSeoIntelligence(body: DomainSeoIntelligenceRequest, options?: CallOptions): Promise<DomainSeoIntelligenceAnswer>;
  /** Backlink figures for a domain. At most 13 credits. `POST /v1/backlink-overview` */
  backlinkOverview(body: BacklinkOverviewRequest, options?: CallOptions): Promise<BacklinkOverviewAnswer>;
  /** Search volume, price and difficulty of a keyword. At most 6 credits. `POST /v1/keyword-metrics` */
  keywordMetrics(body: KeywordMetricsRequest, options?: CallOptions): Promise<KeywordMetricsAnswer>;
  /** A page of search results for a query. At most 1 credit. `POST /v1/search-intent-lookup` */
  searchIntentLookup(body: SearchIntentLookupRequest, options?: CallOptions): Promise<SearchIntentLookupAnswer>;
  /** Who visits a site: one of six reports. At most 86 credits. `POST /v1/audience-intelligence` */
  audienceIntelligence(body: AudienceIntelligenceRequest, options?: CallOptions): Promise<AudienceIntelligenceAnswer>;
  /** Up to 100 lookups of any products in one call. `POST /v1/batch` */
  batch(body: BatchRequest, options?: CallOptions): Promise<BatchAnswer>;
  /** Run one product over a list. `POST /v1/bulk/jobs` */
  createBulkJob(body: BulkJobRequest, options?: CallOptions): Promise<BulkJobCreatedAnswer>;
  /** Jobs of the organization, newest first. `GET /v1/bulk/jobs` */
  listBulkJobs(query?: ListBulkJobsQuery, options?: CallOptions): Pages<BulkJobListAnswer["jobs"][number], BulkJobListAnswer>;
  /** Status and counters of a job. `GET /v1/bulk/jobs/{id}` */
  getBulkJob(id: string, options?: CallOptions): Promise<BulkJobAnswer>;
  /** Results row by row, and links to the files. `GET /v1/bulk/jobs/{id}/results` */
  getBulkResults(id: string, query?: GetBulkResultsQuery, options?: CallOptions): Pages<BulkResultsAnswer["lookups"][number], BulkResultsAnswer>;
  /** Stop a job. `POST /v1/bulk/jobs/{id}/cancel` */
  cancelBulkJob(id: string, options?: CallOptions): Promise<BulkJobAnswer>;
  /** Create a number monitor. `POST /v1/number-monitors` */
  createNumberMonitor(body: NumberMonitorRequest, options?: CallOptions): Promise<NumberMonitorAnswer>;
  /** The organization's number monitors, newest first. `GET /v1/number-monitors` */
  listNumberMonitors(query?: ListNumberMonitorsQuery, options?: CallOptions): Pages<NumberMonitorListAnswer["monitors"][number], NumberMonitorListAnswer>;
  /** A number monitor. `GET /v1/number-monitors/{id}` */
  getNumberMonitor(id: string, options?: CallOptions): Promise<NumberMonitorAnswer>;
  /** Change a number monitor. `PATCH /v1/number-monitors/{id}` */
  changeNumberMonitor(id: string, body?: NumberMonitorChanges, options?: CallOptions): Promise<NumberMonitorAnswer>;
  /** Delete a number monitor. `DELETE /v1/number-monitors/{id}` */
  deleteNumberMonitor(id: string, options?: CallOptions): Promise<NumberMonitorDeletedAnswer>;
  /** Start a run now. `POST /v1/number-monitors/{id}/run` */
  runNumberMonitor(id: string, options?: CallOptions): Promise<NumberMonitorRunAnswer>;
  /** The numbers, in the order they were added. `GET /v1/number-monitors/{id}/numbers` */
  listNumberMonitorNumbers(id: string, query?: ListNumberMonitorNumbersQuery, options?: CallOptions): Pages<NumberMonitorMemberListAnswer["numbers"][number], NumberMonitorMemberListAnswer>;
  /** Add numbers. `POST /v1/number-monitors/{id}/numbers` */
  addNumberMonitorNumbers(id: string, body?: NumberMonitorMembers, options?: CallOptions): Promise<NumberMonitorCountAnswer>;
  /** Remove numbers. `DELETE /v1/number-monitors/{id}/numbers` */
  removeNumberMonitorNumbers(id: string, body?: NumberMonitorMembersToRemove, options?: CallOptions): Promise<NumberMonitorCountAnswer>;
  /** What changed, newest first. `GET /v1/number-monitors/{id}/events` */
  listNumberMonitorEvents(id: string, query?: ListNumberMonitorEventsQuery, options?: CallOptions): Pages<NumberMonitorEventListAnswer["events"][number], NumberMonitorEventListAnswer>;
  /** Create a job change monitor. `POST /v1/job-change-monitors` */
  createJobChangeMonitor(body: JobChangeMonitorRequest, options?: CallOptions): Promise<JobChangeMonitorAnswer>;
  /** The organization's job change monitors, newest first. `GET /v1/job-change-monitors` */
  listJobChangeMonitors(query?: ListJobChangeMonitorsQuery, options?: CallOptions): Pages<JobChangeMonitorListAnswer["monitors"][number], JobChangeMonitorListAnswer>;
  /** A job change monitor. `GET /v1/job-change-monitors/{id}` */
  getJobChangeMonitor(id: string, options?: CallOptions): Promise<JobChangeMonitorAnswer>;
  /** Change a job change monitor. `PATCH /v1/job-change-monitors/{id}` */
  changeJobChangeMonitor(id: string, body?: JobChangeMonitorChanges, options?: CallOptions): Promise<JobChangeMonitorAnswer>;
  /** Delete a job change monitor. `DELETE /v1/job-change-monitors/{id}` */
  deleteJobChangeMonitor(id: string, options?: CallOptions): Promise<JobChangeMonitorDeletedAnswer>;
  /** Start a run now. `POST /v1/job-change-monitors/{id}/run` */
  runJobChangeMonitor(id: string, options?: CallOptions): Promise<JobChangeMonitorRunAnswer>;
  /** The contacts, in the order they were added. `GET /v1/job-change-monitors/{id}/contacts` */
  listJobChangeMonitorContacts(id: string, query?: ListJobChangeMonitorContactsQuery, options?: CallOptions): Pages<JobChangeMonitorMemberListAnswer["contacts"][number], JobChangeMonitorMemberListAnswer>;
  /** Add contacts. `POST /v1/job-change-monitors/{id}/contacts` */
  addJobChangeMonitorContacts(id: string, body?: JobChangeMonitorMembers, options?: CallOptions): Promise<JobChangeMonitorCountAnswer>;
  /** Remove contacts. `DELETE /v1/job-change-monitors/{id}/contacts` */
  removeJobChangeMonitorContacts(id: string, body?: JobChangeMonitorMembersToRemove, options?: CallOptions): Promise<JobChangeMonitorCountAnswer>;
  /** What changed, newest first. `GET /v1/job-change-monitors/{id}/events` */
  listJobChangeMonitorEvents(id: string, query?: ListJobChangeMonitorEventsQuery, options?: CallOptions): Pages<JobChangeMonitorEventListAnswer["events"][number], JobChangeMonitorEventListAnswer>;
  /** Create a webhook endpoint. `POST /v1/webhook-endpoints` */
  createWebhookEndpoint(body: WebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpointSecretAnswer>;
  /** The organization's webhook endpoints, newest first. `GET /v1/webhook-endpoints` */
  listWebhookEndpoints(query?: ListWebhookEndpointsQuery, options?: CallOptions): Pages<WebhookEndpointListAnswer["endpoints"][number], WebhookEndpointListAnswer>;
  /** A webhook endpoint. `GET /v1/webhook-endpoints/{id}` */
  getWebhookEndpoint(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Change a webhook endpoint, switch it on or off. `PATCH /v1/webhook-endpoints/{id}` */
  changeWebhookEndpoint(id: string, body?: WebhookEndpointChanges, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Delete a webhook endpoint. `DELETE /v1/webhook-endpoints/{id}` */
  deleteWebhookEndpoint(id: string, options?: CallOptions): Promise<DeletedWebhookEndpointAnswer>;
  /** Replace the secret of an endpoint. `POST /v1/webhook-endpoints/{id}/rotate-secret` */
  rotateWebhookSecret(id: string, options?: CallOptions): Promise<WebhookEndpointSecretAnswer>;
  /** Send a webhook.test to an endpoint. `POST /v1/webhook-endpoints/{id}/test` */
  testWebhookEndpoint(id: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** Resend all failed deliveries. `POST /v1/webhook-endpoints/{id}/redeliver` */
  redeliverFailedWebhooks(id: string, body: RedeliverFailedWebhooksRequest, options?: CallOptions): Promise<RedeliveredWebhooksAnswer>;
  /** List events, newest first. `GET /v1/events` */
  listEvents(query?: ListEventsQuery, options?: CallOptions): Pages<EventListAnswer["events"][number], EventListAnswer>;
  /** Deliveries, newest first. `GET /v1/webhook-deliveries` */
  listWebhookDeliveries(query?: ListWebhookDeliveriesQuery, options?: CallOptions): Pages<WebhookDeliveryListAnswer["deliveries"][number], WebhookDeliveryListAnswer>;
  /** A delivery, with its request and response. `GET /v1/webhook-deliveries/{id}` */
  getWebhookDelivery(id: string, options?: CallOptions): Promise<WebhookExchangeAnswer>;
  /** Send the same body again. `POST /v1/webhook-deliveries/{id}/redeliver` */
  redeliverWebhook(id: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** Resend all failed deliveries to a webhook_url. `POST /v1/webhook-deliveries/redeliver` */
  redeliverFailedJobWebhooks(body: RedeliverFailedJobWebhooksRequest, options?: CallOptions): Promise<RedeliveredWebhooksAnswer>;
  /** Send a signed webhook.test. `POST /v1/webhook-test` */
  testWebhook(body?: TestWebhookRequest, options?: CallOptions): Promise<WebhookTestAnswer>;
  /** Calls, newest first. `GET /v1/requests` */
  listRequests(query?: ListRequestsQuery, options?: CallOptions): Pages<RequestListAnswer["requests"][number], RequestListAnswer>;
  /** Plan, credits and usage. `GET /v1/account` */
  getAccount(options?: CallOptions): Promise<AccountAnswer>;
  /** Every product, with its price and availability. `GET /v1/products` */
  listProducts(options?: CallOptions): Promise<ProductListAnswer>;
  /** Whether the service is up. `GET /health` */
  getHealth(options?: CallOptions): Promise<Health>;
}

/** How each method is sent. */
export const OPERATIONS: Readonly<Record<keyof Operations, Operation>> = {
  phone: { method: "POST", path: "/v1/phone", body: true, key: true },
  ntLookup: { method: "POST", path: "/v1/nt-lookup", body: true, key: true },
  hlrLookup: { method: "POST", path: "/v1/hlr-lookup", body: true, key: true },
  mnpLookup: { method: "POST", path: "/v1/mnp-lookup", body: true, key: true },
  phoneSpam: { method: "POST", path: "/v1/phone-spam", body: true, key: true },
  phoneScrub: { method: "POST", path: "/v1/phone-scrub", body: true, key: true },
  reversePhoneLookup: { method: "POST", path: "/v1/reverse-phone-lookup", body: true, key: true },
  email: { method: "POST", path: "/v1/email", body: true, key: true },
  phoneAppend: { method: "POST", path: "/v1/phone-append", body: true, key: true },
  emailAppend: { method: "POST", path: "/v1/email-append", body: true, key: true },
  reverseEmailAppend: { method: "POST", path: "/v1/reverse-email-append", body: true, key: true },
  ip: { method: "POST", path: "/v1/ip", body: true, key: true },
  reverseIpAppend: { method: "POST", path: "/v1/reverse-ip-append", body: true, key: true },
  businessLookup: { method: "POST", path: "/v1/business-lookup", body: true, key: true },
  businessVerify: { method: "POST", path: "/v1/business-verify", body: true, key: true },
  propertyLookup: { method: "POST", path: "/v1/property-lookup", body: true, key: true },
  emailEnrichment: { method: "POST", path: "/v1/email-enrichment", body: true, key: true, seconds: 45 },
  networkEmailFinder: { method: "POST", path: "/v1/network-email-finder", body: true, key: true, seconds: 45 },
  networkProfileLookup: { method: "POST", path: "/v1/network-profile-lookup", body: true, key: true },
  mobileFinder: { method: "POST", path: "/v1/mobile-finder", body: true, key: true },
  b2bContactAppend: { method: "POST", path: "/v1/b2b-contact-append", body: true, key: true },
  prospectSearch: { method: "POST", path: "/v1/prospect-search", body: true, key: true },
  companyFirmographics: { method: "POST", path: "/v1/company-firmographics", body: true, key: true },
  companyProfileLookup: { method: "POST", path: "/v1/company-profile-lookup", body: true, key: true },
  networkCompanyLookup: { method: "POST", path: "/v1/network-company-lookup", body: true, key: true },
  accountSearch: { method: "POST", path: "/v1/account-search", body: true, key: true },
  websiteScraper: { method: "POST", path: "/v1/website-scraper", body: true, key: true },
  websiteContactsScraper: { method: "POST", path: "/v1/website-contacts-scraper", body: true, key: true },
  domainAge: { method: "POST", path: "/v1/domain-age", body: true, key: true },
  linkInBioLookup: { method: "POST", path: "/v1/link-in-bio-lookup", body: true, key: true },
  adLibraryLookup: { method: "POST", path: "/v1/ad-library-lookup", body: true, key: true },
  socialProfileCheck: { method: "POST", path: "/v1/social-profile-check", body: true, key: true },
  socialPostLookup: { method: "POST", path: "/v1/social-post-lookup", body: true, key: true },
  videoTranscript: { method: "POST", path: "/v1/video-transcript", body: true, key: true, seconds: 240 },
  audioTranscription: { method: "POST", path: "/v1/audio-transcription", body: true, key: true, seconds: 280 },
  socialSearch: { method: "POST", path: "/v1/social-search", body: true, key: true },
  audienceDemographics: { method: "POST", path: "/v1/audience-demographics", body: true, key: true },
  domainAuthority: { method: "POST", path: "/v1/domain-authority", body: true, key: true },
  domainSeoIntelligence: { method: "POST", path: "/v1/domain-seo-intelligence", body: true, key: true },
  backlinkOverview: { method: "POST", path: "/v1/backlink-overview", body: true, key: true },
  keywordMetrics: { method: "POST", path: "/v1/keyword-metrics", body: true, key: true },
  searchIntentLookup: { method: "POST", path: "/v1/search-intent-lookup", body: true, key: true },
  audienceIntelligence: { method: "POST", path: "/v1/audience-intelligence", body: true, key: true },
  batch: { method: "POST", path: "/v1/batch", body: true, key: true },
  createBulkJob: { method: "POST", path: "/v1/bulk/jobs", body: true, key: true },
  listBulkJobs: { method: "GET", path: "/v1/bulk/jobs", query: true, entries: "jobs" },
  getBulkJob: { method: "GET", path: "/v1/bulk/jobs/{id}", params: 1 },
  getBulkResults: { method: "GET", path: "/v1/bulk/jobs/{id}/results", params: 1, query: true, entries: "lookups" },
  cancelBulkJob: { method: "POST", path: "/v1/bulk/jobs/{id}/cancel", params: 1, key: true },
  createNumberMonitor: { method: "POST", path: "/v1/number-monitors", body: true, key: true },
  listNumberMonitors: { method: "GET", path: "/v1/number-monitors", query: true, entries: "monitors" },
  getNumberMonitor: { method: "GET", path: "/v1/number-monitors/{id}", params: 1 },
  changeNumberMonitor: { method: "PATCH", path: "/v1/number-monitors/{id}", params: 1, body: true, key: true },
  deleteNumberMonitor: { method: "DELETE", path: "/v1/number-monitors/{id}", params: 1, key: true },
  runNumberMonitor: { method: "POST", path: "/v1/number-monitors/{id}/run", params: 1, key: true },
  listNumberMonitorNumbers: { method: "GET", path: "/v1/number-monitors/{id}/numbers", params: 1, query: true, entries: "numbers" },
  addNumberMonitorNumbers: { method: "POST", path: "/v1/number-monitors/{id}/numbers", params: 1, body: true, key: true },
  removeNumberMonitorNumbers: { method: "DELETE", path: "/v1/number-monitors/{id}/numbers", params: 1, body: true, key: true },
  listNumberMonitorEvents: { method: "GET", path: "/v1/number-monitors/{id}/events", params: 1, query: true, entries: "events" },
  createJobChangeMonitor: { method: "POST", path: "/v1/job-change-monitors", body: true, key: true },
  listJobChangeMonitors: { method: "GET", path: "/v1/job-change-monitors", query: true, entries: "monitors" },
  getJobChangeMonitor: { method: "GET", path: "/v1/job-change-monitors/{id}", params: 1 },
  changeJobChangeMonitor: { method: "PATCH", path: "/v1/job-change-monitors/{id}", params: 1, body: true, key: true },
  deleteJobChangeMonitor: { method: "DELETE", path: "/v1/job-change-monitors/{id}", params: 1, key: true },
  runJobChangeMonitor: { method: "POST", path: "/v1/job-change-monitors/{id}/run", params: 1, key: true },
  listJobChangeMonitorContacts: { method: "GET", path: "/v1/job-change-monitors/{id}/contacts", params: 1, query: true, entries: "contacts" },
  addJobChangeMonitorContacts: { method: "POST", path: "/v1/job-change-monitors/{id}/contacts", params: 1, body: true, key: true },
  removeJobChangeMonitorContacts: { method: "DELETE", path: "/v1/job-change-monitors/{id}/contacts", params: 1, body: true, key: true },
  listJobChangeMonitorEvents: { method: "GET", path: "/v1/job-change-monitors/{id}/events", params: 1, query: true, entries: "events" },
  createWebhookEndpoint: { method: "POST", path: "/v1/webhook-endpoints", body: true, key: true },
  listWebhookEndpoints: { method: "GET", path: "/v1/webhook-endpoints", query: true, entries: "endpoints" },
  getWebhookEndpoint: { method: "GET", path: "/v1/webhook-endpoints/{id}", params: 1 },
  changeWebhookEndpoint: { method: "PATCH", path: "/v1/webhook-endpoints/{id}", params: 1, body: true, key: true },
  deleteWebhookEndpoint: { method: "DELETE", path: "/v1/webhook-endpoints/{id}", params: 1, key: true },
  rotateWebhookSecret: { method: "POST", path: "/v1/webhook-endpoints/{id}/rotate-secret", params: 1, key: true },
  testWebhookEndpoint: { method: "POST", path: "/v1/webhook-endpoints/{id}/test", params: 1, key: true },
  redeliverFailedWebhooks: { method: "POST", path: "/v1/webhook-endpoints/{id}/redeliver", params: 1, body: true, key: true },
  listEvents: { method: "GET", path: "/v1/events", query: true, entries: "events" },
  listWebhookDeliveries: { method: "GET", path: "/v1/webhook-deliveries", query: true, entries: "deliveries" },
  getWebhookDelivery: { method: "GET", path: "/v1/webhook-deliveries/{id}", params: 1 },
  redeliverWebhook: { method: "POST", path: "/v1/webhook-deliveries/{id}/redeliver", params: 1, key: true },
  redeliverFailedJobWebhooks: { method: "POST", path: "/v1/webhook-deliveries/redeliver", body: true, key: true },
  testWebhook: { method: "POST", path: "/v1/webhook-test", body: true, key: true },
  listRequests: { method: "GET", path: "/v1/requests", query: true, entries: "requests" },
  getAccount: { method: "GET", path: "/v1/account" },
  listProducts: { method: "GET", path: "/v1/products" },
  getHealth: { method: "GET", path: "/health" },
};

/** The bulk type of each product that accepts lists. */
export const BULK_TYPES = {
  phone: "phone_validation",
  ntLookup: "nt_lookup",
  hlrLookup: "hlr_lookup",
  mnpLookup: "mnp_lookup",
  phoneSpam: "phone_spam",
  phoneScrub: "phone_scrub",
  reversePhoneLookup: "reverse_phone_lookup",
  email: "email_validation",
  reverseEmailAppend: "reverse_email_append",
  ip: "ip_lookup",
  businessLookup: "business_lookup",
  businessVerify: "business_verify",
  propertyLookup: "property_lookup",
  networkProfileLookup: "network_profile_lookup",
  b2bContactAppend: "b2b_contact_append",
  companyFirmographics: "company_firmographics",
  companyProfileLookup: "company_profile_lookup",
  domainAge: "domain_age",
  linkInBioLookup: "link_in_bio_lookup",
  socialProfileCheck: "social_profile_check",
  socialPostLookup: "social_post_lookup",
  videoTranscript: "video_transcript",
  audienceDemographics: "audience_demographics",
  domainAuthority: "domain_authority",
  backlinkOverview: "backlink_overview",
  keywordMetrics: "keyword_metrics",
} as const;
