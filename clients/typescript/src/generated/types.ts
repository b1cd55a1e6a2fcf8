// Written by `npm run clients` from the OpenAPI document. Do not edit.

/** A value known today. New values can appear at any time, so a `switch` needs a `default`. */
export type Open<T> = T | (string & {});

/** The answer. */
export interface AccountAnswer {
  /** User to whom the key belongs. */
  user: {
    /** Email address of the user who created the key, or of the account owner. */
    email: string | null;
  };
  /** The organization that is billed. */
  organization: {
    /** Id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
    /** Whether it can be used. */
    active: boolean;
    /** When it was created. */
    created_at: string;
  };
  /** The subscription; null if there is none. */
  subscription: {
    /** Status of the subscription, for example active or trialing. */
    status: string;
    /** Whether the plan is in its trial period. */
    is_trial: boolean;
    /** When the trial ends; null if there is none. */
    trial_end: string | null;
    /** When the current billing period began. */
    current_period_start: string;
    /** When the current billing period ends. */
    current_period_end: string;
    /** The plan of the subscription. */
    plan: {
      /** Id of the plan. */
      name: string;
      /** Credits per billing period. */
      tokens_per_month: number;
    };
  } | null;
  /** Credits by origin. */
  tokens: {
    /** Plan credits of this period. */
    subscription: {
      /** Credits of the plan in this period. */
      total: number;
      /** Plan credits spent. */
      used: number;
      /** Plan credits left. */
      available: number;
    };
    /** Credits carried over from earlier periods. */
    rollover: number;
    /** Purchased credits. They do not expire. */
    purchased: number;
    /** All credits that can be spent now. */
    total_available: number;
  };
  /** Lookups made and credits spent. */
  usage: {
    /** Usage since the current billing period began. */
    current_period: {
      /** Number; null if it cannot be read. */
      lookups: number | null;
      /** Number; null if it cannot be read. */
      tokens_consumed: number | null;
    };
    /** Usage since the organization was created. */
    all_time: {
      /** Number; null if it cannot be read. */
      lookups: number | null;
      /** Number; null if it cannot be read. */
      tokens_consumed: number | null;
    };
  };
  /** The API key of the call. */
  api_key: {
    /** Id of the API key; empty if the call was not made with one. */
    id: string;
    /** Number; null if it cannot be read. */
    total_lookups: number | null;
    /** Number; null if it cannot be read. */
    total_tokens_consumed: number | null;
  };
}

/** The answer. */
export interface AccountSearchAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "account_search";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: AccountSearchClassification;
  insights: AccountSearchInsights;
}

export interface AccountSearchClassification {
  /** Whether there is at least one row. */
  found: boolean;
  /** Number of rows in this answer. */
  count: number;
  /** Value to send as `cursor` with the same search for the next rows; null after the last. */
  next_cursor: string | null;
}

export interface AccountSearchInsights {
  /** The companies that were found. */
  account_search_result: {
    /** Companies that match the search. */
    rows: Array<{
      /** Name of the company. */
      company_name: string | null;
      /** Domain of the company. */
      domain: string | null;
      /** Industry. */
      industry: string | null;
      /** Range of the number of employees, for example 51-200. */
      employee_band: string | null;
      /** Range of annual revenue, for example $10M-$25M. */
      revenue_band: string | null;
      /** Country of the headquarters, by its English name. */
      country: string | null;
      /** Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known. */
      country_code: string | null;
      /** Number of employees, lower bound; null if the source does not say. */
      employees_min: number | null;
      /** Number of employees, upper bound; null if the source does not say. */
      employees_max: number | null;
      /** Annual revenue in US dollars, lower bound; null if the source does not say. */
      revenue_min: number | null;
      /** Annual revenue in US dollars, upper bound; null if the source does not say. */
      revenue_max: number | null;
      /** Technologies that its sites use, if the source says. */
      technologies: Array<string>;
      /** URL of its page on the professional network. */
      network_url: string | null;
    }>;
    /** Total number of rows as counted by the source; null if it does not count them. */
    total: number | null;
  };
}

export interface AccountSearchRequest {
  /** Words that describe what the company does. */
  keywords?: string | null;
  /** Industry, by the name that company databases use. */
  industry?: string | null;
  /** City, region or country, or several of them separated by commas; finds companies to which all of them apply. Two letters are an ISO country code. */
  location?: string | null;
  /** Minimum number of employees. */
  employees_min?: number | null;
  /** Maximum number of employees. */
  employees_max?: number | null;
  /** Minimum annual revenue, in US dollars. */
  revenue_min?: number | null;
  /** Maximum annual revenue, in US dollars. */
  revenue_max?: number | null;
  /** A technology that its sites use. */
  technology?: string | null;
  /** Maximum number of rows, 1 to 100. The operator may have set a lower maximum. */
  limit?: number | null;
  /** `next_cursor` of the previous answer to the same search. Returns the rows that follow. */
  cursor?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface AdLibraryLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "ad_library_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: AdLibraryLookupClassification;
  insights: AdLibraryLookupInsights;
}

export interface AdLibraryLookupClassification {
  /** Whether the library has an ad. Nothing is charged if not. */
  found: boolean;
  /** The library that was searched. */
  platform: Open<"meta" | "google" | "tiktok" | "network" | "microsoft">;
  /** Advertiser of all the ads; null if there are several advertisers. */
  advertiser: string | null;
  /** Number of ads in the whole search if the library counts them, otherwise in this answer. */
  ads_count: number;
  /** Value to send as `cursor` for the next ads; null after the last. */
  next_cursor: string | null;
}

export interface AdLibraryLookupInsights {
  /** The ads of this page. */
  ad_library_result: {
    /** Ads in the order of the library. */
    ads: Array<{
      /** Id of the ad in the library. */
      id: string;
      /** Advertiser who runs the ad. */
      advertiser: string | null;
      /** Headline of the ad. */
      title: string | null;
      /** Text of the ad. */
      text: string | null;
      /** Format of the ad, for example image, video, text. */
      format: string | null;
      /** URL to which the ad leads. */
      destination_url: string | null;
      /** URL of the ad in the library. */
      snapshot_url: string | null;
      /** When the ad was first shown. */
      started_at: string | null;
      /** When the ad was last shown, or ends. */
      ended_at: string | null;
      /** Whether the ad is running now; null if the library does not say. */
      active: boolean | null;
      /** Places where the platform shows the ad. */
      placements: Array<string>;
    }>;
  };
}

export interface AdLibraryLookupRequest {
  /** Name of the advertiser. The google library requires its domain. */
  company?: string | null;
  /** Subject of the ads. If company is also given, company is used. */
  keyword?: string | null;
  /** The library, one of: meta, google, tiktok, network, microsoft. Default meta, or microsoft if the operator has no source for meta. network is the professional network; `linkedin` is an alias of it. */
  platform?: string | null;
  /** `next_cursor` of the previous answer to the same search. Returns the rows that follow. */
  cursor?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface AudienceDemographicsAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "audience_demographics";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: AudienceDemographicsClassification;
  insights: AudienceDemographicsInsights;
}

export interface AudienceDemographicsClassification {
  /** Whether anything is known about the followers. */
  matched: boolean;
  /** Name of the account, without @. */
  handle: string;
  /** Number of followers whose country is known: a sample, not all followers. */
  sample_size: number | null;
  /** Number of countries in which they are. */
  countries_count: number;
}

export interface AudienceDemographicsInsights {
  /** Countries of the followers. */
  audience_demographics_result: {
    /** Countries, in the order of the source. A row without a code is the remainder. */
    countries: Array<{
      /** Name of the country. */
      country: string;
      /** Country code, ISO 3166-1 alpha-2. */
      country_code: string | null;
      /** Number of followers in the sample who are in the country. */
      count: number;
      /** Share of the sample, as in the source: 0.1596 is 15.96%. */
      share: number | null;
    }>;
  };
}

export interface AudienceDemographicsRequest {
  /** Name of the account, with or without @, or the URL of its profile. Short-video accounts only. */
  handle: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface AudienceIntelligenceAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "audience_intelligence";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: AudienceIntelligenceClassification;
  insights: AudienceIntelligenceInsights;
}

export interface AudienceIntelligenceClassification {
  /** Whether the report has any rows. Nothing is charged if not. */
  found: boolean;
  /** The registrable domain. */
  target: string;
  /** The report that is returned. */
  report: Open<"summary" | "geo" | "age_sex" | "income" | "sources" | "destinations">;
  /** Title of the report. */
  report_label: string;
  /** Number of rows. */
  row_count: number;
}

export interface AudienceIntelligenceInsights {
  /** The report. */
  audience_intelligence_result: {
    /** First day of the month that the figures cover; null if the source does not say. */
    month: string | null;
    /** Rows of the report, highest first. Shares are fractions of 1. */
    rows: Array<{
      /** The domain. */
      target: string | null;
      /** Rank among all domains by visits. */
      rank: number | null;
      /** Visits in the month. */
      visits: number | null;
      /** People who visited in the month. */
      users: number | null;
      /** Average number of pages per visit. */
      pages_per_visit: number | null;
      /** Average duration of a visit, in seconds. */
      time_on_site: number | null;
      /** Share of visits that end on the first page, 0 to 1. */
      bounce_rate: number | null;
      /** Visits by typing in the address. */
      direct: number | null;
      /** Visits through links on other sites. */
      referral: number | null;
      /** Visits from social platforms. */
      social: number | null;
      /** Visits from search results. */
      search: number | null;
      /** Visits from advertisements. */
      paid: number | null;
      /** Visits from email. */
      mail: number | null;
    } | {
      /** Site from which visitors came. */
      from_target: string | null;
      /** Kind of site. */
      channel: string | null;
      /** Kind of visit. */
      traffic_type: string | null;
      /** Visits. */
      traffic: number | null;
      /** Share of all visits, 0 to 1. */
      traffic_share: number | null;
    } | {
      /** Country. */
      geo: string | null;
      /** Visits. */
      traffic: number | null;
      /** Share of all visits, 0 to 1. */
      traffic_share: number | null;
      /** People who visited in the month. */
      users: number | null;
    } | {
      /** Age group. */
      age: string | null;
      /** Women in the age group. */
      female_users: number | null;
      /** Men in the age group. */
      male_users: number | null;
      /** Share of women, 0 to 1. */
      female_share: number | null;
      /** Share of men, 0 to 1. */
      male_share: number | null;
    } | {
      /** Income group: high, middle or low. */
      income_type: string | null;
      /** People who visited in the month. */
      users: number | null;
      /** Share of all visitors, 0 to 1. */
      users_share: number | null;
    } | {
      /** Site to which visitors went. */
      to_target: string | null;
      /** Visits. */
      traffic: number | null;
      /** Share of all visits, 0 to 1. */
      traffic_share: number | null;
    }>;
  };
}

export interface AudienceIntelligenceRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Report to return; default summary. Each report is a separate lookup. */
  report?: "summary" | "geo" | "age_sex" | "income" | "sources" | "destinations" | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface AudioTranscriptionAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "audio_transcription";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: AudioTranscriptionClassification;
  insights: AudioTranscriptionInsights;
}

export interface AudioTranscriptionClassification {
  /** Whether there is speech. Audio without speech is charged as well. */
  matched: boolean;
  /** Language, ISO 639 code such as en. */
  language: string | null;
  /** Actual length of the audio in seconds, which is charged. */
  duration_seconds: number;
  /** Number of words in the transcript. */
  word_count: number;
  /** Number of speakers; null if they were not requested or the source cannot distinguish them. */
  speakers_count: number | null;
}

export interface AudioTranscriptionInsights {
  /** The transcript, as a whole and in segments. */
  audio_transcription_result: {
    /** The transcript; empty if there is no speech. */
    transcript: string;
    /** Segments in the order spoken. */
    segments: Array<{
      /** Start of the segment, in seconds. */
      start: number | null;
      /** End of the segment, in seconds. */
      end: number | null;
      /** Text of the segment. */
      text: string;
      /** Speaker, as the source names them; null if it does not. */
      speaker: string | null;
    }>;
  };
}

export interface AudioTranscriptionRequest {
  /** URL of the audio or video file itself, served as audio/*, video/* or application/octet-stream. Not a page that plays it. */
  url: string;
  /** Expected length of the audio in minutes. Its price is held during the lookup, with each minute begun counted as a whole one. The actual length is charged. */
  expected_duration_minutes: number;
  /** Spoken language, ISO 639 code such as en. If absent, the source detects it. */
  language?: string | null;
  /** Distinguish speakers, if the source can; default false. */
  speaker_labels?: boolean | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface B2bContactAppendAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "b2b_contact_append";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: B2bContactAppendClassification;
  insights: B2bContactAppendInsights;
}

export interface B2bContactAppendClassification {
  /** Whether a record names the person. */
  matched: boolean;
  /** Full name. */
  full_name: string | null;
  /** Email address at the current company. */
  work_email: string | null;
  /** Confidence of the source in the address, 0 to 100; null if it does not say. */
  email_confidence: number | null;
  /** Current job title. */
  title: string | null;
  /** Seniority level, for example cxo, vp, director, manager. */
  seniority: string | null;
  /** Current company. */
  company: string | null;
}

export interface B2bContactAppendInsights {
  /** Further facts from the record. */
  b2b_contact_append_result: {
    /** Departments or roles, such as sales. */
    departments: Array<string>;
    /** Whether a mail server confirmed the mailbox of `work_email`. False: no server could confirm it. Null: not checked. */
    email_verified: boolean | null;
    /** Phone number that the source does not call a mobile number, as the source writes it. */
    work_phone: string | null;
    /** Mobile number in E.164. */
    mobile_phone: string | null;
    /** URL of the page on the professional network. */
    network_url: string | null;
    /** Domain of the company. */
    company_domain: string | null;
    /** When the current role began: YYYY, YYYY-MM or YYYY-MM-DD. */
    current_role_started: string | null;
    /** City where the person is. */
    city: string | null;
    /** State or region. */
    region: string | null;
    /** Country, by its English name. */
    country: string | null;
  };
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface B2bContactAppendRequest {
  /** Email address of the person, work or private. */
  email?: string | null;
  /** URL of the person's public page on the professional network, or its vanity name. */
  network_url?: string | null;
  /** First and last name. Use together with company_domain. */
  name?: string | null;
  /** Domain of the person's company. Use together with name. */
  company_domain?: string | null;
  /** person_id of a prospect-search row. Reveals who the person is. */
  person_id?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface BacklinkOverviewAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "backlink_overview";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: BacklinkOverviewClassification;
  insights: BacklinkOverviewInsights;
}

export interface BacklinkOverviewClassification {
  /** Whether any source knows the domain. Nothing is charged if not. */
  found: boolean;
  /** The registrable domain. */
  domain: string;
  /** Authority of the domain based on its links, 0 to 100. */
  authority_score: number | null;
  /** Number of links to the domain. */
  total_backlinks: number | null;
  /** Number of domains with links to the domain. */
  referring_domains: number | null;
}

export interface BacklinkOverviewInsights {
  /** Figures about the links. Null or an empty list: no source says. */
  backlink_overview_result: {
    /** Number of registrable domains with links to the domain. */
    referring_main_domains: number | null;
    /** Number of IP addresses with links to the domain. */
    referring_ips: number | null;
    /** Number of networks of 256 addresses with links to the domain. */
    referring_subnets: number | null;
    /** Number of links that pass no weight (nofollow). */
    nofollow_backlinks: number | null;
    /** Number of links that lead nowhere. */
    broken_backlinks: number | null;
    /** Amount of spam among the links, 0 to 100. */
    spam_score: number | null;
    /** Date on which the first link was seen, ISO 8601. */
    first_seen: string | null;
    /** Top-level domains from which most links come. */
    top_tlds: Array<string>;
    /** Countries from which most links come. */
    top_countries: Array<string>;
    /** Number of links of each kind; null if not counted. */
    link_types: Record<string, number | null>;
  };
}

export interface BacklinkOverviewRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface BatchAnswer {
  /** One result per lookup, in the same order. */
  results: Array<{
    /** HTTP status that the lookup would have had on its own. */
    status: number;
    /** Whether `data` has an answer. */
    success: boolean;
    /** The answer, if the lookup was answered. */
    data?: {
      /** What was looked up, and when. */
      request: {
        /** Id of this lookup, as in the X-Request-Id header. */
        id: string;
        /** Lookup type. */
        type: string;
        /** Input as looked up, after normalization. */
        input: string;
        /** When the lookup ran. */
        timestamp: string;
        /** Server-side processing time in milliseconds. */
        processing_time_ms: number;
      };
      metadata: Metadata;
      /** The product's conclusion. */
      classification: Record<string, unknown>;
      /** What the conclusion is based on. */
      insights?: Record<string, unknown>;
      risk_assessment?: RiskAssessment;
      recommendations?: Recommendations;
    };
    /** The error, if the lookup was refused. */
    error?: {
      /** Error message in words. It may change, so branch on `code`. */
      message: string;
      /** Error code. */
      code: Open<"INVALID_REQUEST" | "INVALID_INPUT" | "MISSING_FIELD" | "VALIDATION_FAILED" | "UPSTREAM_ERROR" | "INVALID_TYPE" | "INPUT_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "INSUFFICIENT_CREDITS" | "UPGRADE_REQUIRED" | "INSUFFICIENT_SCOPE" | "NOT_FOUND" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "SERVICE_BUSY" | "UPSTREAM_QUOTA_EXHAUSTED" | "UPSTREAM_TIMEOUT">;
      /** Error type, the same for every refusal. */
      type: "api_error";
      /** The field that is wrong, if there is one. */
      param?: string;
      /** Further facts about the error. `available: false`: this service has no source for the lookup, so waiting does not help. `billing_url`: credits or a plan are missing; this is the page that sells them. */
      details?: Record<string, unknown>;
      /** URL of the page that explains what to do about the code. */
      doc_url: string;
      /** Request id, as in the X-Request-Id header. */
      request_id: string;
    };
    /** Seconds to wait before the next request, if known. */
    retry_after?: number;
  }>;
  /** Lookups that were answered. */
  succeeded: number;
  /** Lookups that were refused. Free. */
  failed: number;
  /** Total cost in credits. */
  credits_used: number;
  /** Balance after the batch in credits. */
  credits_remaining: number;
}

export interface BatchRequest {
  /** The lookups, answered in this order. */
  requests: Array<{
    /** The product, by type, path or bulk type as `GET /v1/products` lists them. The other fields of the entry are those of the product's own body, including `bypass_cache`. */
    type: string;
  } & Record<string, unknown>>;
  /** Skip the 7-day cache for every lookup of the batch, at full price. */
  bypass_cache?: boolean | null;
}

export interface BulkInsufficientCredits {
  /** Always UPGRADE_REQUIRED. */
  code: "UPGRADE_REQUIRED";
  /** Why the job was refused, in words. */
  error: string;
  /** Sum of the listed prices of all rows, in credits. */
  required: number;
  /** Credits that can be spent. */
  available: number;
  /** Credits that are missing. */
  shortfall: number;
  /** Rows that would be looked up. */
  rowCount: number;
  /** Listed price of the most expensive row. */
  tokenCostPerRow: number;
  /** The smallest plan whose credits cover the job; null if none does. */
  suggestedPlan: {
    /** Id of the plan. */
    id: string;
    /** Name of the plan. */
    name: string;
    /** Position of the plan among all plans. */
    tier: string;
    /** Credits per billing period. */
    tokens: number;
    /** Price in US dollars. */
    monthlyPrice: number;
    /** Id of the price. */
    monthlyPriceId: string;
  } | null;
  /** Credits of the largest plan. */
  maxPlanTokens: number;
  /** Whether the suggested plan covers the job. */
  planFullyCovers: boolean;
  /** URL of the page that sells credits and plans. */
  billing_url: string;
  /** URL of the page that explains what to do about the code. */
  doc_url: string;
  /** Request id, as in the X-Request-Id header. */
  request_id: string;
}

/** The answer. */
export interface BulkJobAnswer {
  /** Same as `job_id`. */
  id: string;
  /** Id of the job. */
  job_id: string;
  /** Bulk type of the product. */
  type: string;
  /** Current status. */
  status: Open<"pending" | "processing" | "completed" | "failed" | "paused_insufficient_credits" | "cancelled">;
  /** Name of the file that the rows came from. */
  file_name: string | null;
  /** Rows sent. */
  total: number;
  /** succeeded + failed + skipped + duplicates */
  processed: number;
  /** Rows that were answered. */
  succeeded: number;
  /** Rows that could not be answered, including unusable ones. Free. */
  failed: number;
  /** Empty rows. Free. */
  skipped: number;
  /** Rows that repeat an earlier row after normalization. Free. */
  duplicates: number;
  /** Same as `processed`. */
  processed_count: number;
  /** Same as `succeeded`. */
  successful_count: number;
  /** Same as `failed`. */
  failed_count: number;
  /** Credits charged so far. */
  credits_used: number;
  /** CSV of input, status, credits and the classification fields. Link valid for one hour; null until the job has ended. */
  results_url: string | null;
  /** The rows as they were sent, each followed by its answer, in the format of the file they came in. Link valid for one hour; null until the job has ended. */
  answers_url: string | null;
  /** Like `answers_url`, with the good rows only: something was found, and the answer recommends neither REVIEW nor BLOCK. Link valid for one hour; null until the job has ended. */
  good_answers_url: string | null;
  /** Address that receives the event at the end of the job; absent if there is none. */
  webhook_url?: string;
  /** Webhook endpoint that receives the events of the job, if one was named. */
  webhook_endpoint_id?: string;
  /** When it was created. */
  created_at: string;
  /** When it ended; null until then. */
  completed_at: string | null;
}

/** The answer. */
export interface BulkJobCreatedAnswer {
  /** Same as `job_id`. */
  id: string;
  /** Id of the job. */
  job_id: string;
  /** `processing` for a new job; on a replay, the current status of the job. */
  status: Open<"pending" | "processing" | "completed" | "failed" | "paused_insufficient_credits" | "cancelled">;
  /** Rows sent. */
  accepted: number;
  /** Credits held: the most the job can cost. Absent on a replay. */
  credits_held?: number;
  /** For a list with columns: each field of the product, with the name or number of the column it is read from. */
  columns?: Record<string, string>;
  /** The first ten rows that will fail. Absent on a replay. */
  unusable?: Array<{
    /** Position of the row; 1 is the first. */
    row: number;
    /** The row as it was sent, trimmed and shortened. */
    input: string;
    /** The reason, in words. */
    message: string;
    /** Error code of the refusal. */
    code: string;
  }>;
  /** Number of all rows that will fail. They are free. */
  unusable_count?: number;
  /** The first ten rows that are answered at no cost because of their input alone, such as numbers that cannot exist in the country they are read in. A list with many of them probably needs another country or column. */
  free?: Array<{
    /** Position of the row; 1 is the first. */
    row: number;
    /** The row as it was sent, trimmed and shortened. */
    input: string;
    /** The reason, in words. */
    message: string;
  }>;
  /** Number of all rows that cost nothing because of their input. */
  free_count?: number;
  /** Address that receives the event at the end of the job; absent if there is none. */
  webhook_url?: string;
  /** Webhook endpoint that receives the events of the job, if one was named. */
  webhook_endpoint_id?: string;
  /** Secret that signs the deliveries. Shown once, in the response that created the job. */
  webhook_secret?: string;
}

/** The answer. */
export interface BulkJobListAnswer {
  /** One page of jobs. */
  jobs: Array<{
    /** Same as `job_id`. */
    id: string;
    /** Id of the job. */
    job_id: string;
    /** Bulk type of the job. */
    type: Open<"phone_validation" | "nt_lookup" | "hlr_lookup" | "mnp_lookup" | "phone_spam" | "phone_scrub" | "reverse_phone_lookup" | "email_validation" | "reverse_email_append" | "ip_lookup" | "business_lookup" | "business_verify" | "property_lookup" | "network_profile_lookup" | "b2b_contact_append" | "company_firmographics" | "company_profile_lookup" | "domain_age" | "link_in_bio_lookup" | "social_profile_check" | "social_post_lookup" | "video_transcript" | "audience_demographics" | "domain_authority" | "backlink_overview" | "keyword_metrics">;
    /** Current status. */
    status: Open<"pending" | "processing" | "completed" | "failed" | "paused_insufficient_credits" | "cancelled">;
    /** Name of the file that the rows came from. */
    file_name: string | null;
    /** Rows sent. */
    total: number;
    /** succeeded + failed + skipped + duplicates */
    processed: number;
    /** Rows that were answered. */
    succeeded: number;
    /** Rows that could not be answered, including unusable ones. Free. */
    failed: number;
    /** Empty rows. Free. */
    skipped: number;
    /** Rows that repeat an earlier row after normalization. Free. */
    duplicates: number;
    /** Same as `processed`. */
    processed_count: number;
    /** Same as `succeeded`. */
    successful_count: number;
    /** Same as `failed`. */
    failed_count: number;
    /** Credits charged so far. */
    credits_used: number;
    /** CSV of input, status, credits and the classification fields. Link valid for one hour; null until the job has ended. */
    results_url: string | null;
    /** The rows as they were sent, each followed by its answer, in the format of the file they came in. Link valid for one hour; null until the job has ended. */
    answers_url: string | null;
    /** Like `answers_url`, with the good rows only: something was found, and the answer recommends neither REVIEW nor BLOCK. Link valid for one hour; null until the job has ended. */
    good_answers_url: string | null;
    /** Address that receives the event at the end of the job; absent if there is none. */
    webhook_url?: string;
    /** Webhook endpoint that receives the events of the job, if one was named. */
    webhook_endpoint_id?: string;
    /** When it was created. */
    created_at: string;
    /** When it ended; null until then. */
    completed_at: string | null;
  }>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

export interface BulkJobRequest {
  /** Bulk type of a product, as `GET /v1/products` lists it. Its type or path is also accepted. */
  type: "phone_validation" | "nt_lookup" | "hlr_lookup" | "mnp_lookup" | "phone_spam" | "phone_scrub" | "reverse_phone_lookup" | "email_validation" | "reverse_email_append" | "ip_lookup" | "business_lookup" | "business_verify" | "property_lookup" | "network_profile_lookup" | "b2b_contact_append" | "company_firmographics" | "company_profile_lookup" | "domain_age" | "link_in_bio_lookup" | "social_profile_check" | "social_post_lookup" | "video_transcript" | "audience_demographics" | "domain_authority" | "backlink_overview" | "keyword_metrics";
  /** One row per entry: the product's main input as a string, or all its fields as an object or as JSON in a string. At most 4,096 bytes per row. */
  inputs: Array<string | Record<string, unknown>>;
  /** Country of the rows that name none, by code or name: the `country` field of each. Only for products that have one. */
  country?: string | null;
  /** Public HTTPS address that receives an event when the job ends or pauses. */
  webhook_url?: string | null;
  /** Id of a webhook endpoint, used instead of `webhook_url`, with its own secret and retries. */
  webhook_endpoint_id?: string | null;
  /** Name of the file that the rows come from. The job shows it, and the result files are named after it. */
  file_name?: string | null;
  /** If true, the job is priced and its unusable rows are listed, but nothing is stored. */
  dry_run?: boolean | null;
}

/** The answer. */
export interface BulkResultsAnswer {
  /** Same as `job_id`. */
  id: string;
  /** Id of the job. */
  job_id: string;
  /** Current status. */
  status: Open<"pending" | "processing" | "completed" | "failed" | "paused_insufficient_credits" | "cancelled">;
  /** CSV of input, status, credits and the classification fields. Link valid for one hour; null until the job has ended. */
  results_url: string | null;
  /** CSV of every field. Link valid for one hour; null until the job has ended. */
  full_results_url: string | null;
  /** The rows as they were sent, each followed by its answer, in the format of the file they came in. Link valid for one hour; null until the job has ended. */
  answers_url: string | null;
  /** Like `answers_url`, with the good rows only: something was found, and the answer recommends neither REVIEW nor BLOCK. Link valid for one hour; null until the job has ended. */
  good_answers_url: string | null;
  /** What each file contains. */
  csv_note: string;
  /** Rows in the order they were sent. Rows that had not begun when a job was cancelled are left out. */
  lookups: Array<{
    /** Id of the row. */
    id: string;
    /** The row as it was sent, trimmed. */
    input: string;
    /** Current status. */
    status: Open<"completed" | "failed" | "skipped" | "duplicate">;
    /** Credits this row cost. */
    tokens_consumed: number;
    /** `data` of the single lookup; null if there is no answer. */
    response_data: Record<string, unknown> | null;
    /** Why the row failed, as in `error.code` of the single lookup; null if it did not. */
    error_code: string | null;
    /** Why the row failed, in words; null if it did not. */
    error_message: string | null;
    /** For a duplicate, the position of the row whose answer it shares, counted from 1. */
    repeats_row: number | null;
    /** When it was created. */
    created_at: string;
    /** When it ended; null until then. */
    completed_at: string | null;
  }>;
  /** False if the job is running and the page ends at a row that has not ended. `next_cursor` continues with that row, so no row is skipped: wait a few seconds before you follow it. */
  complete: boolean;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

/** The answer. */
export interface BusinessLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "business_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: BusinessLookupClassification;
  insights: BusinessLookupInsights;
}

export interface BusinessLookupClassification {
  /** Name, as in the record. */
  name: string | null;
  /** Kind of business. */
  category: string | null;
  /** Phone number, as in the record. */
  phone: string | null;
  /** URL of the website. */
  website: string | null;
  /** Email address of the business. */
  email: string | null;
  /** Whether the business is open; null if the record does not say. */
  status: Open<"OPEN" | "TEMPORARILY_CLOSED" | "PERMANENTLY_CLOSED"> | null;
  /** Average rating of the reviews, 0 to 5. */
  rating: number | null;
  /** Number of reviews. */
  reviews: number | null;
  /** Whether the owner has claimed the entry. */
  claimed: boolean | null;
  /** Id of the place in the source of the record. */
  place_id: string | null;
  /** Whether a business of that name was found in that city. Nothing is charged if not. */
  matched: boolean;
}

export interface BusinessLookupInsights {
  /** The complete record of the business. */
  business_lookup_result: {
    /** Name, as in the record. */
    name: string | null;
    /** Kind of business. */
    category: string | null;
    /** Phone number, as in the record. */
    phone: string | null;
    /** URL of the website. */
    website: string | null;
    /** Email address of the business. */
    email: string | null;
    /** Whether the business is open; null if the record does not say. */
    status: Open<"OPEN" | "TEMPORARILY_CLOSED" | "PERMANENTLY_CLOSED"> | null;
    /** Average rating of the reviews, 0 to 5. */
    rating: number | null;
    /** Number of reviews. */
    reviews: number | null;
    /** Whether the owner has claimed the entry. */
    claimed: boolean | null;
    /** Id of the place in the source of the record. */
    place_id: string | null;
    /** Address of the business. */
    address: {
      /** Street and house number. */
      line1: string | null;
      /** City. */
      city: string | null;
      /** State or region. */
      state: string | null;
      /** Postal code. */
      zip: string | null;
      /** Country code, ISO 3166-1 alpha-2. */
      country_code: string | null;
    };
    /** Latitude in degrees north. */
    latitude: number | null;
    /** Longitude in degrees east. */
    longitude: number | null;
    /** Opening hours in OpenStreetMap notation. */
    hours: string | null;
    /** Attribution that the license of the data requires to be shown with it. */
    attribution: string | null;
    /** Number of other businesses whose records fit the request as well, of which this is the first; null without a record. */
    other_matches: number | null;
  };
}

export interface BusinessLookupRequest {
  /** Name of the business. Legal forms, accents and capitalization are ignored. */
  name: string;
  /** City of the business. */
  city: string;
  /** State or region, by code or name. Distinguishes cities with the same name. */
  state?: string | null;
  /** Country of the business, ISO 3166-1 alpha-2. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface BusinessVerifyAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "business_verify";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: BusinessVerifyClassification;
  insights: BusinessVerifyInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface BusinessVerifyClassification {
  /** Whether a record of the business was found. Without a record, the checks that need none still run. Nothing is charged without a record, for a record with no more than name and place, or if no check could be decided. */
  matched: boolean;
  /** Outcome of the verification. VERIFIED: a score of 80 or more from at least 3 checks, unless the business has closed permanently, its record has no more than name and place, or several records fit equally well. UNVERIFIED: none of the checks run passed, or fewer than half would even if every source that did not answer spoke for the business. PARTIAL: any other business with a record. NOT_FOUND: no record was found. */
  verification_status: Open<"VERIFIED" | "PARTIAL" | "UNVERIFIED" | "NOT_FOUND">;
  /** Percentage that passed of the checks run, 0 to 100. A check whose source did not answer counts as not passed, so that an outage never raises the score. Null without a record, and if no check was run. */
  verification_score: number | null;
  /** Number of checks that could be decided, apart from `name_match` and `city_match`: they are what the record was found by. */
  checks_run: number;
  /** Number of those checks that are true. */
  checks_passed: number;
  /** Name, as in the record. */
  name: string | null;
  /** Phone number, as in the record. */
  phone: string | null;
  /** URL of the website. */
  website: string | null;
}

export interface BusinessVerifyInsights {
  /** The checks, and the record they were made against. */
  business_verify_result: {
    /** Every check: true, false, or null if it could not be decided. */
    checks: {
      /** Whether the name in the record, or in a register if there is no record, is at least 85% similar. Null if it could not be decided. */
      name_match: boolean | null;
      /** Whether the record is in the city. Null if it could not be decided. */
      city_match: boolean | null;
      /** Whether the given number is the number in the record. Null if it could not be decided. */
      phone_match: boolean | null;
      /** Whether the given site has the registrable domain of the record. Null if it could not be decided. */
      website_match: boolean | null;
      /** Whether the site answers. False: its name has no address, its home page does not exist, or the domain is parked or for sale. Null if it could not be decided. */
      website_live: boolean | null;
      /** Whether the email address is at the registrable domain of the site. Null if it could not be decided. */
      email_domain_match: boolean | null;
      /** Whether the mail server accepts mail for the address. Null if it could not be decided. */
      email_deliverable: boolean | null;
      /** Whether the register of legal entities, or the register of securities, lists the name as active. False: only as inactive. Null if it could not be decided. */
      registered: boolean | null;
      /** Whether the site shows the given number, or else the number in the record. Null if it could not be decided. */
      phone_on_site: boolean | null;
      /** Whether the site shows the street address of the record. Null if it could not be decided. */
      address_on_site: boolean | null;
    };
    /** Reason for each null check, by name of the check. */
    unknown_reasons: Record<string, string>;
    /** The record in which the business was found. */
    record: {
      /** Name, as in the record. */
      name: string | null;
      /** Kind of business. */
      category: string | null;
      /** Phone number, as in the record. */
      phone: string | null;
      /** URL of the website. */
      website: string | null;
      /** Email address of the business. */
      email: string | null;
      /** Whether the business is open; null if the record does not say. */
      status: Open<"OPEN" | "TEMPORARILY_CLOSED" | "PERMANENTLY_CLOSED"> | null;
      /** Average rating of the reviews, 0 to 5. */
      rating: number | null;
      /** Number of reviews. */
      reviews: number | null;
      /** Whether the owner has claimed the entry. */
      claimed: boolean | null;
      /** Id of the place in the source of the record. */
      place_id: string | null;
      /** Address of the business. */
      address: {
        /** Street and house number. */
        line1: string | null;
        /** City. */
        city: string | null;
        /** State or region. */
        state: string | null;
        /** Postal code. */
        zip: string | null;
        /** Country code, ISO 3166-1 alpha-2. */
        country_code: string | null;
      };
      /** Latitude in degrees north. */
      latitude: number | null;
      /** Longitude in degrees east. */
      longitude: number | null;
      /** Opening hours in OpenStreetMap notation. */
      hours: string | null;
      /** Attribution that the license of the data requires to be shown with it. */
      attribution: string | null;
      /** Number of other businesses whose records fit the request as well, of which this is the first; null without a record. */
      other_matches: number | null;
    };
  };
}

export interface BusinessVerifyRequest {
  /** Name of the business. Legal forms, accents and capitalization are ignored. */
  name: string;
  /** City of the business. */
  city: string;
  /** State or region, by code or name. Distinguishes cities with the same name. */
  state?: string | null;
  /** Country of the business, ISO 3166-1 alpha-2. */
  country?: string | null;
  /** Phone number that the business gives as its own. Without a leading +, it is read as a number of the country of the business. */
  phone?: string | null;
  /** Email address that the business gives as its own. */
  email?: string | null;
  /** Website that the business gives as its own: a domain or a URL. */
  website?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface CompanyFirmographicsAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "company_firmographics";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: CompanyFirmographicsClassification;
  insights: CompanyFirmographicsInsights;
}

export interface CompanyFirmographicsClassification {
  /** Whether a company was found behind the domain. */
  matched: boolean;
  /** Name of the company. */
  company_name: string | null;
  /** Industry, as the source names it. */
  industry: string | null;
  /** Number of employees. */
  employee_count: number | null;
  /** Range of the number of employees: 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+; or as the source writes it. */
  employee_band: string | null;
  /** Annual revenue as text: a range such as $10M-$25M, or a figure in US dollars. */
  annual_revenue: string | null;
  /** Year of foundation. */
  founded_year: number | null;
  /** Country of the headquarters, by its English name. */
  country: string | null;
}

export interface CompanyFirmographicsInsights {
  /** Details of the company; null if none was found. */
  company_firmographics_result: {
    /** Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known. */
    country_code: string | null;
    /** Number of employees, lower bound; null if the source does not say. */
    employees_min: number | null;
    /** Number of employees, upper bound; null if the source does not say. */
    employees_max: number | null;
    /** Annual revenue in US dollars, lower bound; null if the source does not say. */
    revenue_min: number | null;
    /** Annual revenue in US dollars, upper bound; null if the source does not say. */
    revenue_max: number | null;
    /** The band that contains the whole revenue range: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+. */
    revenue_band: string | null;
    /** What the company does. */
    description: string | null;
    /** URL of the website. */
    website: string | null;
    /** URL of the page on the professional network. */
    network_url: string | null;
    /** Legal Entity Identifier (ISO 17442). */
    lei: string | null;
    /** Ticker symbol. */
    ticker: string | null;
    /** Standard Industrial Classification (SIC) codes. */
    sic_codes: Array<string>;
    /** North American Industry Classification System (NAICS) codes. */
    naics_codes: Array<string>;
    /** Technologies that its sites or its DNS show. */
    technology_count: number | null;
    /** Headcount growth over twelve months, as a fraction. */
    headcount_growth_12m: number | null;
    /** Number of employees by department. */
    departmental_head_count: Record<string, number> | null;
    /** City and region of the headquarters. */
    headquarters: string | null;
  } | null;
  /** The source and date of each field. A field that is not listed is not known. */
  sources: Array<{
    /** Name of a field in this answer. */
    field: string;
    /** Source of the value, as named in `metadata.data_sources`. */
    source: string;
    /** Date of the value, as YYYY, YYYY-MM or YYYY-MM-DD; null if the source does not say. */
    as_of: string | null;
  }>;
  /** The oldest `as_of` among the sources: no dated field is older. Null if none is dated. */
  as_of: string | null;
}

export interface CompanyFirmographicsRequest {
  /** Domain or full URL of the site. Its registrable domain is looked up. */
  domain: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface CompanyProfileLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "company_profile_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: CompanyProfileLookupClassification;
  insights: CompanyProfileLookupInsights;
}

export interface CompanyProfileLookupClassification {
  /** Whether the company was found. */
  matched: boolean;
  /** Name of the company. */
  company_name: string | null;
  /** Industry, as the source names it. */
  industry: string | null;
  /** Range of the number of employees as the professional network shows it, such as 51-200. */
  company_size: string | null;
  /** City and region of the headquarters. */
  headquarters: string | null;
  /** Year of foundation. */
  founded: number | null;
  /** Number of followers on the professional network. */
  followers: number | null;
}

export interface CompanyProfileLookupInsights {
  /** Details of the company; null if none was found. */
  company_profile_lookup_result: {
    /** Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known. */
    country_code: string | null;
    /** Number of employees, lower bound; null if the source does not say. */
    employees_min: number | null;
    /** Number of employees, upper bound; null if the source does not say. */
    employees_max: number | null;
    /** Annual revenue in US dollars, lower bound; null if the source does not say. */
    revenue_min: number | null;
    /** Annual revenue in US dollars, upper bound; null if the source does not say. */
    revenue_max: number | null;
    /** The band that contains the whole revenue range: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+. */
    revenue_band: string | null;
    /** What the company does. */
    description: string | null;
    /** URL of the website. */
    website: string | null;
    /** URL of the page on the professional network. */
    network_url: string | null;
    /** Legal Entity Identifier (ISO 17442). */
    lei: string | null;
    /** Ticker symbol. */
    ticker: string | null;
    /** Country of the headquarters, by its English name. */
    country: string | null;
    /** Number of employees with a profile on the professional network. */
    employees_on_platform: number | null;
    /** Specialties that the company names. */
    specialties: Array<string>;
    /** Funding of the company; null if `include_funding` is false. */
    funding: {
      /** Funding raised, in US dollars. */
      total_raised: number | null;
      /** Number of funding rounds. */
      rounds: number | null;
      /** Date of the last funding round: YYYY, YYYY-MM or YYYY-MM-DD. */
      last_round_date: string | null;
      /** Whether its shares are listed on an exchange. */
      ipo_status: Open<"public" | "private"> | null;
    } | null;
  } | null;
  /** The source and date of each field. A field that is not listed is not known. */
  sources: Array<{
    /** Name of a field in this answer. */
    field: string;
    /** Source of the value, as named in `metadata.data_sources`. */
    source: string;
    /** Date of the value, as YYYY, YYYY-MM or YYYY-MM-DD; null if the source does not say. */
    as_of: string | null;
  }>;
  /** The oldest `as_of` among the sources: no dated field is older. Null if none is dated. */
  as_of: string | null;
}

export interface CompanyProfileLookupRequest {
  /** Domain or URL of the company's site. Not needed with profile_url. */
  domain?: string | null;
  /** URL of the company's public page on the professional network, or its vanity name. Replaces the domain. */
  profile_url?: string | null;
  /** Whether to look up funding. */
  include_funding?: boolean | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface DeletedWebhookEndpointAnswer {
  /** Id of the endpoint. */
  id: string;
  /** Always true. */
  deleted: true;
}

/** The answer. */
export interface DomainAgeAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "domain_age";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: DomainAgeClassification;
  insights: DomainAgeInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface DomainAgeClassification {
  /** Whether the domain is registered. */
  registered: boolean;
  /** Age in years and months, or in days if below a month. */
  age_human: string | null;
  /** Whole days since creation; null if the domain is unregistered or the registry does not say. Without `created_date`, the minimum age: the registry says before which date it was registered. */
  age_days: number | null;
  /** When the domain was registered; null if the registry does not say. */
  created_date: string | null;
  /** Registrar of the domain; null if the registry does not say. */
  registrar: string | null;
}

export interface DomainAgeInsights {
  /** When the registration ends; null if the registry does not say. */
  expiry: string | null;
  /** When the registration last changed; null if the registry does not say. */
  updated_date: string | null;
  /** Name servers of the domain. */
  nameservers: Array<string>;
  /** Statuses, as the registry writes them. */
  registry_status: Array<string>;
  /** Host of the registry that answered. */
  registry_server: string;
  /** Protocol used to query the registry. */
  protocol: Open<"RDAP" | "WHOIS">;
  /** Why `age_days` is null, or why it is the minimum age. */
  age_reason: string | null;
}

export interface DomainAgeRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface DomainAuthorityAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "domain_authority";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: DomainAuthorityClassification;
  insights: DomainAuthorityInsights;
}

export interface DomainAuthorityClassification {
  /** Whether any source knows the domain. Nothing is charged if not. */
  found: boolean;
  /** The registrable domain. */
  domain: string;
  /** Authority of the domain based on its links, 0 to 100. */
  authority_score: number | null;
  /** Rank of the domain among all domains by visits from search. */
  search_rank: number | null;
  /** Position in a public list of the most visited domains. */
  popularity_rank: number | null;
  /** Monthly visits from search results. */
  organic_traffic: number | null;
  /** Whether the domain pays for search advertisements; null if no source says. */
  runs_paid_ads: boolean | null;
}

export interface DomainAuthorityInsights {
  /** What is known about search traffic and advertisements. Null: no source says. */
  domain_authority_result: {
    /** Number of keywords for which the domain ranks. */
    organic_keywords: number | null;
    /** Cost of the visits from search results if they were paid for as advertisements, in US dollars. */
    organic_traffic_value_usd: number | null;
    /** Number of keywords for which the domain pays. */
    paid_keywords: number | null;
    /** Monthly visits from paid results. */
    paid_traffic: number | null;
    /** Share of visits from search that are paid, 0 to 1. */
    paid_share: number | null;
  };
}

export interface DomainAuthorityRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface DomainSeoIntelligenceAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "domain_seo_intelligence";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: DomainSeoIntelligenceClassification;
  insights: DomainSeoIntelligenceInsights;
  risk_assessment: RiskAssessment;
}

export interface DomainSeoIntelligenceClassification {
  /** Whether any source knows the domain. Nothing is charged if not. */
  found: boolean;
  /** The registrable domain. */
  domain: string;
}

export interface DomainSeoIntelligenceInsights {
  /** Scores. Null: no source says. */
  authority: {
    /** Authority of the domain, 0 to 100. */
    domainAuthority: number | null;
    /** Authority of the home page, 0 to 100. */
    pageAuthority: number | null;
    /** Strength based on the domains that link to the domain, 0 to 100. */
    domainStrength: number | null;
    /** Trust score, 0 to 100. The less spam among the links, the higher. */
    trustScore: number | null;
  };
  /** Figures about links to the domain. */
  backlinks: {
    /** Number of links to the domain. */
    totalBacklinks: number | null;
    /** Number of domains with links to the domain. */
    referringDomains: number | null;
  };
  /** Figures about visits from search engines. */
  traffic: {
    /** Monthly visits from search results. */
    organicTraffic: number | null;
    /** Number of keywords for which the domain ranks. */
    organicKeywords: number | null;
  };
}

export interface DomainSeoIntelligenceRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface EmailAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "email";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: EmailClassification;
  insights: EmailInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

/** The answer. */
export interface EmailAppendAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "email_append";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: EmailAppendClassification;
  insights: EmailAppendInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface EmailAppendClassification {
  /** Whether the person was found with the requested contact data. */
  matched: boolean;
  /** Whether the ZIP code belongs to a state of the United States. If false, no source is queried and nothing is charged. */
  coverage_supported: boolean;
  /** The best email address. Validated addresses come first, then private ones. */
  email: string | null;
  /** Kind of lookup that was run. */
  lookup_type: "email_append";
}

export interface EmailAppendInsights {
  /** The person or company found. */
  contact: {
    /** First name, as in the source. */
    first_name: string | null;
    /** Last name, as in the source. */
    last_name: string | null;
    /** Street address. */
    address: string | null;
    /** City. */
    city: string | null;
    /** Two-letter state code. */
    state: string | null;
    /** ZIP code. */
    zip: string | null;
    /** The best email address. Validated addresses come first, then private ones. */
    email: string | null;
    /** Whether mail arrives according to the source; null if it does not say. */
    validated: boolean | null;
    /** Further email addresses of the person, best first. */
    other_emails: Array<string>;
  };
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface EmailAppendRequest {
  /** The person, by name and postal address in the United States. */
  input: {
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** House number and street, including the unit. */
    address: string;
    /** City. */
    city: string;
    /** ZIP code of five or nine digits. The state is derived from it. */
    zip: string;
  };
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface EmailClassification {
  /** Kind of address. */
  email_type: Open<"BUSINESS_PERSONAL" | "FREE_PROVIDER" | "ROLE_BASED" | "UNKNOWN">;
  /** Kind of mail provider; null for a domain that is on no list and is not known to accept mail, and for a known misspelling of a provider. */
  provider_type: Open<"CORPORATE" | "FREE" | "DISPOSABLE"> | null;
  /** Tier of the provider; null if none applies. ENTERPRISE: the domain uses business mail hosts, or has mail exchangers and is at least a year old. */
  provider_tier: Open<"ENTERPRISE" | "TIER_1_FREE" | "TIER_2_FREE" | "DISPOSABLE"> | null;
  /** Whether a message would arrive. */
  deliverability_status: Open<"DELIVERABLE" | "RISKY" | "UNDELIVERABLE" | "TEMPORARY" | "UNKNOWN">;
  /** Code of the rule that determined the status. */
  deliverability_reason: string;
  /** CONFIRMED: the mail server said whether the mailbox exists. */
  mailbox_verification_state: Open<"CONFIRMED" | "UNCONFIRMED">;
  /** Folder in which a message would probably land. */
  inbox_placement: Open<"PRIMARY" | "PROMOTIONS" | "SPAM" | "UNCERTAIN">;
  /** How likely messages are to be read. */
  engagement_potential: Open<"HIGH" | "MEDIUM" | "LOW" | "NONE">;
  /** Whether it is a forwarding address that hides the user's own. */
  is_relay: boolean;
}

/** The answer. */
export interface EmailEnrichmentAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "email_enrichment";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: EmailEnrichmentClassification;
  insights: EmailEnrichmentInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface EmailEnrichmentClassification {
  /** Whether an address was found. */
  matched: boolean;
  /** Work email address; null if none was found. */
  email: string | null;
  /** The requested domain. */
  domain: string;
}

export interface EmailEnrichmentInsights {
  /** The address and further facts from the source. */
  email_enrichment: {
    /** Same as `classification.email`. */
    email: string | null;
    /** Whether a mail server confirmed the mailbox. False: it could not. Null: not checked. */
    email_verified: boolean | null;
    /** Confidence of the source, 0 to 100; null if it does not say. */
    confidence: number | null;
    /** Name of the person to whom the address belongs. */
    full_name: string | null;
    /** Job title at the company. */
    job_title: string | null;
    /** Company, as the source names it. */
    company: string | null;
  };
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface EmailEnrichmentRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** First name. Required unless fullName or name has both names. */
  firstName?: string | null;
  /** Last name. Required unless fullName or name has both names. */
  lastName?: string | null;
  /** First and last name in one field. The separate fields take precedence. */
  fullName?: string | null;
  /** Alias of fullName. */
  name?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface EmailInsights {
  /** Whether a message would arrive, and why. */
  deliverability: {
    /** Higher is better, 0 to 100. */
    score: number;
    /** What the score is based on. */
    factors: {
      /** Whether the domain has MX records; null if DNS was not queried. */
      mx_records: boolean | null;
      /** Whether the mail server answered over SMTP; null if it was not contacted. */
      smtp_valid: boolean | null;
      /** Whether the mailbox exists; null if that could not be confirmed. */
      mailbox_exists: boolean | null;
      /** Whether the server accepts mail for every name. Also false if this could not be checked: see `not_checked`. */
      catch_all: boolean;
      /** Whether the server defers mail from unknown senders. Also false if this could not be checked: see `not_checked`. */
      greylisted: boolean;
    };
    /** Factors that were not checked. The fields about them are not meaningful. */
    not_checked: Array<Open<"mailbox" | "catch_all" | "greylisting" | "spam_traps">>;
    /** Further detail if the mailbox is unconfirmed. */
    upstream_verification_detail?: string;
  };
  /** Assessment of the address by its form. */
  quality: {
    /** Higher is better, 0 to 100. */
    score: number;
    /** Whether the syntax is valid (RFC 5321). */
    syntax_valid: boolean;
    /** Fault in the syntax; present only if it is invalid. */
    syntax_fault?: Open<"INVALID_LOCAL_PART" | "MISPLACED_DOT" | "INVALID_DOMAIN" | "LOCAL_PART_TOO_LONG" | "ADDRESS_TOO_LONG">;
    /** Whether the address looks mistyped. */
    typo_detected: boolean;
    /** The address that was probably meant; null if there is none. */
    suggested_email: string | null;
    /** Whether the address looks like a person's work address. */
    professional_format: boolean;
    /** Pattern of the name before the @. */
    name_pattern: Open<"FIRSTNAME_DOT_LASTNAME" | "INITIAL_DOT_LASTNAME" | "SINGLE_NAME" | "NAME_WITH_NUMBERS" | "OTHER" | "UNKNOWN">;
    /** Whether the local part is internationalized (RFC 6531). */
    smtputf8_required: boolean;
  };
  /** What is known for and against the number. */
  reputation: {
    /** Days since the domain was registered; null if that is not known. */
    domain_age_days: number | null;
    /** Reputation of the domain. */
    domain_reputation: Open<"EXCELLENT" | "GOOD" | "FAIR" | "POOR" | "LOW" | "UNKNOWN">;
    /** Risk that the address is a spam trap. NONE: neither the name nor the domain looks like a trap. There is no list of traps to check. */
    spam_trap_risk: Open<"HIGH" | "NONE">;
    /** How likely the address is a spam trap. */
    honeypot_risk: Open<"MEDIUM" | "NONE">;
  };
  /** What the address says about its owner. */
  intelligence: {
    /** Quality as a sales lead, 0 to 100. */
    lead_score: number;
    /** Whether it is an address at a company: neither a free provider nor a role address. */
    b2b_indicator: boolean;
    /** Seniority that the name suggests. */
    seniority_indicator: string;
    /** Whether the address belongs to a function or to a person. */
    department_hint: Open<"GENERIC" | "PERSONAL">;
  };
  /** What is known about the domain. */
  domain_intelligence?: {
    /** Registration of the domain; null if the registry did not answer, or denies a domain that is in DNS. */
    registration: {
      /** Whether the domain is registered. */
      registered: boolean;
      /** When the domain was registered; null if the registry does not say. */
      created_date: string | null;
      /** When the registration ends; null if the registry does not say. */
      expiry: string | null;
      /** Registrar of the domain; null if the registry does not say. */
      registrar: string | null;
    } | null;
    /** Infrastructure of the domain. */
    infrastructure: {
      /** Mail servers of the domain, in order of preference. */
      mail_exchangers: Array<string>;
      /** Provider of the mailboxes; null if it is not known. */
      mail_provider: string | null;
      /** Provider that filters the mail; null if none is known. */
      mail_gateway: string | null;
      /** Whether the domain has an IPv4 address; null if that could not be queried. */
      has_ipv4: boolean | null;
      /** Whether the domain has an IPv6 address; null if that could not be queried. */
      has_ipv6: boolean | null;
      /** Name servers of the domain. */
      nameservers: Array<string>;
    };
    /** Services that the DNS of the domain shows. */
    technologies: Array<string>;
    /** What the domain publishes about its senders. */
    trust_indicators: {
      /** Whether the domain has an SPF record; null if DNS did not answer. */
      spf: boolean | null;
      /** What the SPF record says about other senders; null if there is none. */
      spf_policy: Open<"pass" | "fail" | "softfail" | "neutral"> | null;
      /** Whether the domain has a DMARC record; null if DNS did not answer. */
      dmarc: boolean | null;
      /** Policy that the DMARC record asks for; null if there is none. */
      dmarc_policy: Open<"none" | "quarantine" | "reject"> | null;
    };
  };
  /** Whether a business is behind the domain. */
  business_profile?: {
    /** Legitimacy of the domain, 0 to 100. Higher is more legitimate. */
    legitimacy_score: number;
    /** Signs of a business. */
    business_signals: Array<string>;
    /** Signs of trustworthiness. */
    trust_signals: Array<string>;
    /** Signs of risk. */
    risk_signals: Array<string>;
  };
}

export interface EmailRequest {
  /** One bare email address. The domain is lower-cased; the local part is kept as it is. A full-width at sign is read as @. */
  email: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface ErrorResponse {
  /** Always false: there is no `data`. */
  success: false;
  /** Why there is no answer. */
  error: {
    /** Error message in words. It may change, so branch on `code`. */
    message: string;
    /** Error code. */
    code: Open<"INVALID_REQUEST" | "INVALID_INPUT" | "MISSING_FIELD" | "VALIDATION_FAILED" | "UPSTREAM_ERROR" | "INVALID_TYPE" | "INPUT_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "INSUFFICIENT_CREDITS" | "UPGRADE_REQUIRED" | "INSUFFICIENT_SCOPE" | "NOT_FOUND" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "SERVICE_BUSY" | "UPSTREAM_QUOTA_EXHAUSTED" | "UPSTREAM_TIMEOUT">;
    /** Error type, the same for every refusal. */
    type: "api_error";
    /** The field that is wrong, if there is one. */
    param?: string;
    /** Further facts about the error. `available: false`: this service has no source for the lookup, so waiting does not help. `billing_url`: credits or a plan are missing; this is the page that sells them. */
    details?: Record<string, unknown>;
    /** URL of the page that explains what to do about the code. */
    doc_url: string;
    /** Request id, as in the X-Request-Id header. */
    request_id: string;
  };
}

export interface Event {
  /** Id of the event, the same in every delivery of it. */
  id: string;
  /** Type of the event. */
  type: Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped">;
  /** When it was created. */
  created_at: string;
  /** The status object of a job, or the findings of a monitor's run. */
  data: Record<string, unknown>;
}

/** The answer. */
export interface EventListAnswer {
  /** One page of results. */
  events: Array<Event>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

export interface GetBulkResultsQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
  /** Position of the row in the list that was sent. */
  offset?: number;
}

export interface Health {
  /** Current status. */
  status: "ok";
}

/** The answer. */
export interface HlrLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "hlr_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: HlrLookupClassification;
  insights: HlrLookupInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface HlrLookupClassification {
  /** Kind of lookup that was run. */
  lookup_type: "HLR";
  /** Status as the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free. */
  connectivity_status: string;
  /** Whether the number was ported. Also false if no source says; see the risk factor PORTABILITY_UNKNOWN. */
  is_ported: boolean;
  /** Whether the handset roams. Also false if the network does not say, and always with `data_source` MNP_DB. */
  is_roaming: boolean;
  /** False only for INVALID_MSISDN. Use `connectivity_status` to judge a number. */
  is_valid: boolean;
  /** `mcc` and `mnc` joined; null unless both codes are known. `mccmnc_reason` says why. */
  mccmnc: string | null;
  /** Mobile country code. */
  mcc: string | null;
  /** Mobile network code. */
  mnc: string | null;
}

export interface HlrLookupInsights {
  /** Answer of the network or the portability database. */
  hlr_result: {
    /** Id of the network query, or of this lookup if there is none. */
    id: string;
    /** Number in international format, without +. */
    msisdn: string;
    /** Status as the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free. */
    connectivity_status: string;
    /** Whether the number was ported. Also false if no source says; see the risk factor PORTABILITY_UNKNOWN. */
    is_ported: boolean;
    /** Whether the handset roams. Also false if the network does not say, and always with `data_source` MNP_DB. */
    is_roaming: boolean;
    /** The carrier to which the number was ported, or else the original carrier. */
    current_carrier: string | null;
    /** Same as `classification.mccmnc`. */
    current_mccmnc: string | null;
    /** Why mccmnc is null; only then. INVALID_NUMBER: the number cannot exist or is kept for fiction. NOT_MOBILE: a landline, an internet line or a service number, which has none. NOT_REPORTED: no source names the network. NOT_LISTED: no operating mobile network of the country has the name of the carrier. SEVERAL_NETWORKS: several networks have the name, with different codes. */
    mccmnc_reason?: Open<"INVALID_NUMBER" | "NOT_MOBILE" | "NOT_REPORTED" | "NOT_LISTED" | "SEVERAL_NETWORKS">;
    /** The carrier to which the number was first assigned. If it is not `current_carrier`, and no source says whether the number was ported, the number may have been ported, or the carrier has another name now. */
    original_carrier: string | null;
    /** Name of the country. */
    country: string | null;
    /** Country code, ISO 3166-1 alpha-2. */
    country_code: string | null;
    /** International calling code with +. */
    country_prefix: string;
    /** Carrier after porting; null unless the number was ported. */
    ported_carrier: string | null;
    /** Country of that carrier; null unless the number was ported. */
    ported_country: string | null;
    /** Carrier in whose network the handset roams; null if it does not roam. */
    roaming_carrier: string | null;
    /** Country in which the handset roams; null if it does not roam. */
    roaming_country: string | null;
    /** International mobile subscriber identity; null if the network hides it. */
    imsi: string | null;
    /** The source that was queried, whether or not it knew the number. LIVE_HLR: the network, live. MNP_DB: a portability database, which shows that the number is assigned, not that the handset is on. Null: none, because the number cannot exist or is kept for fiction. */
    data_source: Open<"LIVE_HLR" | "MNP_DB"> | null;
    /** Time of the statement by the network or the record. */
    timestamp: string;
  };
  /** Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377. */
  country_assumed?: string;
  /** Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface HlrLookupRequest {
  /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
  phone_number: string;
  /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface IpAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "ip";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: IpClassification;
  insights: IpInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface IpClassification {
  /** Kind of connection. RESIDENTIAL_ISP: a line that people use, including one on the own network of a company, a school or an authority; `network_class` has the kind of network, `residential_probability` the likelihood of a home. MOBILE_NETWORK: a network of mobile lines alone; mobile lines of an operator that announces them in one network with its fixed lines are RESIDENTIAL_ISP. UNKNOWN: reserved addresses, transit, and networks whose kind is not known. */
  connection_type: Open<"RESIDENTIAL_ISP" | "MOBILE_NETWORK" | "DATACENTER" | "CDN_NETWORK" | "PUBLIC_DNS" | "PROXY_SERVER" | "UNKNOWN">;
  /** Kind of service; null if it is not known. */
  service_type: Open<"STANDARD_ISP" | "HOSTING_SERVICE" | "VPN_SERVICE" | "PUBLIC_DNS"> | null;
  /** Degree of anonymity. HIGH: listed Tor exit, VPN or proxy. MEDIUM: relay or rentable server. NONE: neither is known. */
  anonymity_level: Open<"NONE" | "MEDIUM" | "HIGH">;
  /** Kind of organization; null if the kind of network is not known. */
  organization_type: Open<"ISP" | "HOSTING_PROVIDER" | "TECH_GIANT" | "BUSINESS" | "EDUCATION" | "GOVERNMENT" | "INFRASTRUCTURE"> | null;
  /** Probability that it is a home connection, 0 to 1. */
  residential_probability: number;
}

export interface IpInsights {
  /** What follows from the address itself. */
  address: {
    /** Version of the Internet Protocol. */
    version: 4 | 6;
    /** Kind of address: Global unicast, or the purpose for which the IANA special-purpose registries reserve its range, such as Private use. */
    kind: string;
    /** Whether the range is globally reachable according to the IANA registries. */
    is_global: boolean;
    /** Name of the address in reverse DNS (PTR). */
    reverse_name: string;
  };
  /** The network and its operator. */
  network: {
    /** Registered name of the network; its brand if its registry does not state the holder. */
    isp: string | null;
    /** Brand of the operator if known, otherwise the registered name. */
    org: string | null;
    /** Autonomous system: "AS" followed by the number, or Unknown. */
    asn: string;
    /** Country to which over half of the address space that the network announces was delegated. */
    asn_country_code?: string;
    /** Reputation of the network. */
    asn_reputation: Open<"EXCELLENT" | "GOOD" | "POOR"> | null;
    /** The largest range around the address with the same data throughout: one network in one place, no larger than what it announces. For a reserved address, the reserved range. */
    prefix: string;
    /** The regional registry that IANA names for the range. */
    registry?: Open<"AFRINIC" | "APNIC" | "ARIN" | "LACNIC" | "RIPE NCC">;
    /** Country that the registries name for the range. The range may be used in another country. */
    registered_country_code?: string;
    /** Kind of network, if it is known: isp, mobile, hosting, vpn, cdn, public_dns, transit, education, … */
    network_class?: string;
    /** What the class is based on: asn (listed number), brand (well-known name), name:<rule> (a word in the registered name, or all of it) or spread (small blocks scattered over countries are rented out; addresses in several towns of one country are lines). */
    class_rule?: string;
  };
  /** Kind of place where the address is used. */
  geographic: {
    /** Whether the address is in a data center. */
    datacenter_location: boolean;
    /** Probability that the address is a VPN exit, 0 to 1. */
    vpn_exit_probability: number;
    /** Whether the address is listed as a Tor exit. Also false while `tor_exits` is in `missing_feeds`. */
    tor_exit_node: boolean;
    /** For the address of a server, the provider, with the cloud region if the provider's own feed has it. */
    hosting_facility: string | null;
  };
  /** Location of the address. Fields below the country are null if a city would be a guess; `city_unknown_reason` says why. */
  location: {
    /** City; null if it is not known. */
    city: string | null;
    /** Why there is no city. SHARED_NETWORK, LISTED_RANGE: used in many cities. UNRELIABLE_NETWORK (mobile, transit, government), UNRELIABLE_COUNTRY: address sets contradict each other. */
    city_unknown_reason?: Open<"RESERVED_ADDRESS" | "UNANNOUNCED_ADDRESS" | "SHARED_NETWORK" | "UNRELIABLE_NETWORK" | "UNRELIABLE_COUNTRY" | "LISTED_RANGE" | "NOT_IN_SOURCE">;
    /** Source of the city. cloud_region: the city of the cloud region that the provider's own feed names. */
    city_source?: Open<"address_table" | "cloud_region">;
    /** How far the city can be trusted: how often two address sets name cities within 50 km of each other for networks of this kind. */
    city_confidence?: number | null;
    /** State, province or region. */
    region: string | null;
    /** Name of the country. */
    country: string | null;
    /** Country code, ISO 3166-1 alpha-2. */
    country_code: string | null;
    /** Latitude in degrees north. */
    latitude: number | null;
    /** Longitude in degrees east. */
    longitude: number | null;
    /** IANA name of the time zone. */
    timezone: string | null;
    /** Source of the time zone. most_people: the zone in which most people live, for a country with several. */
    timezone_source?: Open<"coordinates" | "country" | "most_people">;
    /** Name of the continent. */
    continent: string | null;
    /** Two-letter code of the continent. */
    continent_code: string | null;
    /** Postal code nearest to the city's coordinates, for cities in the US and Canada; null elsewhere, because no free source has it. */
    zip: string | null;
    /** Part of the city, if the source of the city names one. The coordinates are still those of the city. */
    district: string | null;
  };
  /** Facts about the country in `location`; absent if no country is known. */
  country?: {
    /** Country code, ISO 3166-1 alpha-3. */
    code3: string | null;
    /** Flag emoji: the two regional indicators of the country code. */
    flag: string;
    /** Capital, by its English name; null if the country has none. */
    capital: string | null;
    /** Whether the country is a member of the European Union. */
    is_in_eu: boolean;
    /** Calling code of its phone numbers, without the +. */
    calling_code: string;
    /** Currencies of the country. */
    currencies: Array<{
      /** Currency code, ISO 4217. */
      code: string;
      /** English name. */
      name: string;
      /** Currency symbol used in prices. */
      symbol: string;
    }>;
    /** Official languages. */
    languages: Array<{
      /** Language code, ISO 639-1. */
      code: string;
      /** English name. */
      name: string;
    }>;
  };
  /** Indications against the address. */
  security: {
    /** Higher is better, 0 to 100. */
    reputation_score: number;
    /** Whether the address is listed as a Tor exit. Also false while `tor_exits` is in `missing_feeds`. */
    tor_exit_node: boolean;
  };
  /** Findings from the lists of networks. */
  network_intelligence: {
    /** Whether the address is in a data center. */
    is_datacenter: boolean;
    /** Whether the address is on the list of Tor exits. */
    is_tor_exit: boolean;
    /** Whether the address is reserved or not routable. */
    is_bogon: boolean;
    /** The entry in the IANA registries that makes the address a bogon. */
    reserved_for?: {
      /** The reserved range. */
      prefix: string;
      /** Name of the range in the IANA registry. */
      name: string;
      /** Document that reserves the range. */
      rfc: string;
    };
    /** The IPv4 address embedded in the IPv6 address. The answer is about the IPv4 address. */
    embedded_ipv4?: {
      /** The embedded IPv4 address. */
      address: string;
      /** How the IPv4 address is embedded. */
      embedding: Open<"6to4" | "teredo" | "nat64">;
    };
    /** Cloud provider to which the address belongs; null if none is known. */
    cloud_provider: string | null;
    /** Cloud region; only from the provider's own feed. */
    cloud_region: string | null;
    /** Cloud service; only from the provider's own feed. */
    cloud_service: string | null;
    /** The crawler, if the address is in a range published by a crawler's operator. The user agent is not known and not compared. */
    verified_crawler: {
      /** Operator of the crawler. */
      operator: string;
      /** Name of the crawler. */
      bot: string;
    } | null;
    /** To what extent the feeds that could list such an address were checked. Checks that were not made are named in `risk_factors`. */
    coverage: Open<"complete" | "partial" | "unavailable">;
    /** The lists that contain the address: the most specific one of each kind. */
    listed_in: Array<{
      /** Name of the list, as in `checked_feeds`. */
      feed: string;
      /** What the list contains: tor, vpn, datacenter, cloud, cdn, relay, … */
      kind: string;
      /** Operator of the address according to the list. */
      operator: string;
    }>;
    /** Lists that were checked. */
    checked_feeds: Array<string>;
    /** Lists that were never loaded, or are too old to count. */
    missing_feeds: Array<string>;
    /** Date or time of the oldest feed checked. */
    data_as_of: string | null;
    /** Date or time of each feed checked. */
    feeds_as_of: Record<string, string>;
  };
  /** Probable use of the address. */
  usage_patterns: {
    /** Whether the user is likely a program. */
    likely_automation: boolean;
    /** Whether server-to-server calls are likely. */
    api_usage: boolean;
    /** Whether the user is likely a business. */
    business_usage: boolean;
    /** Probability that the user is a person, 0 to 1. */
    human_probability: number;
  };
}

export interface IpRequest {
  /** IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; for a 6to4, Teredo or NAT64 address, the answer is about the embedded IPv4 address. */
  ip: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface JobChangeMonitorAnswer {
  /** Id of the monitor. */
  id: string;
  /** Name that you gave the monitor. */
  name: string;
  /** How often members are looked up again. */
  frequency: Open<"daily" | "weekly">;
  /** Whether the owner gets an email when a run finds changes. */
  alert_email: boolean;
  /** Receiver of the monitor's changes; null if the monitor has no receiver of its own. */
  webhook_url: string | null;
  /** Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own. */
  webhook_endpoint_id: string | null;
  /** Whether the monitor runs. */
  active: boolean;
  /** Number of members. */
  contact_count: number;
  /** Id of the run in progress; null if there is none. */
  run_id: string | null;
  /** When the next scheduled run begins; null if there is none. */
  next_run_at: string | null;
  /** When the last run that looked anything up ended. */
  last_run_at: string | null;
  /** How the last run ended, or why it did not take place; null before the first. */
  last_outcome: Open<"completed" | "insufficient_credits" | "daily_limit" | "no_plan" | "organization_closed" | "organization_suspended" | "no_members" | "no_source" | "stopped" | "lost"> | null;
  /** The most a run can cost with the current members: 5 credits each. */
  credits_per_run: number;
  /** Cost of the last run that looked anything up (the run of `last_run_at`); null before the first. */
  last_run_credits: number | null;
  /** When it was created. */
  created_at: string;
  /** Secret that signs the deliveries. Shown once, when the webhook is registered. */
  webhook_secret?: string;
}

export interface JobChangeMonitorChanges {
  /** Name of your choice. */
  name?: string | null;
  /** How often members are looked up again. */
  frequency?: "weekly" | null;
  /** Send the owner one email for each run with changes. */
  alert_email?: boolean | null;
  /** False stops runs; a run in progress continues. */
  active?: boolean | null;
  /** Public HTTPS address that receives changes and skipped runs. Null removes the receiver; a different address gets a new secret. */
  webhook_url?: string | null;
  /** Id of a webhook endpoint, used instead of `webhook_url`. Null removes the receiver. */
  webhook_endpoint_id?: string | null;
}

/** The answer. */
export interface JobChangeMonitorCountAnswer {
  /** Current number of members. */
  contact_count: number;
}

/** The answer. */
export interface JobChangeMonitorDeletedAnswer {
  /** Id of the monitor. */
  id: string;
  /** Always true. */
  deleted: true;
}

export interface JobChangeMonitorEvent {
  /** Id of the event. */
  id: string;
  /** URL of the profile. */
  profile_url: string;
  /** Your label; null if there is none. */
  label: string | null;
  /** Kind of event. baseline: the first time the profile was found. profile_unreachable: no source had it three times in a row. */
  type: Open<"job_change" | "title_change" | "profile_unreachable" | "baseline">;
  /** What the same source gave before. */
  before: {
    /** Job title; null if the source does not have it. */
    title: string | null;
    /** Company; null if the source does not have it. */
    company: string | null;
    /** Location; null if the source does not have it. */
    location: string | null;
  } | null;
  /** What it gives now. */
  after: {
    /** Job title; null if the source does not have it. */
    title: string | null;
    /** Company; null if the source does not have it. */
    company: string | null;
    /** Location; null if the source does not have it. */
    location: string | null;
  } | null;
  /** When the run recorded the change. */
  detected_at: string;
}

/** The answer. */
export interface JobChangeMonitorEventListAnswer {
  /** Events, newest first. */
  events: Array<JobChangeMonitorEvent>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

/** The answer. */
export interface JobChangeMonitorListAnswer {
  /** One page of monitors. */
  monitors: Array<{
    /** Id of the monitor. */
    id: string;
    /** Name that you gave the monitor. */
    name: string;
    /** How often members are looked up again. */
    frequency: Open<"daily" | "weekly">;
    /** Whether the owner gets an email when a run finds changes. */
    alert_email: boolean;
    /** Receiver of the monitor's changes; null if the monitor has no receiver of its own. */
    webhook_url: string | null;
    /** Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own. */
    webhook_endpoint_id: string | null;
    /** Whether the monitor runs. */
    active: boolean;
    /** Number of members. */
    contact_count: number;
    /** Id of the run in progress; null if there is none. */
    run_id: string | null;
    /** When the next scheduled run begins; null if there is none. */
    next_run_at: string | null;
    /** When the last run that looked anything up ended. */
    last_run_at: string | null;
    /** How the last run ended, or why it did not take place; null before the first. */
    last_outcome: Open<"completed" | "insufficient_credits" | "daily_limit" | "no_plan" | "organization_closed" | "organization_suspended" | "no_members" | "no_source" | "stopped" | "lost"> | null;
    /** The most a run can cost with the current members: 5 credits each. */
    credits_per_run: number;
    /** Cost of the last run that looked anything up (the run of `last_run_at`); null before the first. */
    last_run_credits: number | null;
    /** When it was created. */
    created_at: string;
    /** Secret that signs the deliveries. Shown once, when the webhook is registered. */
    webhook_secret?: string;
  }>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

/** The answer. */
export interface JobChangeMonitorMemberListAnswer {
  /** Members in the order they were added. */
  contacts: Array<{
    /** URL of the profile. */
    profile_url: string;
    /** Your label; null if there is none. */
    label: string | null;
    /** When a recheck of it was last answered, also if nothing was found; null before the first answer. A recheck that failed, or for which no source was available, changes nothing here. */
    last_checked_at: string | null;
    /** Employment that was found last. */
    last_snapshot: {
      /** Job title; null if the source does not have it. */
      title: string | null;
      /** Company; null if the source does not have it. */
      company: string | null;
      /** Location; null if the source does not have it. */
      location: string | null;
    } | null;
  }>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

export interface JobChangeMonitorMembers {
  /** The members, each once. */
  contacts?: Array<{
    /** URL of a public profile on the professional network, or its vanity name. */
    profile_url: string;
    /** Your label, repeated in every event. */
    label?: string | null;
  }> | null;
  /** The `profile_url` of each member, instead of or in addition to `contacts`. */
  profile_urls?: Array<string> | null;
}

export interface JobChangeMonitorMembersToRemove {
  /** The members, each once. */
  contacts?: Array<{
    /** URL of a public profile on the professional network, or its vanity name. */
    profile_url: string;
    /** Your label, repeated in every event. */
    label?: string | null;
  }> | null;
  /** The `profile_url` of each member, instead of or in addition to `contacts`. */
  profile_urls?: Array<string> | null;
}

export interface JobChangeMonitorRequest {
  /** Name of your choice. */
  name: string;
  /** How often members are looked up again. */
  frequency: "weekly";
  /** Send the owner one email for each run with changes. */
  alert_email?: boolean | null;
  /** False creates it switched off; its first run is due when it is switched on. True by default. */
  active?: boolean | null;
  /** Public HTTPS address that receives changes and skipped runs. */
  webhook_url?: string | null;
  /** Id of a webhook endpoint, used instead of `webhook_url`, with its own secret and retries. */
  webhook_endpoint_id?: string | null;
  /** The members, each once. */
  contacts: Array<{
    /** URL of a public profile on the professional network, or its vanity name. */
    profile_url: string;
    /** Your label, repeated in every event. */
    label?: string | null;
  }>;
}

/** The answer. */
export interface JobChangeMonitorRunAnswer {
  /** Id of the monitor. */
  id: string;
  /** Id of the run, repeated in its events. */
  run_id: string;
}

/** The answer. */
export interface KeywordMetricsAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "keyword_metrics";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: KeywordMetricsClassification;
  insights: KeywordMetricsInsights;
}

export interface KeywordMetricsClassification {
  /** Whether a source knows the keyword. Nothing is charged if not. */
  found: boolean;
  /** The keyword as it was looked up. */
  keyword: string;
  /** Searches per month. */
  search_volume: number | null;
  /** Price per click, in US dollars. */
  cpc_usd: number | null;
  /** How hard it is to rank for the keyword, 0 to 100. */
  keyword_difficulty: number | null;
  /** `keyword_difficulty` in words. The bands are: below 15, 30, 50, 70 and 85, and the rest. */
  difficulty_band: Open<"VERY_EASY" | "EASY" | "POSSIBLE" | "DIFFICULT" | "HARD" | "VERY_HARD"> | null;
  /** What most people who search for the keyword want. */
  primary_intent: Open<"informational" | "navigational" | "commercial" | "transactional"> | null;
}

export interface KeywordMetricsInsights {
  /** Derived figures. Null: no source says. */
  keyword_metrics_result: {
    /** Change of the last three months compared with the three before. UP or DOWN if it is more than ten percent. */
    trend_direction: Open<"UP" | "DOWN" | "STABLE"> | null;
    /** Whether the results page begins with a generated answer. */
    has_ai_overview: boolean | null;
    /** Features that the results page shows besides results; also empty if unknown. */
    serp_features: Array<string>;
    /** Searches per month multiplied by the price per click. */
    estimated_monthly_traffic_value_usd: number | null;
  };
}

export interface KeywordMetricsRequest {
  /** The keyword, at most 200 characters. Case and spacing are ignored. */
  keyword: string;
  /** Country of the searches, ISO 3166-1 alpha-2; default US. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface LinkInBioLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "link_in_bio_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: LinkInBioLookupClassification;
  insights: LinkInBioLookupInsights;
}

export interface LinkInBioLookupClassification {
  /** Whether the page exists and has links. Nothing is charged if not. */
  matched: boolean;
  /** Service that hosts the page, such as linktree; website if the page is on a site of its own. */
  platform: string | null;
  /** Username of the owner on the service. */
  username: string | null;
  /** Name that the page shows. */
  display_name: string | null;
  /** Number of links on the page, not counting profiles without a title. */
  links_count: number;
  /** Whether the page shows an email address. */
  has_email: boolean;
}

export interface LinkInBioLookupInsights {
  /** Content of the page. */
  link_in_bio_result: {
    /** The owner's own description. */
    bio: string | null;
    /** URL of the picture of the owner. */
    avatar_url: string | null;
    /** Links in the order of the page, at most 200. */
    links: Array<{
      /** Title of the link. */
      title: string | null;
      /** URL to which the link leads. */
      url: string;
    }>;
    /** Map of platforms to profile URLs. Platform names are those of the website contacts scraper. */
    socials: Record<string, string>;
    /** Email addresses, in lower case. */
    emails: Array<string>;
  };
}

export interface LinkInBioLookupRequest {
  /** URL of the page. `https://` and tracking parameters may be left out. */
  url: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface ListBulkJobsQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListEventsQuery {
  /** Maximum number of events per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
  /** Only events of this type. */
  type?: "bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped";
  /** Only events recorded at or after this time. */
  since?: string;
}

export interface ListJobChangeMonitorContactsQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListJobChangeMonitorEventsQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
  /** Only events of this member. */
  profile_url?: string;
  /** Only events detected at or after this time, ISO 8601. */
  since?: string;
}

export interface ListJobChangeMonitorsQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListNumberMonitorEventsQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
  /** Only events of this member. */
  phone_number?: string;
  /** Only events detected at or after this time, ISO 8601. */
  since?: string;
}

export interface ListNumberMonitorNumbersQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListNumberMonitorsQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListRequestsQuery {
  /** Maximum number of entries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
  /** Only calls that arrived at or after this time, ISO 8601. */
  since?: string;
  /** Only calls that arrived before this time, ISO 8601. */
  until?: string;
  /** Product, by any of its names. */
  product?: string;
  /** HTTP status. */
  status?: number;
  /** Error code. */
  code?: string;
  /** Key, by `key.id` of an entry. */
  key_id?: string;
  /** Call or batch, by `id` or `batch_id` of an entry. */
  request_id?: string;
}

export interface ListWebhookDeliveriesQuery {
  /** Maximum number of deliveries per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListWebhookEndpointsQuery {
  /** Maximum number of endpoints per page. */
  limit?: number;
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string;
}

export interface Metadata {
  /** Version of the API. */
  api_version: string;
  /** Version of the response format. */
  schema_version: string;
  /** Cost of this call in credits. */
  credits_used: number;
  /** Balance after this call in credits. */
  credits_remaining: number;
  /** True if the answer was served from the 7-day cache. */
  cache_hit: boolean;
  /** Only on cache hits: when the stored result was first looked up. */
  cached_at?: string;
  /** Generic labels of the kinds of data consulted. */
  data_sources: Array<string>;
  /** Email verification only: whether a second mailbox check ran because the first was inconclusive. */
  fallback_used?: boolean;
  /** Reverse phone lookup only: the record that was read. */
  lookup_source?: Open<"standard" | "premium">;
  /** Searches only: number of rows on this page. */
  rows_returned?: number;
  /** Searches only: price of the page divided by its rows; 0 for a page without rows. */
  credits_per_row?: number;
}

/** The answer. */
export interface MnpLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "mnp_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: MnpLookupClassification;
  insights: MnpLookupInsights;
}

export interface MnpLookupClassification {
  /** Kind of lookup that was run. */
  lookup_type: "MNP";
  /** Outcome of the query. ERROR, which is free: the number cannot exist or is kept for fiction, no source knows it, or its query failed. */
  query_status: Open<"OK" | "ERROR">;
  /** Kind of line to which the number belongs. */
  number_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
  /** Whether the number was ported. Also false if no source says; see `portability_known`. */
  is_ported: boolean;
  /** Whether a source says if the number was ported. */
  portability_known: boolean;
  /** `mcc` and `mnc` joined; null unless both codes are known. `mccmnc_reason` says why. */
  mccmnc: string | null;
  /** Mobile country code. */
  mcc: string | null;
  /** Mobile network code. */
  mnc: string | null;
}

export interface MnpLookupInsights {
  /** Names of the carriers. */
  carrier: {
    /** Carrier that serves the number now. */
    current: string | null;
    /** Carrier to which the number was first assigned. */
    original: string | null;
  };
  /** Answer of the portability database. */
  mnp_result: {
    /** Id of the query, or of this lookup if there is none. */
    id: string;
    /** Number in international format, without +. */
    msisdn: string;
    /** Outcome of the query. ERROR, which is free: the number cannot exist or is kept for fiction, no source knows it, or its query failed. */
    query_status: Open<"OK" | "ERROR">;
    /** Kind of line to which the number belongs. */
    number_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
    /** Whether the number was ported. Also false if no source says; see `portability_known`. */
    is_ported: boolean;
    /** Whether a source says if the number was ported. */
    portability_known: boolean;
    /** The carrier to which the number was ported, or else the original carrier. */
    current_carrier: string | null;
    /** Same as `classification.mccmnc`. */
    current_mccmnc: string | null;
    /** Why mccmnc is null; only then. INVALID_NUMBER: the number cannot exist or is kept for fiction. NOT_MOBILE: a landline, an internet line or a service number, which has none. NOT_REPORTED: no source names the network. NOT_LISTED: no operating mobile network of the country has the name of the carrier. SEVERAL_NETWORKS: several networks have the name, with different codes. */
    mccmnc_reason?: Open<"INVALID_NUMBER" | "NOT_MOBILE" | "NOT_REPORTED" | "NOT_LISTED" | "SEVERAL_NETWORKS">;
    /** The carrier to which the number was first assigned. If it is not `current_carrier`, and no source says whether the number was ported, the number may have been ported, or the carrier has another name now. */
    original_carrier: string | null;
    /** Name of the country. */
    country: string | null;
    /** Country code, ISO 3166-1 alpha-2. */
    country_code: string | null;
    /** International calling code with +. */
    country_prefix: string;
    /** Carrier after porting; null unless the number was ported. */
    ported_carrier: string | null;
    /** Country of that carrier; null unless the number was ported. */
    ported_country: string | null;
    /** The source that was queried, as in an HLR result. Null: none, because the number cannot exist or is kept for fiction. */
    data_source: Open<"LIVE_HLR" | "MNP_DB"> | null;
    /** Time of the statement by the network or the record. */
    timestamp: string;
  };
  /** Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377. */
  country_assumed?: string;
  /** Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface MnpLookupRequest {
  /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
  phone_number: string;
  /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface MobileFinderAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "mobile_finder";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: MobileFinderClassification;
  insights: MobileFinderInsights;
}

export interface MobileFinderClassification {
  /** Whether a mobile number was found. */
  matched: boolean;
  /** Mobile number in E.164. */
  mobile_number: string | null;
  /** Line type by numbering plan, portability and carrier, as in number validation. */
  line_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN"> | null;
  /** Whether the number is on a Do Not Call registry; null if no registry that covers it is imported. */
  do_not_call: boolean | null;
  /** Confidence that the number reaches the person, 0 to 100: the source's own figure for the match, or 60 if it has none, raised if the line is known to be mobile and lowered if it is out of service. */
  confidence: number | null;
  /** What the lack of a match means, in one sentence; null if there is a match. */
  user_message: string | null;
}

export interface MobileFinderInsights {
  /** Further facts from the record. */
  mobile_finder_result: {
    /** Name of the person to whom the number belongs. */
    full_name: string | null;
    /** Job title at the company. */
    title: string | null;
    /** Company for which the person works. */
    company: string | null;
    /** URL of the page on the professional network. */
    network_url: string | null;
    /** What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014. CONTACT_RECORD: the record of the person states the line type. */
    line_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE" | "CONTACT_RECORD"> | null;
  };
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface MobileFinderRequest {
  /** URL of the person's public page on the professional network, or its vanity name. */
  profile_url?: string | null;
  /** Email address at the company. A match is more likely if it is sent with the other fields. */
  work_email?: string | null;
  /** Private email address. A match is more likely if it is sent with the other fields. */
  personal_email?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface NetworkCompanyLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "network_company_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: NetworkCompanyLookupClassification;
  insights: NetworkCompanyLookupInsights;
}

export interface NetworkCompanyLookupClassification {
  /** Whether the company was found. */
  matched: boolean;
  /** Name of the company. */
  company_name: string | null;
  /** Industry, as the source names it. */
  industry: string | null;
  /** Range of the number of employees as the professional network shows it, such as 51-200. */
  company_size: string | null;
  /** City and region of the headquarters. */
  headquarters: string | null;
  /** Year of foundation. */
  founded: number | null;
  /** Number of followers on the professional network. */
  followers: number | null;
}

export interface NetworkCompanyLookupInsights {
  /** Details of the company; null if none was found. */
  network_company_lookup_result: {
    /** Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known. */
    country_code: string | null;
    /** Number of employees, lower bound; null if the source does not say. */
    employees_min: number | null;
    /** Number of employees, upper bound; null if the source does not say. */
    employees_max: number | null;
    /** Annual revenue in US dollars, lower bound; null if the source does not say. */
    revenue_min: number | null;
    /** Annual revenue in US dollars, upper bound; null if the source does not say. */
    revenue_max: number | null;
    /** The band that contains the whole revenue range: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+. */
    revenue_band: string | null;
    /** What the company does. */
    description: string | null;
    /** URL of the website. */
    website: string | null;
    /** URL of the page on the professional network. */
    network_url: string | null;
    /** Legal Entity Identifier (ISO 17442). */
    lei: string | null;
    /** Ticker symbol. */
    ticker: string | null;
    /** Country of the headquarters, by its English name. */
    country: string | null;
    /** Number of employees with a profile on the professional network. */
    employees_on_platform: number | null;
    /** Specialties that the company names. */
    specialties: Array<string>;
  } | null;
  /** The source and date of each field. A field that is not listed is not known. */
  sources: Array<{
    /** Name of a field in this answer. */
    field: string;
    /** Source of the value, as named in `metadata.data_sources`. */
    source: string;
    /** Date of the value, as YYYY, YYYY-MM or YYYY-MM-DD; null if the source does not say. */
    as_of: string | null;
  }>;
  /** The oldest `as_of` among the sources: no dated field is older. Null if none is dated. */
  as_of: string | null;
}

export interface NetworkCompanyLookupRequest {
  /** URL of the company's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts are ignored. */
  profile_url: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface NetworkEmailFinderAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "network_email_finder";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: NetworkEmailFinderClassification;
  insights: NetworkEmailFinderInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface NetworkEmailFinderClassification {
  /** Whether a work email address was found. */
  matched: boolean;
  /** Work email address; null if none was found. */
  work_email: string | null;
  /** Name of the person to whom the page belongs. */
  full_name: string | null;
  /** Job title at the company. */
  job_title: string | null;
  /** Company for which the person works. */
  company: string | null;
  /** Domain of the company. */
  company_domain: string | null;
  /** City of the person; null if it is not known. */
  city: string | null;
  /** State or region of the person. */
  region: string | null;
  /** Country of the person, by its English name. */
  country: string | null;
  /** URL of the page that was looked up; null if there is no match. */
  profile_url: string | null;
  /** Vanity name of the page that was looked up; only if there is no match. */
  query: string | null;
}

export interface NetworkEmailFinderInsights {
  /** The address and its owner; null if there is no match. */
  network_email_finder: {
    /** Work email address. */
    work_email: string;
    /** Whether a mail server confirmed the mailbox. An address that is not confirmed is free. */
    email_verified: boolean | null;
    /** Given name. */
    first_name: string | null;
    /** Name of the person to whom the page belongs. */
    full_name: string | null;
    /** Job title at the company. */
    job_title: string | null;
    /** Company for which the person works. */
    company: string | null;
    /** Domain of the company. */
    company_domain: string | null;
    /** City of the person; null if it is not known. */
    city: string | null;
    /** State or region of the person. */
    region: string | null;
    /** Country of the person, by its English name. */
    country: string | null;
    /** URL of the page that was looked up. */
    profile_url: string;
    /** City of the company. */
    company_city: string | null;
    /** State or region of the company. */
    company_region: string | null;
    /** Country of the company, by its English name. */
    company_country: string | null;
  } | null;
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface NetworkEmailFinderRequest {
  /** URL of the person's public page on the professional network, or its vanity name. */
  profile_url?: string | null;
  /** Alias of profile_url. */
  profileUrl?: string | null;
  /** Alias of profile_url. */
  network_url?: string | null;
  /** Alias of profile_url. */
  networkUrl?: string | null;
  /** Alias of profile_url. */
  url?: string | null;
  /** Alias of profile_url. */
  username?: string | null;
  /** Alias of profile_url. */
  vanity?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface NetworkProfileLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "network_profile_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: NetworkProfileLookupClassification;
  insights: NetworkProfileLookupInsights;
}

export interface NetworkProfileLookupClassification {
  /** Whether a public profile was found. */
  matched: boolean;
  /** Full name. */
  name: string | null;
  /** Job title of the current role; null if the public page does not show it. */
  current_title: string | null;
  /** Company of the current role. */
  current_company: string | null;
  /** Number of followers on the professional network. */
  followers: number | null;
}

export interface NetworkProfileLookupInsights {
  /** Details of the profile; null if none was found. */
  network_profile_lookup_result: {
    /** URL of the page. */
    profile_url: string;
    /** Location that the person states. */
    location: string | null;
    /** The person's own description. */
    about: string | null;
    /** Roles, newest first. */
    role_history: Array<{
      /** Job title. Public pages do not show it. */
      title: string | null;
      /** Company. */
      company: string | null;
      /** Location of the role. */
      location: string | null;
      /** When the role began, as precisely as the source states it. */
      started_at: string | null;
      /** When the role ended (null if it is current or no source says), as precisely as the source states it. */
      ended_at: string | null;
    }>;
    /** Schools. */
    education: Array<{
      /** School. */
      school: string | null;
      /** Degrees. */
      degrees: Array<string>;
      /** When the education began, as precisely as the source states it. */
      started_at: string | null;
      /** When the education ended, as precisely as the source states it. */
      ended_at: string | null;
    }>;
    /** Skills. */
    skills: Array<string>;
  } | null;
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface NetworkProfileLookupRequest {
  /** URL of the person's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts are ignored. */
  profile_url: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface NtLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "nt_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: NtLookupClassification;
  insights: NtLookupInsights;
}

export interface NtLookupClassification {
  /** Kind of lookup that was run. */
  lookup_type: "NT";
  /** Kind of line to which the number belongs. */
  number_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
  /** OK in every answer that is returned; a failed query is an error response. */
  query_status: Open<"OK" | "ERROR">;
  /** False if the number cannot exist, or if its network says that it is not assigned. */
  is_valid: boolean;
  /** Whether the number may have been ported: true unless it is known not to be ported or cannot be. */
  is_possibly_ported: boolean;
  /** Whether the number was sent with letters. */
  is_vanity_number: boolean;
  /** Whether the number is, or may be, a mobile number. */
  qualifies_for_hlr_lookup: boolean;
  /** What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014. */
  number_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
  /** `mcc` and `mnc` joined; null unless both codes are known. */
  mccmnc: string | null;
  /** Mobile country code. */
  mcc: string | null;
  /** Mobile network code. */
  mnc: string | null;
}

export interface NtLookupInsights {
  /** The complete result. */
  nt_result: {
    /** Id of this lookup, as in `request.id`. */
    id: string;
    /** The number in E.164. */
    number: string;
    /** Kind of line to which the number belongs. */
    number_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
    /** OK in every answer that is returned; a failed query is an error response. */
    query_status: Open<"OK" | "ERROR">;
    /** False if the number cannot exist, or if its network says that it is not assigned. */
    is_valid: boolean;
    /** Whether the number may have been ported: true unless it is known not to be ported or cannot be. */
    is_possibly_ported: boolean;
    /** Whether the number was sent with letters. */
    is_vanity_number: boolean;
    /** Whether the number is, or may be, a mobile number. */
    qualifies_for_hlr_lookup: boolean;
    /** What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014. */
    number_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
    /** `mcc` and `mnc` joined; null unless both codes are known. */
    mccmnc: string | null;
    /** Why the number cannot exist; null if it can. */
    invalid_reason: string | null;
    /** Best known carrier; `info_text` says how it is known. */
    carrier: string | null;
    /** Source of the carrier; only if there is a carrier. BLOCK_HOLDER: the carrier that held the number block in 2014. NUMBERING_PLAN: the carrier to which the range was first assigned. In both cases the number may have been ported since. */
    carrier_source?: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "BLOCK_HOLDER" | "NUMBERING_PLAN">;
    /** Date of that source, if it has one. */
    carrier_as_of?: string;
    /** Name of the country. */
    country: string | null;
    /** Country code, ISO 3166-1 alpha-2. */
    country_code: string | null;
    /** Regions of the country to which the number may belong. */
    regions: Array<string>;
    /** Time zones of the region, by IANA name. */
    timezones: Array<string>;
    /** Further information, in words. */
    info_text: string;
    /** When the answer was found; earlier than the request if it was cached. */
    timestamp: string;
  };
  /** Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377. */
  country_assumed?: string;
  /** Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface NtLookupRequest {
  /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
  phone_number: string;
  /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface NumberMonitorAnswer {
  /** Id of the monitor. */
  id: string;
  /** Name that you gave the monitor. */
  name: string;
  /** How often members are looked up again. */
  frequency: Open<"daily" | "weekly">;
  /** Whether a recheck also looks up spam reports. */
  include_spam_check: boolean;
  /** Whether the owner gets an email when a run finds changes. */
  alert_email: boolean;
  /** Receiver of the monitor's changes; null if the monitor has no receiver of its own. */
  webhook_url: string | null;
  /** Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own. */
  webhook_endpoint_id: string | null;
  /** Whether the monitor runs. */
  active: boolean;
  /** Number of members. */
  number_count: number;
  /** Id of the run in progress; null if there is none. */
  run_id: string | null;
  /** When the next scheduled run begins; null if there is none. */
  next_run_at: string | null;
  /** When the last run that looked anything up ended. */
  last_run_at: string | null;
  /** How the last run ended, or why it did not take place; null before the first. */
  last_outcome: Open<"completed" | "insufficient_credits" | "daily_limit" | "no_plan" | "organization_closed" | "organization_suspended" | "no_members" | "no_source" | "stopped" | "lost"> | null;
  /** The most a run can cost with the current members: 1 credit each, 2 with the spam check. */
  credits_per_run: number;
  /** Cost of the last run that looked anything up (the run of `last_run_at`); null before the first. */
  last_run_credits: number | null;
  /** When it was created. */
  created_at: string;
  /** Secret that signs the deliveries. Shown once, when the webhook is registered. */
  webhook_secret?: string;
}

export interface NumberMonitorChanges {
  /** Name of your choice. */
  name?: string | null;
  /** How often members are looked up again. */
  frequency?: "daily" | "weekly" | null;
  /** Also look up spam reports, at 2 credits per recheck instead of 1. */
  include_spam_check?: boolean | null;
  /** Send the owner one email for each run with changes. */
  alert_email?: boolean | null;
  /** False stops runs; a run in progress continues. */
  active?: boolean | null;
  /** Public HTTPS address that receives changes and skipped runs. Null removes the receiver; a different address gets a new secret. */
  webhook_url?: string | null;
  /** Id of a webhook endpoint, used instead of `webhook_url`. Null removes the receiver. */
  webhook_endpoint_id?: string | null;
}

/** The answer. */
export interface NumberMonitorCountAnswer {
  /** Current number of members. */
  number_count: number;
}

/** The answer. */
export interface NumberMonitorDeletedAnswer {
  /** Id of the monitor. */
  id: string;
  /** Always true. */
  deleted: true;
}

export interface NumberMonitorEvent {
  /** Id of the event. */
  id: string;
  /** Phone number in E.164. */
  phone_number: string;
  /** Your label; null if there is none. */
  label: string | null;
  /** Each field whose value was known before and is known to be different now. */
  changes: {
    /** Status of the number, as `classification.number_status`. */
    status?: {
      /** Previous value. */
      from: string | boolean;
      /** New value. */
      to: string | boolean;
    };
    /** Line type, unless it is known only from the old block table. */
    lineType?: {
      /** Previous value. */
      from: string | boolean;
      /** New value. */
      to: string | boolean;
    };
    /** Name of the carrier, unless it is known only from the old block table. */
    carrier?: {
      /** Previous value. */
      from: string | boolean;
      /** New value. */
      to: string | boolean;
    };
    /** Whether the number was ported. */
    ported?: {
      /** Previous value. */
      from: string | boolean;
      /** New value. */
      to: string | boolean;
    };
    /** Whether the number is on a Do Not Call registry. */
    dncListed?: {
      /** Previous value. */
      from: string | boolean;
      /** New value. */
      to: string | boolean;
    };
    /** Spam risk level; only with the spam check. */
    spamRiskLevel?: {
      /** Previous value. */
      from: string | boolean;
      /** New value. */
      to: string | boolean;
    };
  };
  /** The last known value of each field. */
  previous_snapshot: {
    /** Status of the number, as `classification.number_status`. Null if it is not known. */
    status: string | boolean | null;
    /** Line type, unless it is known only from the old block table. Null if it is not known. */
    lineType: string | boolean | null;
    /** Name of the carrier, unless it is known only from the old block table. Null if it is not known. */
    carrier: string | boolean | null;
    /** Whether the number was ported. Null if it is not known. */
    ported: string | boolean | null;
    /** Whether the number is on a Do Not Call registry. Null if it is not known. */
    dncListed: string | boolean | null;
    /** Spam risk level; only with the spam check. Null if it is not known. */
    spamRiskLevel: string | boolean | null;
    /** Same as `lineType`. Null if it is not known. */
    line_type: string | boolean | null;
    /** Same as `dncListed`. Null if it is not known. */
    dnc_listed: string | boolean | null;
    /** Same as `spamRiskLevel`. Null if it is not known. */
    spam_risk_level: string | boolean | null;
  } | null;
  /** The values that the run found. */
  current_snapshot: {
    /** Status of the number, as `classification.number_status`. Null if it is not known. */
    status: string | boolean | null;
    /** Line type, unless it is known only from the old block table. Null if it is not known. */
    lineType: string | boolean | null;
    /** Name of the carrier, unless it is known only from the old block table. Null if it is not known. */
    carrier: string | boolean | null;
    /** Whether the number was ported. Null if it is not known. */
    ported: string | boolean | null;
    /** Whether the number is on a Do Not Call registry. Null if it is not known. */
    dncListed: string | boolean | null;
    /** Spam risk level; only with the spam check. Null if it is not known. */
    spamRiskLevel: string | boolean | null;
    /** Same as `lineType`. Null if it is not known. */
    line_type: string | boolean | null;
    /** Same as `dncListed`. Null if it is not known. */
    dnc_listed: string | boolean | null;
    /** Same as `spamRiskLevel`. Null if it is not known. */
    spam_risk_level: string | boolean | null;
  } | null;
  /** When the run recorded the change. */
  detected_at: string;
}

/** The answer. */
export interface NumberMonitorEventListAnswer {
  /** Events, newest first. */
  events: Array<NumberMonitorEvent>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

/** The answer. */
export interface NumberMonitorListAnswer {
  /** One page of monitors. */
  monitors: Array<{
    /** Id of the monitor. */
    id: string;
    /** Name that you gave the monitor. */
    name: string;
    /** How often members are looked up again. */
    frequency: Open<"daily" | "weekly">;
    /** Whether a recheck also looks up spam reports. */
    include_spam_check: boolean;
    /** Whether the owner gets an email when a run finds changes. */
    alert_email: boolean;
    /** Receiver of the monitor's changes; null if the monitor has no receiver of its own. */
    webhook_url: string | null;
    /** Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own. */
    webhook_endpoint_id: string | null;
    /** Whether the monitor runs. */
    active: boolean;
    /** Number of members. */
    number_count: number;
    /** Id of the run in progress; null if there is none. */
    run_id: string | null;
    /** When the next scheduled run begins; null if there is none. */
    next_run_at: string | null;
    /** When the last run that looked anything up ended. */
    last_run_at: string | null;
    /** How the last run ended, or why it did not take place; null before the first. */
    last_outcome: Open<"completed" | "insufficient_credits" | "daily_limit" | "no_plan" | "organization_closed" | "organization_suspended" | "no_members" | "no_source" | "stopped" | "lost"> | null;
    /** The most a run can cost with the current members: 1 credit each, 2 with the spam check. */
    credits_per_run: number;
    /** Cost of the last run that looked anything up (the run of `last_run_at`); null before the first. */
    last_run_credits: number | null;
    /** When it was created. */
    created_at: string;
    /** Secret that signs the deliveries. Shown once, when the webhook is registered. */
    webhook_secret?: string;
  }>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

/** The answer. */
export interface NumberMonitorMemberListAnswer {
  /** Members in the order they were added. */
  numbers: Array<{
    /** Phone number in E.164. */
    phone_number: string;
    /** Your label; null if there is none. */
    label: string | null;
    /** When a recheck of it was last answered, also if nothing was found; null before the first answer. A recheck that failed, or for which no source was available, changes nothing here. */
    last_checked_at: string | null;
    /** Values that the last recheck found; null before the first one. */
    last_snapshot: {
      /** Status of the number, as `classification.number_status`. Null if it is not known. */
      status: string | boolean | null;
      /** Line type, unless it is known only from the old block table. Null if it is not known. */
      lineType: string | boolean | null;
      /** Name of the carrier, unless it is known only from the old block table. Null if it is not known. */
      carrier: string | boolean | null;
      /** Whether the number was ported. Null if it is not known. */
      ported: string | boolean | null;
      /** Whether the number is on a Do Not Call registry. Null if it is not known. */
      dncListed: string | boolean | null;
      /** Spam risk level; only with the spam check. Null if it is not known. */
      spamRiskLevel: string | boolean | null;
      /** Same as `lineType`. Null if it is not known. */
      line_type: string | boolean | null;
      /** Same as `dncListed`. Null if it is not known. */
      dnc_listed: string | boolean | null;
      /** Same as `spamRiskLevel`. Null if it is not known. */
      spam_risk_level: string | boolean | null;
    } | null;
  }>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

export interface NumberMonitorMembers {
  /** The members, each once. */
  numbers?: Array<{
    /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
    phone_number: string;
    /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
    country?: string | null;
    /** Your label, repeated in every event. */
    label?: string | null;
  }> | null;
  /** The `phone_number` of each member, instead of or in addition to `numbers`. */
  phone_numbers?: Array<string> | null;
}

export interface NumberMonitorMembersToRemove {
  /** The members, each once. */
  numbers?: Array<{
    /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
    phone_number: string;
    /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
    country?: string | null;
    /** Your label, repeated in every event. */
    label?: string | null;
  }> | null;
  /** The `phone_number` of each member, instead of or in addition to `numbers`. */
  phone_numbers?: Array<string> | null;
}

export interface NumberMonitorRequest {
  /** Name of your choice. */
  name: string;
  /** How often members are looked up again. */
  frequency: "daily" | "weekly";
  /** Also look up spam reports, at 2 credits per recheck instead of 1. */
  include_spam_check?: boolean | null;
  /** Send the owner one email for each run with changes. */
  alert_email?: boolean | null;
  /** False creates it switched off; its first run is due when it is switched on. True by default. */
  active?: boolean | null;
  /** Public HTTPS address that receives changes and skipped runs. */
  webhook_url?: string | null;
  /** Id of a webhook endpoint, used instead of `webhook_url`, with its own secret and retries. */
  webhook_endpoint_id?: string | null;
  /** The members, each once. */
  numbers: Array<{
    /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
    phone_number: string;
    /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
    country?: string | null;
    /** Your label, repeated in every event. */
    label?: string | null;
  }>;
}

/** The answer. */
export interface NumberMonitorRunAnswer {
  /** Id of the monitor. */
  id: string;
  /** Id of the run, repeated in its events. */
  run_id: string;
}

/** The answer. */
export interface PhoneAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "phone";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: PhoneClassification;
  insights: PhoneInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

/** The answer. */
export interface PhoneAppendAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "phone_append";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: PhoneAppendClassification;
  insights: PhoneAppendInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface PhoneAppendClassification {
  /** Whether the person was found with the requested contact data. */
  matched: boolean;
  /** Whether the ZIP code belongs to a state of the United States. If false, no source is queried and nothing is charged. */
  coverage_supported: boolean;
  /** The best number, in E.164. Connected numbers come first, then the newest. */
  phone: string | null;
  /** Line type, as in number validation; without a confirmed one, that of the person's record. Carriers are queried for the best number only. */
  phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
  /** Kind of lookup that was run. */
  lookup_type: "phone_append";
}

export interface PhoneAppendInsights {
  /** The person or company found. */
  contact: {
    /** First name, as in the source. */
    first_name: string | null;
    /** Last name, as in the source. */
    last_name: string | null;
    /** Street address. */
    address: string | null;
    /** City. */
    city: string | null;
    /** Two-letter state code. */
    state: string | null;
    /** ZIP code. */
    zip: string | null;
    /** The best number, in E.164. Connected numbers come first, then the newest. */
    phone: string | null;
    /** Line type, as in number validation; without a confirmed one, that of the person's record. Carriers are queried for the best number only. */
    phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
    /** Whether the number is connected according to the source; null if it does not say. */
    connected: boolean | null;
    /** Date on which the number was last reported as belonging to the person, YYYY-MM-DD. */
    last_reported: string | null;
    /** Further numbers of the person, best first. */
    other_phones: Array<{
      /** The best number, in E.164. Connected numbers come first, then the newest. */
      phone: string | null;
      /** Line type, as in number validation; without a confirmed one, that of the person's record. Carriers are queried for the best number only. */
      phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
    }>;
  };
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface PhoneAppendRequest {
  /** The person, by name and postal address in the United States. */
  input: {
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** House number and street, including the unit. */
    address: string;
    /** City. */
    city: string;
    /** ZIP code of five or nine digits. The state is derived from it. */
    zip: string;
  };
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface PhoneClassification {
  /** Kind of line to which the number belongs. */
  line_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
  /** What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014. */
  line_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
  /** Confidence in the kind of line, 0 to 100. */
  line_type_confidence: number;
  /** Kind of number according to the numbering plan; null if the number is invalid. */
  plan_type: Open<"FIXED_LINE" | "MOBILE" | "FIXED_LINE_OR_MOBILE" | "TOLL_FREE" | "PREMIUM_RATE" | "SHARED_COST" | "VOIP" | "PERSONAL_NUMBER" | "PAGER" | "UAN" | "VOICEMAIL"> | null;
  /** Kind of carrier. */
  carrier_type: Open<"MAJOR_CARRIER" | "REGIONAL_CARRIER" | "VOIP_PROVIDER" | "INTERNATIONAL_CARRIER" | "UNKNOWN">;
  /** Status of the number. United States and Canada: UNKNOWN until a record of the number or its carrier says more. Elsewhere: VALID or INVALID. */
  number_status: Open<"ACTIVE" | "INACTIVE" | "INVALID" | "VALID" | "UNKNOWN">;
  /** Whether the number has moved to another carrier. */
  portability_status: Open<"PORTED" | "NOT_PORTED" | "POSSIBLY_PORTED">;
  /** Kind of service on the line. */
  service_type: Open<"POSTPAID" | "LANDLINE" | "TOLL_FREE" | "UNKNOWN">;
  /** Expected quality of a connection. */
  connection_quality: Open<"EXCELLENT" | "GOOD" | "POOR" | "UNKNOWN">;
  /** Present only outside the United States and Canada. */
  coverage?: "international";
  /** Country code, ISO 3166-1 alpha-2; null for numbers that belong to no single country. */
  country_code: string | null;
}

export interface PhoneInsights {
  /** Written forms of the number, and what its numbering plan says about it. */
  number: {
    /** The number in ITU-T E.164: + and digits only. */
    e164: string;
    /** The number as written and dialed in its country. */
    national_format: string;
    /** Number in the groups of its plan, ITU-T E.123. */
    international_format: string;
    /** The number as a tel: link. */
    rfc3966: string;
    /** Country calling code, without the +. */
    calling_code: string;
    /** National significant number, without prefixes. */
    national_number: string;
    /** First three digits of the national number; only for North American numbers (+1). */
    area_code?: string;
    /** ISO 3166-2 code of the state or province, if the area code belongs to only one. */
    region_code?: string;
    /** Whether the number has a length that its plan allows. */
    is_possible: boolean;
    /** Whether a range of the plan contains the number and no network says that it is not assigned. It does not mean that the number is in service. */
    is_valid: boolean;
    /** Why it is not valid; only if it is not. */
    invalid_reason?: string;
    /** Whether the number was sent with letters. */
    is_vanity_number: boolean;
    /** Whether it is, or may be, a mobile number. */
    qualifies_for_hlr_lookup: boolean;
  };
  /** Location, or the location that the number range belongs to. */
  location: {
    /** IANA time zone; UNKNOWN if the number may be in several; null if the number is invalid. */
    timezone: string | null;
    /** Every time zone in which the number may be. */
    timezones: Array<string>;
    /** Name of the country. */
    country: string | null;
    /** Country code, ISO 3166-1 alpha-2. */
    country_code: string | null;
    /** Area to which the number belongs, as precisely as its plan defines it. */
    regions: Array<string>;
  };
  /** The carrier according to `raw_api_fields.network_source`. If that is the first holder of the range, the number may have been ported since. Codes (ITU-T E.212) are null for landlines and internet lines, which have none, and if the network is not known. In the United States and Canada, name and codes are present only if known. */
  carrier: {
    /** Name of the carrier. */
    name?: string | null;
    /** Mobile country code. */
    mcc?: string | null;
    /** Mobile network code. */
    mnc?: string | null;
  };
  /** How a call to the number is routed. */
  routing: {
    /** Location routing number, or N/A. */
    lrn: string;
    /** The requested number, in E.164. */
    original_number: string;
    /** Whether the number was ported; null if porting is possible but unconfirmed. */
    is_ported: boolean | null;
    /** Type of the port, as the source codes it. UNKNOWN: the source that answered does not say. NOT_CHECKED: no source answered. */
    port_type: number | string;
  };
  /** Whether the number can be reached, and how that is known. */
  reachability: {
    /** Whether the number can be reached; null if no source has checked, and always null for toll-free numbers and outside the United States and Canada. */
    is_reachable: boolean | null;
    /** Reachability as the source states it. UNKNOWN: the source that answered does not say. NOT_CHECKED: no source answered. */
    reachable_status: string;
    /** How reachability was checked. */
    verification_method: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN">;
    /** Reason for the value of `is_reachable`. */
    reason: string;
  };
  /** Whether the number may be called. */
  compliance: {
    /** Whether the number is on the Do Not Call registry; null if no source knows. */
    dnc_listed: boolean | null;
    /** Do Not Call status. UNKNOWN: no imported registry covers the number. NOT_APPLICABLE: no registry exists for it. `dnc_listed` is null in both, and `dnc_reason` says why. */
    dnc_status: Open<"LISTED" | "NOT_LISTED" | "NOT_APPLICABLE" | "UNKNOWN">;
    /** Why `dnc_listed` is null; present only then. NOT_CHECKED: no imported registry covers the number, which may well be listed. OUT_OF_SCOPE: the number is outside the United States, its territories and Canada, or is invalid. */
    dnc_reason?: Open<"NOT_CHECKED" | "OUT_OF_SCOPE">;
    /** Whether the owner never calls from the number (Do Not Originate); null if no source knows. */
    dno_flag: boolean | null;
    /** Quality of the number for reaching its holder, based on `quality_basis`. POOR: the number cannot exist, is out of service, never places calls, or costs a premium rate. GOOD: a record shows it in service or, outside the United States and Canada, where only the plan is checked, its plan assigns it to subscribers. */
    number_quality: Open<"GOOD" | "POOR" | "UNKNOWN">;
    /** What `number_quality` is based on; absent if it is UNKNOWN. */
    quality_basis?: Open<"NUMBERING_PLAN" | "NUMBER_RECORD">;
    /** True only if `number_quality` is GOOD. */
    good_number: boolean;
  };
  /** Indications against the number. */
  risk_indicators: {
    /** Whether the line is VoIP. False is not meaningful while LINE_TYPE_UNKNOWN is among the risk factors. */
    voip_detected: boolean;
    /** Probability that the number is a throwaway number, 0 to 1. */
    burner_probability: number;
  };
  /** The record as the source gives it. */
  raw_api_fields: {
    /** The number in E.164. */
    number: string;
    /** Location routing number, or N/A. */
    lrn: string;
    /** Name of the carrier; `network_source` and `as_of` say how old this information is. */
    network: string | null;
    /** The source of the carrier. */
    network_source?: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "BLOCK_HOLDER" | "NUMBERING_PLAN">;
    /** Class of the line: W mobile, L landline, V VoIP; null for any other line, or if it is not known. */
    class: Open<"W" | "L" | "V"> | null;
    /** Country of the number, ISO 3166-1 alpha-2. */
    country: string | null;
    /** Date of the data behind `network` and `class`; block holders are as of 2014-02. */
    as_of?: string;
    /** Kind of carrier to which the number block was assigned. */
    block_holder_type?: string;
    /** Rate center of the number block. */
    rate_center?: string;
    /** State of the number block. */
    state?: string;
    /** Service provider id of the carrier. */
    spid?: string;
    /** When the number was ported; null if it is not known. */
    ported_at?: string;
  };
  /** Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377. */
  country_assumed?: string;
  /** Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface PhoneRequest {
  /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
  phone_number: string;
  /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface PhoneScrubAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "phone_scrub";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: PhoneScrubClassification;
  insights: PhoneScrubInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface PhoneScrubClassification {
  /** Whether the number is on at least one list. */
  matched: boolean;
  /** Phone number. */
  phone: string;
  /** The number as (NPA) NXX-XXXX; null outside calling code 1. */
  formattedPhone: string | null;
  /** Code of the line type: W mobile, L landline, V VoIP; null if the line type is not known. */
  phoneTypeCode: Open<"W" | "L" | "V"> | null;
  /** Line type; LITIGATOR if the number belongs to a litigator, whatever the line. */
  phoneTypeLabel: Open<"MOBILE" | "LANDLINE" | "VOIP" | "LITIGATOR" | "UNKNOWN"> | null;
  /** What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014. */
  phone_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
  /** Whether the number is on an imported Do Not Call registry. False is not meaningful while `do_not_call` is in `missing_lists`. */
  doNotCall: boolean;
  /** Whether the number belongs to a known litigator, serial complainer or attorney: never contact it. False is not meaningful while `litigators` is in `missing_lists`. */
  litigator: boolean;
  /** Whether the number was permanently disconnected at some time. Consent may have been given by an earlier owner. */
  reassigned: boolean;
  /** Lists that were not checked: they are not imported, or do not cover the region of the number. */
  missing_lists: Array<string>;
  /** Lists that do not apply to the number: `do_not_call` outside the United States, its territories and Canada. A registry of its own country was not checked. */
  not_applicable_lists: Array<string>;
  /** Same as `doNotCall`. */
  do_not_call: boolean;
  /** Same as `phoneTypeLabel`. */
  phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "LITIGATOR" | "UNKNOWN"> | null;
}

export interface PhoneScrubInsights {
  /** The complete result. */
  phone_scrub_result: {
    /** Whether the number is on at least one list. */
    matched: boolean;
    /** Phone number. */
    phone: string;
    /** The number as (NPA) NXX-XXXX; null outside calling code 1. */
    formattedPhone: string | null;
    /** Code of the line type: W mobile, L landline, V VoIP; null if the line type is not known. */
    phoneTypeCode: Open<"W" | "L" | "V"> | null;
    /** Line type; LITIGATOR if the number belongs to a litigator, whatever the line. */
    phoneTypeLabel: Open<"MOBILE" | "LANDLINE" | "VOIP" | "LITIGATOR" | "UNKNOWN"> | null;
    /** What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014. */
    phone_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
    /** Whether the number is on an imported Do Not Call registry. False is not meaningful while `do_not_call` is in `missing_lists`. */
    doNotCall: boolean;
    /** Whether the number belongs to a known litigator, serial complainer or attorney: never contact it. False is not meaningful while `litigators` is in `missing_lists`. */
    litigator: boolean;
    /** Whether the number was permanently disconnected at some time. Consent may have been given by an earlier owner. */
    reassigned: boolean;
    /** Lists that were not checked: they are not imported, or do not cover the region of the number. */
    missing_lists: Array<string>;
    /** Lists that do not apply to the number: `do_not_call` outside the United States, its territories and Canada. A registry of its own country was not checked. */
    not_applicable_lists: Array<string>;
    /** Kind of litigator; null if the number does not belong to one. */
    litigator_kind: Open<"LITIGATOR" | "SERIAL_COMPLAINER" | "ATTORNEY"> | null;
    /** Date of the last permanent disconnection, if the list says. */
    disconnected_at: string | null;
    /** Date of the newest imported file of each list that was checked; null if none was, or a paid list answered. */
    lists_as_of: {
      /** Date of the Do Not Call list; null if there is none. */
      do_not_call: string | null;
      /** Date of the list of litigators; null if there is none. */
      litigators: string | null;
      /** Date of the list of reassigned numbers; null if there is none. */
      reassigned_numbers: string | null;
    };
    /** When the number was scrubbed. */
    processedTime: string | null;
  };
  /** Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377. */
  country_assumed?: string;
  /** Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface PhoneScrubRequest {
  /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
  phone_number: string;
  /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface PhoneSpamAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "phone_spam";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: PhoneSpamClassification;
  insights: PhoneSpamInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface PhoneSpamClassification {
  /** Kind of caller. UNKNOWN unless there is evidence for or against the caller. A number without a report is legitimate if a current record shows the line in service, a reputation service knows nothing against it, or a large amount of complaint data has no report of it and its block. The evidence is in `insights.reputation`. */
  caller_type: Open<"LEGITIMATE_PERSONAL" | "LEGITIMATE_AUTOMATED" | "SPAM_HUMAN" | "SPAM_ROBOCALL" | "SPOOFED" | "LEGITIMATE" | "SUSPICIOUS_CALLER" | "HIGH_RISK_CALLER" | "UNKNOWN">;
  /** NONE_REPORTED: complaint data was checked and has no report of the number. NOT_CHECKED: no complaint data is loaded and no reputation service answered. */
  threat_category: Open<"LEGITIMATE" | "SPAM_CALLER" | "AUTOMATED_SCAM" | "SUSPICIOUS_ACTIVITY" | "FRAUD_RISK" | "SPOOFED_NUMBER" | "NONE_REPORTED" | "NOT_CHECKED" | "UNKNOWN">;
  /** Industry that most reports name. UNKNOWN: the reports name none. NONE_REPORTED: there is no report. NOT_CHECKED: no complaint data covers the number. */
  industry_category: string;
  /** How long and how often the caller was reported. NONE: complaint data has no report. NOT_CHECKED: no complaint data covers the number. */
  persistence_level: Open<"HIGH" | "MEDIUM" | "LOW" | "NONE" | "NOT_CHECKED">;
  /** Sophistication of the deception. UNKNOWN: no report says whether it was a robocall. NONE_REPORTED: there is no report. NOT_CHECKED: no complaint data covers the number. */
  sophistication_level: Open<"HIGH" | "MEDIUM" | "LOW" | "UNKNOWN" | "NONE_REPORTED" | "NOT_CHECKED">;
  /** Only outside the United States and Canada. DISCONNECTED: the number cannot exist, or a source says that it is out of service. UNKNOWN: no source says. */
  line_status?: Open<"ACTIVE" | "DISCONNECTED" | "UNKNOWN">;
}

export interface PhoneSpamInsights {
  /** Written forms of the number, and what its numbering plan says about it. */
  number: {
    /** The number in ITU-T E.164: + and digits only. */
    e164: string;
    /** The number as written and dialed in its country. */
    national_format: string;
    /** Number in the groups of its plan, ITU-T E.123. */
    international_format: string;
    /** The number as a tel: link. */
    rfc3966: string;
    /** Country calling code, without the +. */
    calling_code: string;
    /** National significant number, without prefixes. */
    national_number: string;
    /** First three digits of the national number; only for North American numbers (+1). */
    area_code?: string;
    /** ISO 3166-2 code of the state or province, if the area code belongs to only one. */
    region_code?: string;
    /** Whether the number has a length that its plan allows. */
    is_possible: boolean;
    /** Whether a range of the plan contains the number and no network says that it is not assigned. It does not mean that the number is in service. */
    is_valid: boolean;
    /** Why it is not valid; only if it is not. */
    invalid_reason?: string;
    /** Whether the number was sent with letters. */
    is_vanity_number: boolean;
    /** Whether it is, or may be, a mobile number. */
    qualifies_for_hlr_lookup: boolean;
  };
  /** What is known for and against the number. */
  reputation: {
    /** Number of reports of the phone number; null if no loaded complaint data could have it. `reason` says how far 0 can be relied on. */
    report_count: number | null;
    /** Number of reports in this calendar month and the two before; only for a reported number. */
    recent_report_count?: number;
    /** Date of the first report; null if there is none. */
    first_reported_on?: string;
    /** Date of the latest report; null if there is none. */
    last_reported_on?: string;
    /** Date of the newest complaint data, if it has a report of the number. */
    data_as_of?: string;
    /** What the counts are based on. */
    reason: string;
    /** Complaints about the block of one thousand numbers in which the number was assigned; only in the United States and Canada, if complaint data is complete there. */
    range?: {
      /** Leading digits that the numbers of the block share. */
      block: string;
      /** How many of the other numbers of the block were reported. */
      numbers_reported: number;
      /** How many other numbers the block has. */
      numbers: number;
      /** Number of reports of the other numbers of the block. */
      reports: number;
      /** Total number of loaded reports, of any number, among which these were counted. Below 50000, a block without reports is no evidence. */
      reports_loaded: number;
      /** Date of the newest of these reports. */
      data_as_of: string;
    };
    /** Result of a reputation service, if one is configured and knows the number. */
    service?: {
      /** Fraud score, 0 to 100: from 75 suspicious, from 85 high risk. */
      fraud_score: number;
      /** Whether abuse was reported recently. */
      recent_abuse: boolean | null;
      /** Whether the number is known for spam. */
      spammer: boolean | null;
      /** Whether the line is in service. */
      in_service: boolean | null;
    };
  };
  /** How the number places calls. */
  behavior: {
    /** Probability that calling back reaches the caller, 0 to 1; 0 if `callback_basis` is NONE. */
    callback_probability: number;
    /** What `callback_probability` is based on. */
    callback_basis: Open<"NUMBERING_PLAN" | "NUMBER_RECORD" | "COMPLAINTS" | "NONE">;
    /** Share of recordings or robocalls among the reports that say whether it was one, 0 to 1. */
    robocall_share?: number;
  };
  /** What the calls are about. */
  threat_intelligence: {
    /** Scams that calls about the reported subjects often turn out to be, most reported first. */
    scam_types: Array<string>;
    /** Risk of financial loss from calls about the reported subjects. Also HIGH for a premium-rate number, which charges callers who call back. */
    financial_loss_risk: Open<"HIGH" | "MEDIUM" | "LOW" | "UNKNOWN">;
    /** Risk factors for which `answer_allowed` is false. Empty if there is no evidence against the caller, which is not evidence for the caller. */
    speaks_against: Array<string>;
    /** Subjects of the complaints, most frequent first. */
    subjects: Array<{
      /** Subject of the complaints. */
      subject: Open<"IMPERSONATION" | "DEBT_REDUCTION" | "TECHNICAL_SUPPORT" | "PRIZES" | "MAKE_MONEY" | "MEDICAL" | "WARRANTIES" | "TRAVEL" | "CHARITIES" | "HOME_SECURITY" | "HOME_IMPROVEMENT" | "ENERGY" | "DROPPED_CALL" | "OTHER" | "NOT_PROVIDED">;
      /** Number of reports that name it. */
      reports: number;
    }>;
  };
  /** Origin of the calls. */
  network_analysis: {
    /** Country of the numbering plan, or UNKNOWN. A caller can show a number of another country. */
    origin_country: string;
    /** Country to which the number belongs, ISO 3166-1 alpha-2. */
    origin_country_code: string | null;
    /** Area within the numbering plan, if there is one. */
    origin_region?: string;
    /** Best known carrier, if one is known. */
    carrier?: string;
    /** Source of the carrier; only if there is a carrier. BLOCK_HOLDER: the carrier that held the number block in 2014. NUMBERING_PLAN: the carrier to which the range was first assigned. In both cases the number may have been ported since. */
    carrier_source?: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "BLOCK_HOLDER" | "NUMBERING_PLAN">;
    /** Date of that source, if it has one. */
    carrier_as_of?: string;
    /** Kind of carrier. */
    carrier_type: Open<"MAJOR_CARRIER" | "REGIONAL_CARRIER" | "VOIP_PROVIDER" | "INTERNATIONAL_CARRIER" | "UNKNOWN">;
    /** Kind of line to which the number belongs. */
    line_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
    /** What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014. */
    line_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
    /** Confidence in the kind of line, 0 to 100. */
    line_type_confidence: number;
    /** Whether the number has moved to another carrier. */
    portability_status: Open<"PORTED" | "NOT_PORTED" | "POSSIBLY_PORTED">;
    /** Every IANA time zone in which the number may be. */
    timezones: Array<string>;
    /** Whether the line is VoIP. False is not meaningful while LINE_TYPE_UNKNOWN is among the risk factors. */
    voip_detected: boolean;
    /** Probability that the number will soon be discarded, 0 to 1. */
    burner_probability: number;
    /** Whether the number cannot place calls because it cannot exist, is reserved for fiction, or is never used to call. Absent if no list of such numbers covers it; SPOOFING_NOT_CHECKED is then among the risk factors. */
    spoofing_suspected?: boolean;
  };
  /** Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377. */
  country_assumed?: string;
  /** Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface PhoneSpamRequest {
  /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
  phone_number: string;
  /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface ProductListAnswer {
  /** Every product, in the order of the reference. */
  products: Array<{
    /** Path for the POST request. */
    path: string;
    /** Lookup type, as in `request.type`. */
    type: string;
    /** What the product returns, in one sentence. */
    summary: string;
    /** The most one unit can cost, in credits. */
    price: number;
    /** Each price per unit, as the most the unit can cost. */
    prices: Array<{
      /** Credits per unit. */
      credits: number;
      /** What the request must ask for to get this price; null if it is the only price. */
      when: string | null;
      /** Whether a lookup at this price can be answered. */
      available: boolean;
    }>;
    /** The unit: a lookup or, for example, a minute of audio or a page of up to 25 rows. */
    price_per: string;
    /** Rate window in which calls are counted. */
    tier: Open<"standard" | "live">;
    /** Bulk type; null if the product takes single calls only. */
    bulk_type: string | null;
    /** Days during which repeating your own lookup is free. */
    cache_days: number;
    /** Whether a lookup without optional fields can be answered. */
    available: boolean;
    /** What its sources lack while the product is unavailable. Any one of these is enough. */
    missing: Array<string>;
    /** Sources of the answers. */
    sources: Array<{
      /** Label, as in `metadata.data_sources`. */
      label: string;
      /** Kind of source. compiled: tables that are part of the service; records: imported files; open: public protocols; upstream: paid providers. */
      kind: Open<"compiled" | "records" | "open" | "upstream">;
      /** Whether it can be called now. */
      available: boolean;
      /** What is missing for the source to be available: a provider, lists, or record data sets. */
      missing: Array<string>;
    }>;
  }>;
  /** Monitors, whose rechecks are charged per member. */
  monitors: Array<{
    /** Path for the POST request. */
    path: string;
    /** Kind of monitor. */
    type: Open<"number" | "job_change">;
    /** What the product returns, in one sentence. */
    summary: string;
    /** The most one unit can cost, in credits. */
    price: number;
    /** Each price per unit, as the most the unit can cost. */
    prices: Array<{
      /** Credits per unit. */
      credits: number;
      /** What the request must ask for to get this price; null if it is the only price. */
      when: string | null;
    }>;
    /** The unit: a recheck of one member. */
    price_per: string;
  }>;
}

/** The answer. */
export interface PropertyLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "property_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: PropertyLookupClassification;
  insights: PropertyLookupInsights;
}

export interface PropertyLookupClassification {
  /** Whether exactly one property was found. Nothing is charged if not, for example if several units match. */
  matched: boolean;
  /** Whether a source covers the place. If false, no source knows it and nothing is charged. */
  coverage_supported: boolean;
  /** What the lack of a match means, in one sentence; null if there is a match. */
  user_message: string | null;
  /** Address, as in the record. */
  address: string | null;
  /** City. */
  city: string | null;
  /** Two-letter state code. */
  state: string | null;
  /** ZIP code. */
  zip: string | null;
  /** County. */
  county: string | null;
  /** Property type, as the source names it, such as Single Family. For a New York City lot, the building class in words, with the code in `features.building_class`. */
  property_type: string | null;
  /** Number of bedrooms. */
  bedrooms: number | null;
  /** Number of bathrooms. */
  bathrooms: number | null;
  /** Area of the building, in square feet. */
  square_feet: number | null;
  /** Area of the lot, in square feet. */
  lot_size: number | null;
  /** Year in which the building was built. */
  year_built: number | null;
  /** Whether an owner lives in the property. */
  owner_occupied: boolean | null;
}

export interface PropertyLookupInsights {
  /** The complete record of the property. */
  property_lookup_result: {
    /** Address, as in the record. */
    address: string | null;
    /** City. */
    city: string | null;
    /** Two-letter state code. */
    state: string | null;
    /** ZIP code. */
    zip: string | null;
    /** County. */
    county: string | null;
    /** Property type, as the source names it, such as Single Family. For a New York City lot, the building class in words, with the code in `features.building_class`. */
    property_type: string | null;
    /** Number of bedrooms. */
    bedrooms: number | null;
    /** Number of bathrooms. */
    bathrooms: number | null;
    /** Area of the building, in square feet. */
    square_feet: number | null;
    /** Area of the lot, in square feet. */
    lot_size: number | null;
    /** Year in which the building was built. */
    year_built: number | null;
    /** Whether an owner lives in the property. */
    owner_occupied: boolean | null;
    /** Names of the owners of record. */
    owner_names: Array<string>;
    /** The last recorded sale. */
    last_sale: {
      /** Date of the sale, YYYY-MM-DD. */
      date: string | null;
      /** Price in US dollars. */
      price: number | null;
    };
    /** The latest assessment. */
    assessment: {
      /** Year of the assessment. */
      year: number | null;
      /** Assessed value, in US dollars. */
      value: number | null;
      /** Part of the value that is the land, in US dollars. */
      land: number | null;
      /** Part of the value that is the improvements, in US dollars. */
      improvements: number | null;
    };
    /** The latest property tax. */
    tax: {
      /** Tax year. */
      year: number | null;
      /** Property tax for that year, in US dollars. */
      amount: number | null;
    };
    /** Other facts about the property, named as in the source. */
    features: Record<string, string | number | boolean>;
  };
}

export interface PropertyLookupRequest {
  /** Address of the property in the United States: house number and street, with or without unit, city, state and ZIP code. */
  address: string;
  /** City, if the address does not include it. */
  city?: string | null;
  /** State, by code or name, if the address does not include it. */
  state?: string | null;
  /** ZIP code of five or nine digits, if the address does not include it. */
  zip?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface ProspectSearchAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "prospect_search";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: ProspectSearchClassification;
  insights: ProspectSearchInsights;
}

export interface ProspectSearchClassification {
  /** Whether there is at least one row. */
  found: boolean;
  /** Number of rows in this answer. */
  count: number;
  /** Value to send as `cursor` with the same search for the next rows; null after the last. */
  next_cursor: string | null;
}

export interface ProspectSearchInsights {
  /** The people who were found. */
  prospect_search_result: {
    /** People that match the search, without contact data. */
    rows: Array<{
      /** Value to send as `person_id` to b2b-contact-append; null if only the other fields identify the person. */
      id: string | null;
      /** Full name. */
      full_name: string | null;
      /** Current job title. */
      title: string | null;
      /** Seniority level, for example cxo, vp, director, manager. */
      seniority: string | null;
      /** City, region and country. */
      location: string | null;
      /** Current company. */
      company: string | null;
      /** The company's domain. */
      company_domain: string | null;
      /** URL of the page on the professional network. */
      network_url: string | null;
      /** Whether an email address is known and can be revealed; null if the source does not say. */
      has_email: boolean | null;
      /** Whether a phone number is known and can be revealed; null if the source does not say. */
      has_phone: boolean | null;
    }>;
    /** Total number of rows as counted by the source; null if it does not count them. */
    total: number | null;
  };
}

export interface ProspectSearchRequest {
  /** Words in the job title. */
  title?: string | null;
  /** Seniority level: cxo, owner, partner, vp, director, manager, senior, entry, training or unpaid. */
  seniority?: string | null;
  /** City, region or country, or several of them separated by commas; finds people to whom all of them apply. Two letters are an ISO country code. */
  location?: string | null;
  /** Name of the current company. */
  company?: string | null;
  /** Domain of the company. A URL is reduced to its domain. */
  company_domain?: string | null;
  /** Maximum number of rows, 1 to 25. The operator may have set a lower maximum. */
  limit?: number | null;
  /** `next_cursor` of the previous answer to the same search. Returns the rows that follow. */
  cursor?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface Recommendations {
  /** What to do with the record. */
  primary_action: Open<"APPROVE" | "VERIFY" | "REVIEW" | "BLOCK">;
  /** Further actions, for example SEND_SMS_OTP. */
  secondary_actions: Array<string>;
  /** The reason, in one sentence. */
  user_message: string;
  /** Product-specific yes/no rules; null where one rests on something not checked. */
  business_rules: Record<string, boolean | null>;
}

export interface RedeliverFailedJobWebhooksRequest {
  /** ISO 8601 date or date-time. */
  since: string;
}

export interface RedeliverFailedWebhooksRequest {
  /** ISO 8601 date or date-time. */
  since: string;
}

/** The answer. */
export interface RedeliveredWebhooksAnswer {
  /** Number of deliveries that are sent again. */
  deliveries: number;
}

/** The answer. */
export interface RequestListAnswer {
  /** Calls, newest first. */
  requests: Array<{
    /** Request id, as in the X-Request-Id header of the call. An entry of a batch has an id of its own. A replayed lookup, whose answer has the id of the first call, has one that appears only in the log. */
    id: string;
    /** X-Request-Id of the batch that the call was part of; null if it was not part of one. */
    batch_id: string | null;
    /** When the call arrived. */
    at: string;
    /** HTTP method. */
    method: string;
    /** Path of the call: the path as documented, `/mcp` or `/app/try`. */
    path: string;
    /** Agent tool that was called; null for other calls. */
    tool: string | null;
    /** Product, as in `request.type`; null if the call is not a lookup. */
    product: string | null;
    /** Mode of the key. */
    mode: Open<"live" | "test">;
    /** The API key, agent or dashboard that made the call. */
    key: {
      /** Id of the key, as used in the `key_id` filter. */
      id: string;
      /** Name of the key; null if the key no longer exists. */
      name: string | null;
    };
    /** HTTP status of the response. */
    status: number;
    /** Error code, as in `error.code`; null if the call was answered. */
    code: Open<"INVALID_REQUEST" | "INVALID_INPUT" | "MISSING_FIELD" | "VALIDATION_FAILED" | "UPSTREAM_ERROR" | "INVALID_TYPE" | "INPUT_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "INSUFFICIENT_CREDITS" | "UPGRADE_REQUIRED" | "INSUFFICIENT_SCOPE" | "NOT_FOUND" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "SERVICE_BUSY" | "UPSTREAM_QUOTA_EXHAUSTED" | "UPSTREAM_TIMEOUT"> | null;
    /** Credits charged. */
    credits: number;
    /** Milliseconds from the arrival of the call to the response. */
    processing_time_ms: number;
  }>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

/** The answer. */
export interface ReverseEmailAppendAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "reverse_email_append";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: ReverseEmailAppendClassification;
  insights: ReverseEmailAppendInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface ReverseEmailAppendClassification {
  /** Whether a person was found. */
  matched: boolean;
  /** The address that was looked up. */
  email: string;
  /** First name, as in the source. */
  first_name: string | null;
  /** Last name, as in the source. */
  last_name: string | null;
  /** Street address. */
  address: string | null;
  /** City. */
  city: string | null;
  /** Two-letter state code. */
  state: string | null;
  /** ZIP code. */
  zip_code: string | null;
  /** Country, by code or name. */
  country: string | null;
  /** Number that is not known to be a mobile number, in E.164. */
  phone: string | null;
  /** Mobile number in E.164. */
  cell: string | null;
  /** Whether `phone` is on a Do Not Call registry. Null: no imported registry covers the number, or there is no number. */
  phone_dnc: boolean | null;
  /** Whether `cell` is on a Do Not Call registry. Null: no imported registry covers the number, or there is no number. */
  cell_dnc: boolean | null;
  /** Kind of lookup that was run. */
  lookup_type: "reverse_email";
}

export interface ReverseEmailAppendInsights {
  /** Person to whom the address belongs. */
  reverse_email_result: {
    /** Whether a person was found. */
    matched: boolean;
    /** The person or company found. */
    contact: {
      /** Full name. */
      fullName: string | null;
      /** First name. */
      firstName: string | null;
      /** Last name. */
      lastName: string | null;
    };
    /** The address that was looked up. */
    email: string;
    /** Numbers of the person. */
    phones: {
      /** Number that is not known to be a mobile number, in E.164. */
      phoneNumber: string | null;
      /** Whether `phone` is on a Do Not Call registry. Null: no imported registry covers the number, or there is no number. */
      phoneDnc: boolean | null;
      /** Mobile number in E.164. */
      cellNumber: string | null;
      /** Whether `cell` is on a Do Not Call registry. Null: no imported registry covers the number, or there is no number. */
      cellDnc: boolean | null;
    };
    /** Home address of the person. */
    address: {
      /** Street address. */
      line1: string | null;
      /** City. */
      city: string | null;
      /** Two-letter state code. */
      state: string | null;
      /** Country, by code or name. */
      country: string | null;
      /** ZIP code. */
      zipCode: string | null;
    };
    /** Employer of the person. */
    company: {
      /** Company. */
      name: string | null;
      /** Job title of the person at the company. */
      jobTitle: string | null;
      /** Industry of the company. */
      industry: string | null;
      /** URL of the person's page on the professional network. */
      networkUrl: string | null;
      /** URL of the company website. */
      website: string | null;
      /** Country of the company. */
      country: string | null;
    };
    /** Whether the data is what the person wrote on a public page, which is not verified. */
    self_declared: boolean;
  };
  /** The person or company found. */
  contact: {
    /** First name, as in the source. */
    first_name: string | null;
    /** Last name, as in the source. */
    last_name: string | null;
    /** Street address. */
    address: string | null;
    /** City. */
    city: string | null;
    /** Two-letter state code. */
    state: string | null;
    /** ZIP code. */
    zip: string | null;
  };
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface ReverseEmailAppendRequest {
  /** One bare email address. The domain is lower-cased; the local part is kept as it is. A full-width at sign is read as @. */
  email: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface ReverseIpAppendAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "reverse_ip_append";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: ReverseIpAppendClassification;
  insights: ReverseIpAppendInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface ReverseIpAppendClassification {
  /** Whether a record was found. */
  matched: boolean;
  /** The IP address. */
  ip: string;
  /** Longest prefix in the imported file that covers the address, in CIDR form; null if another source named the company. */
  network: string | null;
  /** Company that uses the address. Without a record, the company, university or authority that announces the range, by its registered name. The user of an access line or rented line, or of a network that connects universities, is never named. */
  company_name: string | null;
  /** Domain of the company. */
  company_domain: string | null;
  /** Kind of lookup that was run. */
  lookup_type: "reverse_ip";
}

export interface ReverseIpAppendInsights {
  /** The person or company found. */
  contact: {
    /** Given name. */
    first_name: string | null;
    /** Family name. */
    last_name: string | null;
    /** Email address. */
    email: string | null;
  };
  /** Location of the address. */
  geolocation: {
    /** City; null if it is not known. */
    city: string | null;
    /** State, province or region. */
    region: string | null;
    /** Country code, ISO 3166-1 alpha-2. */
    country_code: string | null;
    /** Postal code. */
    zip: string | null;
  };
  /** Organization that announces the range, as `insights.network.org` of `/ip`. It is the user of the address only if `company_name` says so: others use the addresses of access providers, hosts and services, and of many networks the kind is not known. */
  holder: string | null;
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
}

export interface ReverseIpAppendRequest {
  /** IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; for a 6to4, Teredo or NAT64 address, the answer is about the embedded IPv4 address. */
  ip: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface ReversePhoneLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "reverse_phone_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: ReversePhoneLookupClassification;
  insights: ReversePhoneLookupInsights;
  risk_assessment: RiskAssessment;
  recommendations: Recommendations;
}

export interface ReversePhoneLookupClassification {
  /** Whether a record was found. */
  matched: boolean;
  /** Name of the person or company. */
  primary_name: string | null;
  /** Name of another person in the household. */
  secondary_name: string | null;
  /** Name of the company. */
  company_name: string | null;
  /** Email address. */
  email: string | null;
  /** Phone number. */
  phone: string;
  /** Kind of line. */
  phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
  /** False outside the United States: no record was queried and nothing is charged. */
  coverage_supported: boolean;
  /** Part of the world that the records cover. */
  coverage_region: Open<"UNITED_STATES" | "CANADA" | "CARIBBEAN" | "PACIFIC" | "INTERNATIONAL">;
  /** Kind of lookup that was run. */
  lookup_type: "reverse_phone";
}

export interface ReversePhoneLookupInsights {
  /** The complete result. */
  reverse_lookup_result: {
    /** Whether a record was found. */
    matched: boolean;
    /** Name of the person or company. */
    primary_name: string | null;
    /** Name of another person in the household. */
    secondary_name: string | null;
    /** Name of the company. */
    company_name: string | null;
    /** Email address. */
    email: string | null;
    /** Phone number. */
    phone: string;
    /** Kind of line. */
    phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
    /** False outside the United States: no record was queried and nothing is charged. */
    coverage_supported: boolean;
    /** Part of the world that the records cover. */
    coverage_region: Open<"UNITED_STATES" | "CANADA" | "CARIBBEAN" | "PACIFIC" | "INTERNATIONAL">;
    /** Postal address. */
    address: {
      /** Street and number. */
      line1: string | null;
      /** Apartment or suite. */
      line2: string | null;
      /** City; null if it is not known. */
      city: string | null;
      /** Code of the state or province. */
      state: string | null;
      /** Postal code. */
      zip: string | null;
      /** The last four digits of a ZIP+4 code. */
      zip4: string | null;
    };
    /** When the record was read. */
    processed_time: string;
  };
  /** The person or company found. */
  contact: {
    /** Given name. */
    first_name: string | null;
    /** Family name. */
    last_name: string | null;
    /** Street and number. */
    address: string | null;
    /** City; null if it is not known. */
    city: string | null;
    /** Code of the state or province. */
    state: string | null;
    /** Postal code. */
    zip: string | null;
    /** Email address. */
    email: string | null;
  };
  /** Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say. */
  as_of: string | null;
  /** Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377. */
  country_assumed?: string;
  /** Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface ReversePhoneLookupRequest {
  /** Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored. */
  phone_number: string;
  /** Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it. */
  country?: string | null;
  /** Record to read. standard: the caller name, which only a minority of numbers have. premium: the full consumer record. */
  lookup_source?: "standard" | "premium" | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface RiskAssessment {
  /** Risk score. Higher is riskier. */
  fraud_score?: number;
  /** Risk level that the score stands for. */
  risk_level: Open<"LOW" | "MEDIUM" | "HIGH" | "CRITICAL">;
  /** Codes of the factors that apply. */
  risk_factors: Array<string>;
  /** Confidence in the assessment, 0 to 100. */
  confidence_level: number;
}

/** The answer. */
export interface SearchIntentLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "search_intent_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: SearchIntentLookupClassification;
  insights: SearchIntentLookupInsights;
}

export interface SearchIntentLookupClassification {
  /** The query as it was sent to the search engine. */
  query: string;
  /** Country in which the search was made. */
  country: string;
  /** Language of the results. */
  language: string;
  /** Number of this page of results. */
  page: number;
  /** Number of results. Nothing is charged if there are none. */
  organicCount: number;
}

export interface SearchIntentLookupInsights {
  /** One page of results. */
  search_intent_result: {
    /** Unpaid results, best first. */
    organic: Array<{
      /** Position on this page; 1 is the best. */
      position: number;
      /** Title of the page. */
      title: string;
      /** URL of the page. */
      link: string;
      /** Excerpt of the page that the search engine shows. */
      snippet: string | null;
    }>;
    /** Questions that others asked. Not every source has them. */
    peopleAlsoAsk: Array<string>;
    /** Related queries by others. */
    relatedSearches: Array<string>;
  };
}

export interface SearchIntentLookupRequest {
  /** Search query, at most 700 characters. */
  q: string;
  /** Country in which the search is made, ISO 3166-1 alpha-2; default US. */
  country?: string | null;
  /** Language of the results, two-letter ISO 639-1 code; default en. */
  language?: string | null;
  /** Page of results, 1 to 5; default 1. */
  page?: number | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface SocialPostLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "social_post_lookup";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: SocialPostLookupClassification;
  insights: SocialPostLookupInsights;
}

export interface SocialPostLookupClassification {
  /** Whether the post was found and is visible. */
  matched: boolean;
  /** Whether the post exists, even if it is not visible to everyone. */
  exists: boolean;
  /** The platform. */
  platform: Open<"instagram" | "tiktok" | "youtube" | "twitter" | "facebook" | "threads" | "bluesky" | "truthsocial" | "pinterest" | "network">;
  /** Account that posted it, without @. */
  author_handle: string | null;
  /** Number of likes, or of reactions of any kind; null if the source does not say. */
  likes: number | null;
  /** Number of views; null if the platform does not count them or the source does not say. */
  views: number | null;
}

export interface SocialPostLookupInsights {
  /** Details of the post. */
  social_post_lookup_result: {
    /** URL of the post. */
    url: string;
    /** State of the page. live: visible to everyone. private: visible to followers only. gated: visible only after signing in or proving age. suspended: by the platform. deactivated: by the owner. not_found: does not exist now; most platforms do not distinguish what was deleted from what never existed. */
    post_state: Open<"live" | "private" | "gated" | "suspended" | "deactivated" | "not_found">;
    /** Text of the post, or title of the video. */
    caption: string | null;
    /** Display name of the author. */
    author_name: string | null;
    /** Number of comments or replies. */
    comments: number | null;
    /** Number of shares, reposts or saves. */
    shares: number | null;
    /** When it was posted, ISO 8601. */
    posted_at: string | null;
    /** Whether the source rounds its counts: 2,708,400 may stand for any number near it. */
    rounded_counts: boolean;
  };
}

export interface SocialPostLookupRequest {
  /** Full URL of the post, video or pin. Mobile hosts, short URLs and tracking parameters are accepted. */
  url: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface SocialProfileCheckAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "social_profile_check";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: SocialProfileCheckClassification;
  insights: SocialProfileCheckInsights;
}

export interface SocialProfileCheckClassification {
  /** Whether the profile exists: live, private or gated. */
  matched: boolean;
  /** Same as `matched`. */
  exists: boolean;
  /** The platform. */
  platform: Open<"instagram" | "tiktok" | "youtube" | "twitter" | "facebook" | "threads" | "twitch" | "snapchat" | "bluesky" | "truthsocial">;
  /** Name of the account, without @. */
  handle: string;
  /** Display name. */
  display_name: string | null;
  /** Number of followers or subscribers. */
  followers: number | null;
  /** Whether the platform has verified the account. */
  verified: boolean | null;
  /** Whether only followers can see the posts. */
  private: boolean | null;
}

export interface SocialProfileCheckInsights {
  /** Details of the profile. */
  social_profile_check_result: {
    /** URL of the profile. */
    url: string;
    /** State of the page. live: visible to everyone. private: visible to followers only. gated: visible only after signing in or proving age. suspended: by the platform. deactivated: by the owner. not_found: does not exist now; most platforms do not distinguish what was deleted from what never existed. */
    account_state: Open<"live" | "private" | "gated" | "suspended" | "deactivated" | "not_found">;
    /** Number of accounts that it follows. */
    following: number | null;
    /** Number of posts or videos. */
    posts_or_videos: number | null;
    /** Average number of reactions to a post, divided by the number of followers: 0.03 is three in a hundred. Null if the platform does not show the figures required. */
    engagement_rate: number | null;
    /** Whether it is a business account. */
    business_account: boolean | null;
    /** The account's own description. */
    bio: string | null;
    /** Whether the source rounds its counts: 2,708,400 may stand for any number near it. */
    rounded_counts: boolean;
  };
}

export interface SocialProfileCheckRequest {
  /** Name of the account on the platform, with or without @. The URL of the profile is also accepted. */
  handle?: string | null;
  /** The platform; required with `handle`. One of: instagram, tiktok, youtube, twitter, facebook, threads, twitch, snapchat, bluesky, truthsocial. `x` is the same as `twitter`. */
  platform?: string | null;
  /** URL of the profile. Replaces `platform` and `handle`. */
  url?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface SocialSearchAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "social_search";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: SocialSearchClassification;
  insights: SocialSearchInsights;
}

export interface SocialSearchClassification {
  /** Whether there is at least one row. */
  found: boolean;
  /** Number of rows in this answer. */
  count: number;
  /** Value to send as `cursor` with the same search for the next rows; null after the last. */
  next_cursor: string | null;
}

export interface SocialSearchInsights {
  /** What was found. */
  social_search_result: {
    /** Posts, videos or people. */
    rows: Array<{
      /** Id of the post on the platform; for a person, of the account. */
      id: string | null;
      /** URL of the post or person. */
      url: string | null;
      /** Text or title; for a person, their own description. */
      caption: string | null;
      /** Name of the account, without @. */
      author_handle: string | null;
      /** Display name of the author. */
      author_name: string | null;
      /** Number of likes or votes. */
      likes: number | null;
      /** Number of views. */
      views: number | null;
      /** When it was posted, ISO 8601, or in the platform's own words if it says no more. */
      posted_at: string | null;
    }>;
  };
}

export interface SocialSearchRequest {
  /** Words to search for. */
  query: string;
  /** Platform to search: tiktok, instagram, youtube, threads, reddit, pinterest, network, bluesky. On bluesky, people are found; elsewhere, posts and videos. */
  platform: string;
  /** `next_cursor` of the previous answer to the same search. Returns the rows that follow. */
  cursor?: string | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface TestWebhookRequest {
  /** Public HTTPS address of the receiver. */
  webhook_url?: string | null;
  /** The earlier name of `webhook_url`. */
  url?: string | null;
}

/** The answer. */
export interface VideoTranscriptAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "video_transcript";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: VideoTranscriptClassification;
  insights: VideoTranscriptInsights;
}

export interface VideoTranscriptClassification {
  /** Whether there is a transcript. */
  matched: boolean;
  /** Same as `matched`. */
  transcript_available: boolean;
  /** The platform. */
  platform: Open<"tiktok" | "instagram" | "youtube" | "facebook" | "twitter" | "network" | "reddit">;
  /** Number of words in the transcript; null if there is no transcript. */
  word_count: number | null;
  /** Language, ISO 639 code such as en. */
  language: string | null;
}

export interface VideoTranscriptInsights {
  /** The transcript. */
  video_transcript_result: {
    /** URL of the video. */
    url: string;
    /** The transcript, without times and cue numbers; null if there is none. */
    transcript: string | null;
    /** The transcript in segments with times; null if the source has no times. */
    segments: Array<{
      /** Start of the segment, in seconds. */
      start: number | null;
      /** End of the segment, in seconds. */
      end: number | null;
      /** Text of the segment. */
      text: string;
      /** Speaker, as the source names them; null if it does not. */
      speaker: string | null;
    }> | null;
    /** Language, ISO 639 code such as en. */
    language: string | null;
    /** Number of words in the transcript; null if there is no transcript. */
    word_count: number | null;
    /** Whether the transcript comes from speech recognition, which is used for videos of at most ten minutes if the platform has no captions. False: captions. Null: there is no transcript. */
    recognized: boolean | null;
  };
}

export interface VideoTranscriptRequest {
  /** Full URL of the video. Mobile hosts, short URLs and tracking parameters are accepted. */
  url: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

export interface WebhookDelivery {
  /** Id of the delivery, as in the X-Service-Delivery header. */
  id: string;
  /** Id of the event, as `id` in the body; the same for every delivery of one event. */
  event_id: string;
  /** Type of the event. */
  type: Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped" | "webhook.test">;
  /** URL of the receiver. */
  url: string;
  /** Id of the endpoint that receives it; null for the `webhook_url` of a job or monitor. */
  webhook_endpoint_id: string | null;
  /** delivered: the receiver answered 2xx within five seconds. pending: an attempt is in progress or due. */
  status: Open<"pending" | "delivered" | "failed">;
  /** Attempts made so far, including one in progress: one, or up to 8 to an endpoint. They are counted anew when the delivery is restarted. */
  attempts: number;
  /** When the next attempt is due; null if none is. */
  next_attempt_at: string | null;
  /** HTTP status of the last attempt; null if there was no reply. */
  http_status: number | null;
  /** Duration of the attempt in milliseconds; null if it was not made. */
  duration_ms: number | null;
  /** Why the last attempt failed; null if it did not. */
  error_code: Open<"TIMEOUT" | "CONNECTION_FAILED" | "ADDRESS_FORBIDDEN" | "NAME_UNRESOLVED" | "REDIRECTED" | "HTTP_STATUS" | "INTERRUPTED" | "SECRET_UNREADABLE" | "MAIL_NOT_CONFIGURED" | "MAIL_REFUSED" | "ORGANIZATION_CLOSED" | "ENDPOINT_INACTIVE" | "EVENT_GONE"> | null;
  /** Id of the first delivery, if this one was requested as a redelivery; otherwise null. */
  redelivery_of: string | null;
  /** When it was created. */
  created_at: string;
}

/** The answer. */
export interface WebhookDeliveryListAnswer {
  /** One page of deliveries. */
  deliveries: Array<WebhookDelivery>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

export interface WebhookEndpoint {
  /** Id of the endpoint; begins with `we_`. */
  id: string;
  /** URL of the receiver. */
  url: string;
  /** Your description; empty if none was given. */
  description: string;
  /** Types of events that are sent to it. */
  events: Array<Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped">>;
  /** Whether the endpoint is on. If false, nothing is sent to it. */
  active: boolean;
  /** Why the endpoint is off. failing: every attempt for 3 days failed. */
  disabled_reason: Open<"requested" | "failing"> | null;
  /** When attempts began to fail; null if the last one did not fail. */
  failing_since: string | null;
  /** When the most recently replaced secret stops signing; null if no replaced secret signs. */
  previous_secret_ends_at: string | null;
  /** When it was created. */
  created_at: string;
}

export interface WebhookEndpointChanges {
  /** Public HTTPS address of the receiver. */
  url?: string | null;
  /** Types of events that are sent to it. */
  events?: Array<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped"> | null;
  /** Your description. */
  description?: string | null;
  /** Whether anything is sent to it. */
  active?: boolean | null;
}

/** The answer. */
export interface WebhookEndpointListAnswer {
  /** One page of results. */
  endpoints: Array<WebhookEndpoint>;
  /** The position of this page, and how to get the next one. */
  pagination: {
    /** Maximum number of entries per page. */
    limit: number;
    /** Value to pass as `cursor` for the next page; null on the last page. */
    next_cursor: string | null;
    /** Whether there is another page. */
    has_more: boolean;
  };
}

export interface WebhookEndpointRequest {
  /** Public HTTPS address of the receiver. */
  url: string;
  /** Types of events to send to it; by default all. */
  events?: Array<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped"> | null;
  /** Your description. */
  description?: string | null;
  /** If false, nothing is sent to it until it is switched on. */
  active?: boolean | null;
}

/** The answer. */
export interface WebhookEndpointSecretAnswer {
  /** Id of the endpoint; begins with `we_`. */
  id: string;
  /** URL of the receiver. */
  url: string;
  /** Your description; empty if none was given. */
  description: string;
  /** Types of events that are sent to it. */
  events: Array<Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped">>;
  /** Whether the endpoint is on. If false, nothing is sent to it. */
  active: boolean;
  /** Why the endpoint is off. failing: every attempt for 3 days failed. */
  disabled_reason: Open<"requested" | "failing"> | null;
  /** When attempts began to fail; null if the last one did not fail. */
  failing_since: string | null;
  /** When the most recently replaced secret stops signing; null if no replaced secret signs. */
  previous_secret_ends_at: string | null;
  /** When it was created. */
  created_at: string;
  /** Secret that signs the deliveries. Shown only in this response. */
  secret: string;
}

/** The answer. */
export interface WebhookExchangeAnswer {
  /** Id of the delivery, as in the X-Service-Delivery header. */
  id: string;
  /** Id of the event, as `id` in the body; the same for every delivery of one event. */
  event_id: string;
  /** Type of the event. */
  type: Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped" | "webhook.test">;
  /** URL of the receiver. */
  url: string;
  /** Id of the endpoint that receives it; null for the `webhook_url` of a job or monitor. */
  webhook_endpoint_id: string | null;
  /** delivered: the receiver answered 2xx within five seconds. pending: an attempt is in progress or due. */
  status: Open<"pending" | "delivered" | "failed">;
  /** Attempts made so far, including one in progress: one, or up to 8 to an endpoint. They are counted anew when the delivery is restarted. */
  attempts: number;
  /** When the next attempt is due; null if none is. */
  next_attempt_at: string | null;
  /** HTTP status of the last attempt; null if there was no reply. */
  http_status: number | null;
  /** Duration of the attempt in milliseconds; null if it was not made. */
  duration_ms: number | null;
  /** Why the last attempt failed; null if it did not. */
  error_code: Open<"TIMEOUT" | "CONNECTION_FAILED" | "ADDRESS_FORBIDDEN" | "NAME_UNRESOLVED" | "REDIRECTED" | "HTTP_STATUS" | "INTERRUPTED" | "SECRET_UNREADABLE" | "MAIL_NOT_CONFIGURED" | "MAIL_REFUSED" | "ORGANIZATION_CLOSED" | "ENDPOINT_INACTIVE" | "EVENT_GONE"> | null;
  /** Id of the first delivery, if this one was requested as a redelivery; otherwise null. */
  redelivery_of: string | null;
  /** When it was created. */
  created_at: string;
  /** What was sent; null for an email. */
  request: {
    /** Request headers, without the signatures. */
    headers: Record<string, string>;
    /** The first 4096 bytes of the body. */
    body: string;
    /** Size of the whole body in bytes. */
    body_bytes: number;
  } | null;
  /** Response to the last attempt; null if there was no reply. */
  response: {
    /** Media type of the page. */
    content_type: string | null;
    /** The first 4096 bytes of the body. */
    body: string;
  } | null;
}

/** The answer. */
export interface WebhookTestAnswer {
  /** Secret that signed this event and no other. */
  webhook_secret: string;
  delivery: WebhookDelivery;
}

/** The answer. */
export interface WebsiteContactsScraperAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "website_contacts_scraper";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: WebsiteContactsScraperClassification;
  insights: WebsiteContactsScraperInsights;
}

export interface WebsiteContactsScraperClassification {
  /** Registrable domain of the site. */
  domain: string;
  /** Whether the site names an email address. */
  hasEmails: boolean;
  /** Whether the site names a phone number. */
  hasPhones: boolean;
  /** Number of email addresses on the site. */
  emailsCount: number;
  /** Number of phone numbers on the site. */
  phonesCount: number;
  /** Number of profile URLs on all platforms. */
  socialsCount: number;
}

export interface WebsiteContactsScraperInsights {
  /** Email addresses in lower case, in the order found. */
  emails: Array<string>;
  /** Phone numbers in E.164, in the order found. Fax numbers are left out. */
  phones: Array<string>;
  /** Map of platforms to profile URLs. Platforms: instagram, tiktok, youtube, twitter, facebook, threads, twitch, snapchat, bluesky, truthsocial, pinterest, network (the professional one), github, telegram, whatsapp (channels, groups), reddit, discord, medium, vimeo, xing, yelp, tumblr, soundcloud, behance, dribbble, vk, flickr, mastodon. */
  socials: Record<string, Array<string>>;
  /** Pages that were read, the home page first. If none of them names a contact, nothing is charged. */
  pages: Array<string>;
  /** Map of each email address, number or profile to the first page that names it. */
  found_on: Record<string, string>;
  /** Country in which numbers without a country code are read. */
  country: string | null;
}

export interface WebsiteContactsScraperRequest {
  /** Domain or full URL of the site. Its registrable domain is looked up. */
  domain: string;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}

/** The answer. */
export interface WebsiteScraperAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup, as in the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "website_scraper";
    /** Input as looked up, after normalization. */
    input: string;
    /** When the lookup ran. */
    timestamp: string;
    /** Server-side processing time in milliseconds. */
    processing_time_ms: number;
  };
  metadata: Metadata;
  classification: WebsiteScraperClassification;
  insights: WebsiteScraperInsights;
}

export interface WebsiteScraperClassification {
  /** Title of the page; null if it has none. */
  name: string | null;
  /** Number of Unicode characters in the Markdown. */
  characterCount: number;
  /** Number of links in the Markdown. */
  linksCount: number;
}

export interface WebsiteScraperInsights {
  /** The page as Markdown; null if `formats` leaves it out. */
  website_scraper_result: string | null;
  /** The page as HTML, without scripts, styles and hidden parts, with full URLs; null if not requested. */
  html: string | null;
  /** Links, each URL once, at most 5,000; null if not requested. */
  links: Array<{
    /** Full URL. */
    url: string;
    /** Text of the link, or its accessible name. */
    text: string | null;
  }> | null;
  /** Metadata from the head of the page; null if not requested. */
  metadata: {
    /** Canonical URL that the page states. */
    canonical_url: string | null;
    /** Name that the page gives for its site. */
    site_name: string | null;
    /** Open Graph type, such as article. */
    type: string | null;
    /** URL of the picture for sharing. */
    image: string | null;
    /** URL of the site's icon. */
    icon: string | null;
    /** Author, as written on the page. */
    author: string | null;
    /** Date of publication, as written in the page's metadata or markup; YYYY-MM-DD when read from its text. */
    published_at: string | null;
    /** Date of modification, as written on the page. */
    modified_at: string | null;
    /** Keywords, as written on the page. */
    keywords: string | null;
    /** Directives for search engines. */
    robots: string | null;
  } | null;
  /** URL after the last redirect. */
  final_url: string;
  /** HTTP status of the site; null for a rendered page. */
  status: number | null;
  /** Media type of the page. */
  content_type: string | null;
  /** Language of the text: as the page declares it, or recognized where it declares none or wrongly English. */
  language: string | null;
  /** Description, as the page declares it. */
  description: string | null;
  /** Whether Markdown or HTML was cut at 1,000,000 characters, or links at 5,000. */
  truncated: boolean;
  /** Whether a browser ran the page before it was read. */
  rendered: boolean;
}

export interface WebsiteScraperRequest {
  /** URL or domain. This one page is fetched for you, as a browser would: robots.txt, which is for crawlers that follow links, is not asked. `/website-contacts-scraper` and `/link-in-bio-lookup` ask it. */
  url: string;
  /** Formats to return: markdown (the default), html, links, metadata. */
  formats?: Array<"markdown" | "html" | "links" | "metadata"> | null;
  /** If false, the whole page is returned, including navigation, header, footer and content beside the text. */
  only_main_content?: boolean | null;
  /** If true, the page is first run in a browser; if false, never. If absent, it is run only if the page is empty as served. Requires the Browser Rendering binding. */
  render?: boolean | null;
  /** Skip the 7-day cache and look up afresh, at full price. */
  bypass_cache?: boolean | null;
}
