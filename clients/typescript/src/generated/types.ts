// Written by `npm run clients` from the OpenAPI document. Do not edit.

/** A value that is known today. New ones may come any time: a `switch` needs its `default`. */
export type Open<T> = T | (string & {});

/** The answer. */
export interface AccountAnswer {
  /** Whose key it is. */
  user: {
    /** Of the user who created the key, or of the account owner. */
    email: string | null;
  };
  /** The organization that pays. */
  organization: {
    /** Id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
    /** Whether it may be used. */
    active: boolean;
    /** When it was made. */
    created_at: string;
  };
  /** Null when there is none. */
  subscription: {
    /** For example active or trialing. */
    status: string;
    /** Whether the plan is being tried. */
    is_trial: boolean;
    /** When the trial ends; null when there is none. */
    trial_end: string | null;
    /** When the running period began. */
    current_period_start: string;
    /** When the running period ends. */
    current_period_end: string;
    /** The plan that is paid for. */
    plan: {
      /** Id of the plan. */
      name: string;
      /** Credits of one period. */
      tokens_per_month: number;
    };
  } | null;
  /** Credits, by where they come from. */
  tokens: {
    /** This period's plan credits. */
    subscription: {
      /** Credits of the plan in this period. */
      total: number;
      /** Those that were spent. */
      used: number;
      /** Those that are left. */
      available: number;
    };
    /** Carried over from earlier periods. */
    rollover: number;
    /** Credits that were bought; they do not end. */
    purchased: number;
    /** Every credit spendable now. */
    total_available: number;
  };
  /** What was looked up and what it cost. */
  usage: {
    /** Since the running period began. */
    current_period: {
      /** Null when it cannot be read. */
      lookups: number | null;
      /** Null when it cannot be read. */
      tokens_consumed: number | null;
    };
    /** Since the organization was made. */
    all_time: {
      /** Null when it cannot be read. */
      lookups: number | null;
      /** Null when it cannot be read. */
      tokens_consumed: number | null;
    };
  };
  /** The key that asks. */
  api_key: {
    /** Empty when not called with an API key. */
    id: string;
    /** Null when it cannot be read. */
    total_lookups: number | null;
    /** Null when it cannot be read. */
    total_tokens_consumed: number | null;
  };
}

/** The answer. */
export interface AccountSearchAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "account_search";
    /** Input as looked up, after normalisation. */
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
  /** There is at least one row. */
  found: boolean;
  /** Rows of this answer. */
  count: number;
  /** Send it as `cursor` with the same search for the rows after these; null after the last. */
  next_cursor: string | null;
}

export interface AccountSearchInsights {
  /** Which companies were found. */
  account_search_result: {
    /** Companies. */
    rows: Array<{
      /** Name. */
      company_name: string | null;
      /** The company's domain. */
      domain: string | null;
      /** Industry. */
      industry: string | null;
      /** For example 51-200. */
      employee_band: string | null;
      /** For example $10M-$25M. */
      revenue_band: string | null;
      /** Country of the headquarters, by its English name. */
      country: string | null;
      /** Country of the headquarters, ISO 3166-1 alpha-2; null for no known country. */
      country_code: string | null;
      /** Employees, at least; null where the source does not say. */
      employees_min: number | null;
      /** Employees, at most; null where the source does not say. */
      employees_max: number | null;
      /** A year's revenue in US dollars, at least; null where the source does not say. */
      revenue_min: number | null;
      /** A year's revenue in US dollars, at most; null where the source does not say. */
      revenue_max: number | null;
      /** Technologies its sites use, where the source says. */
      technologies: Array<string>;
      /** Page on the professional network. */
      network_url: string | null;
    }>;
    /** Rows of the whole search as the source counts them; null when it does not. */
    total: number | null;
  };
}

export interface AccountSearchRequest {
  /** Words that say what the company does. */
  keywords?: string;
  /** Industry, as company databases name it. */
  industry?: string;
  /** City, region or country, or several of them with commas: companies in all of them. Two letters are the ISO code of a country. */
  location?: string;
  /** Employees at least. */
  employees_min?: number | null;
  /** Employees at most. */
  employees_max?: number | null;
  /** Revenue of a year at least, US dollars. */
  revenue_min?: number | null;
  /** Revenue of a year at most, US dollars. */
  revenue_max?: number | null;
  /** A technology its sites use. */
  technology?: string;
  /** Rows wanted at most, 1 to 100; the operator may have set fewer. */
  limit?: number;
  /** `next_cursor` of the answer before, with the same search: the rows after it. */
  cursor?: string | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface AdLibraryLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "ad_library_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Whether the library holds an ad. Nothing is charged if not. */
  found: boolean;
  /** The library that was asked. */
  platform: Open<"meta" | "google" | "tiktok" | "network" | "microsoft">;
  /** Whose ads these are; null when several advertisers have some. */
  advertiser: string | null;
  /** Ads of the whole search where the library counts them, else of this answer. */
  ads_count: number;
  /** Send it as cursor for the ads after these; null after the last. */
  next_cursor: string | null;
}

export interface AdLibraryLookupInsights {
  /** The ads of this page. */
  ad_library_result: {
    /** In the order of the library. */
    ads: Array<{
      /** Id of the ad in its library. */
      id: string;
      /** Who runs it. */
      advertiser: string | null;
      /** Headline. */
      title: string | null;
      /** Text of the ad. */
      text: string | null;
      /** For example image, video, text. */
      format: string | null;
      /** Where it leads. */
      destination_url: string | null;
      /** Where the library shows it. */
      snapshot_url: string | null;
      /** When it was first shown. */
      started_at: string | null;
      /** When it was last shown, or ends. */
      ended_at: string | null;
      /** Whether it runs now, where that is said. */
      active: boolean | null;
      /** Where the platform shows it. */
      placements: Array<string>;
    }>;
  };
}

export interface AdLibraryLookupRequest {
  /** Advertiser, by name; the google library wants its domain. */
  company?: string;
  /** What the ads are about; company wins where both are given. */
  keyword?: string;
  /** The library, one of: meta, google, tiktok, network, microsoft. meta by default, and microsoft where the operator has none for that; network is the professional one, and `linkedin` the same. */
  platform?: string;
  /** `next_cursor` of the answer before, with the same search: the rows after it. */
  cursor?: string | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface AudienceDemographicsAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "audience_demographics";
    /** Input as looked up, after normalisation. */
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
  /** Something is known of its followers. */
  matched: boolean;
  /** Name of the account, without @. */
  handle: string;
  /** Followers whose country is known: a sample, not all of them. */
  sample_size: number | null;
  /** Countries they are in. */
  countries_count: number;
}

export interface AudienceDemographicsInsights {
  /** Where the followers are. */
  audience_demographics_result: {
    /** Countries, as the source orders them; a row without a code is the rest. */
    countries: Array<{
      /** Name of the country. */
      country: string;
      /** ISO 3166-1 alpha-2. */
      country_code: string | null;
      /** Followers of the sample who are there. */
      count: number;
      /** Share of the sample, as the source has it: 0.1596 is 15.96 %. */
      share: number | null;
    }>;
  };
}

export interface AudienceDemographicsRequest {
  /** Name of the account, with or without @, or the address of its profile. Short-video accounts only. */
  handle: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface AudienceIntelligenceAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "audience_intelligence";
    /** Input as looked up, after normalisation. */
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
  /** Whether the report has a row. Nothing is charged if not. */
  found: boolean;
  /** The registrable domain. */
  target: string;
  /** Which report it is. */
  report: Open<"summary" | "geo" | "age_sex" | "income" | "sources" | "destinations">;
  /** The same in words. */
  report_label: string;
  /** How many rows there are. */
  row_count: number;
}

export interface AudienceIntelligenceInsights {
  /** The report. */
  audience_intelligence_result: {
    /** First day of the month the figures are of; null when the source does not say. */
    month: string | null;
    /** Rows of the report, most first; shares are fractions of 1. */
    rows: Array<{
      /** The domain. */
      target: string | null;
      /** Rank among all domains by visits. */
      rank: number | null;
      /** Visits in the month. */
      visits: number | null;
      /** People who visited in the month. */
      users: number | null;
      /** Pages of a visit, on average. */
      pages_per_visit: number | null;
      /** Seconds of a visit, on average. */
      time_on_site: number | null;
      /** Share of the visits that end at the first page, 0 to 1. */
      bounce_rate: number | null;
      /** Visits by typing the address. */
      direct: number | null;
      /** Visits by links on other sites. */
      referral: number | null;
      /** Visits from social platforms. */
      social: number | null;
      /** Visits from search results. */
      search: number | null;
      /** Visits from advertisements. */
      paid: number | null;
      /** Visits from mail. */
      mail: number | null;
    } | {
      /** Site they came from. */
      from_target: string | null;
      /** Kind of site. */
      channel: string | null;
      /** Kind of visit. */
      traffic_type: string | null;
      /** Visits. */
      traffic: number | null;
      /** Their share of all, 0 to 1. */
      traffic_share: number | null;
    } | {
      /** Country. */
      geo: string | null;
      /** Visits. */
      traffic: number | null;
      /** Their share of all, 0 to 1. */
      traffic_share: number | null;
      /** People who visited in the month. */
      users: number | null;
    } | {
      /** Group of ages. */
      age: string | null;
      /** Women of that age. */
      female_users: number | null;
      /** Men of that age. */
      male_users: number | null;
      /** Share of women, 0 to 1. */
      female_share: number | null;
      /** Share of men, 0 to 1. */
      male_share: number | null;
    } | {
      /** Group of incomes: high, middle or low. */
      income_type: string | null;
      /** People who visited in the month. */
      users: number | null;
      /** Their share of all, 0 to 1. */
      users_share: number | null;
    } | {
      /** Site they went to. */
      to_target: string | null;
      /** Visits. */
      traffic: number | null;
      /** Their share of all, 0 to 1. */
      traffic_share: number | null;
    }>;
  };
}

export interface AudienceIntelligenceRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Which report: each is a lookup of its own; default summary. */
  report?: "summary" | "geo" | "age_sex" | "income" | "sources" | "destinations" | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface AudioTranscriptionAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "audio_transcription";
    /** Input as looked up, after normalisation. */
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
  /** Something is said. Silence is charged for all the same. */
  matched: boolean;
  /** Language: ISO 639, such as en. */
  language: string | null;
  /** True length of the audio: what is charged for. */
  duration_seconds: number;
  /** Words of the transcript. */
  word_count: number;
  /** Number of speakers; null where they were not asked for or the source cannot tell them apart. */
  speakers_count: number | null;
}

export interface AudioTranscriptionInsights {
  /** The transcript, whole and in stretches. */
  audio_transcription_result: {
    /** What is said; empty without speech. */
    transcript: string;
    /** In the order spoken. */
    segments: Array<{
      /** Where it begins, in seconds. */
      start: number | null;
      /** Where it ends, in seconds. */
      end: number | null;
      /** What is said. */
      text: string;
      /** Who speaks, as the source names them; null where it does not. */
      speaker: string | null;
    }>;
  };
}

export interface AudioTranscriptionRequest {
  /** Address of the audio or video file itself, as audio/*, video/* or application/octet-stream. Not a page that plays it. */
  url: string;
  /** How long you expect the audio to be. Its price is set aside meanwhile, minutes begun counted whole; the true length is charged. */
  expected_duration_minutes: number;
  /** Language spoken: ISO 639, such as en. Without it the source finds out. */
  language?: string | null;
  /** Tell speakers apart, where the source can; default false. */
  speaker_labels?: boolean | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface B2bContactAppendAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "b2b_contact_append";
    /** Input as looked up, after normalisation. */
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
  /** A record names the person. */
  matched: boolean;
  /** Full name. */
  full_name: string | null;
  /** Email address at the current company. */
  work_email: string | null;
  /** How sure the source is of the address, 0 to 100; null when it does not say. */
  email_confidence: number | null;
  /** Current title. */
  title: string | null;
  /** Level, for example cxo, vp, director, manager. */
  seniority: string | null;
  /** Current company. */
  company: string | null;
}

export interface B2bContactAppendInsights {
  /** What the record says besides. */
  b2b_contact_append_result: {
    /** Departments or roles, such as sales. */
    departments: Array<string>;
    /** True: a mail server confirmed the mailbox of work_email. False: none could. Null: not checked. */
    email_verified: boolean | null;
    /** Phone number that is called no mobile one, as the source writes it. */
    work_phone: string | null;
    /** Mobile number, E.164. */
    mobile_phone: string | null;
    /** Page on the professional network. */
    network_url: string | null;
    /** The company's domain. */
    company_domain: string | null;
    /** When the current role began: YYYY, YYYY-MM or YYYY-MM-DD. */
    current_role_started: string | null;
    /** City the person is in. */
    city: string | null;
    /** State or region. */
    region: string | null;
    /** Country, by code or name. */
    country: string | null;
  };
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface B2bContactAppendRequest {
  /** Email address of the person, work or private. */
  email?: string;
  /** Address of the person's public page on the professional network, or its vanity name. */
  network_url?: string;
  /** First and last name; together with company_domain. */
  name?: string;
  /** Domain of the person's company; together with name. */
  company_domain?: string;
  /** Id of a row of prospect-search: reveals who it is. */
  person_id?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface BacklinkOverviewAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "backlink_overview";
    /** Input as looked up, after normalisation. */
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
  /** Authority by its links, 0 to 100. */
  authority_score: number | null;
  /** Links to the domain. */
  total_backlinks: number | null;
  /** Domains they are on. */
  referring_domains: number | null;
}

export interface BacklinkOverviewInsights {
  /** The links in figures; null, or an empty list, is what no source says. */
  backlink_overview_result: {
    /** Registrable domains the links are on. */
    referring_main_domains: number | null;
    /** Addresses they are on. */
    referring_ips: number | null;
    /** Networks of 256 addresses they are on. */
    referring_subnets: number | null;
    /** Those of the links that pass no weight. */
    nofollow_backlinks: number | null;
    /** Those that lead nowhere. */
    broken_backlinks: number | null;
    /** Spam among the links, 0 to 100. */
    spam_score: number | null;
    /** Day the first link was seen, ISO 8601. */
    first_seen: string | null;
    /** Top-level domains most links are from. */
    top_tlds: Array<string>;
    /** Countries most links are from. */
    top_countries: Array<string>;
    /** Kinds of links, and how many there are of each; null when not counted. */
    link_types: Record<string, number | null>;
  };
}

export interface BacklinkOverviewRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface BatchAnswer {
  /** One for each lookup, in their order. */
  results: Array<{
    /** HTTP status that the lookup would have had alone. */
    status: number;
    /** Whether `data` holds an answer. */
    success: boolean;
    /** Where it was answered. */
    data?: {
      /** What was looked up, and when. */
      request: {
        /** Id of this lookup; also the X-Request-Id header. */
        id: string;
        /** Lookup type. */
        type: string;
        /** Input as looked up, after normalisation. */
        input: string;
        /** When the lookup ran. */
        timestamp: string;
        /** Server-side processing time in milliseconds. */
        processing_time_ms: number;
      };
      metadata: Metadata;
      /** What the product concludes. */
      classification: Record<string, unknown>;
      /** What the conclusion rests on. */
      insights?: Record<string, unknown>;
      risk_assessment?: RiskAssessment;
      recommendations?: Recommendations;
    };
    /** Where it was refused. */
    error?: {
      /** For people. It may change: branch on `code`. */
      message: string;
      /** What went wrong. */
      code: Open<"INVALID_REQUEST" | "INVALID_INPUT" | "MISSING_FIELD" | "VALIDATION_FAILED" | "UPSTREAM_ERROR" | "INVALID_TYPE" | "INPUT_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "INSUFFICIENT_CREDITS" | "UPGRADE_REQUIRED" | "INSUFFICIENT_SCOPE" | "NOT_FOUND" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "SERVICE_BUSY" | "UPSTREAM_QUOTA_EXHAUSTED" | "UPSTREAM_TIMEOUT">;
      /** The same for every refusal. */
      type: "api_error";
      /** The field that is wrong, where one is. */
      param?: string;
      /** `available: false` where this service has no source for the lookup: waiting will not help. `billing_url` where credits or a plan are missing: the page that sells them. */
      details?: Record<string, unknown>;
      /** Address of the page that says what to do about the code. */
      doc_url: string;
      /** Id of this request; also the X-Request-Id header. */
      request_id: string;
    };
    /** Seconds to wait before asking again, where known. */
    retry_after?: number;
  }>;
  /** Lookups that were answered. */
  succeeded: number;
  /** Lookups that were refused. Free. */
  failed: number;
  /** Cost of all of them in credits. */
  credits_used: number;
  /** Balance after the batch in credits. */
  credits_remaining: number;
}

export interface BatchRequest {
  /** Answered in this order. */
  requests: Array<{
    /** The product: its type, its path or its bulk type, as `GET /v1/products` lists them. Beside it stand the fields of the body that the product takes alone, `bypass_cache` included. */
    type: string;
  } & Record<string, unknown>>;
}

export interface BulkInsufficientCredits {
  /** Always UPGRADE_REQUIRED. */
  code: "UPGRADE_REQUIRED";
  /** Why the job was refused, for people. */
  error: string;
  /** Listed price of every row, in credits. */
  required: number;
  /** Spendable credits. */
  available: number;
  /** Credits that are missing. */
  shortfall: number;
  /** Rows that would be looked up. */
  rowCount: number;
  /** Listed price of the dearest row. */
  tokenCostPerRow: number;
  /** The smallest plan whose credits cover the job; null when none does. */
  suggestedPlan: {
    /** Id of the plan. */
    id: string;
    /** Name of the plan. */
    name: string;
    /** Step of the plan among all. */
    tier: string;
    /** Credits of one period. */
    tokens: number;
    /** In US dollars. */
    monthlyPrice: number;
    /** Id of the price. */
    monthlyPriceId: string;
  } | null;
  /** Credits of the largest plan. */
  maxPlanTokens: number;
  /** Whether the suggested plan covers the job. */
  planFullyCovers: boolean;
  /** Address of the page that sells credits and plans. */
  billing_url: string;
  /** Address of the page that says what to do about the code. */
  doc_url: string;
  /** Id of this request; also the X-Request-Id header. */
  request_id: string;
}

/** The answer. */
export interface BulkJobAnswer {
  /** As job_id. */
  id: string;
  /** Id of the job. */
  job_id: string;
  /** Bulk type of its product. */
  type: string;
  /** How it stands. */
  status: Open<"pending" | "processing" | "completed" | "failed" | "paused_insufficient_credits" | "cancelled">;
  /** Name of the file that the rows came from. */
  file_name: string | null;
  /** Rows sent. */
  total: number;
  /** succeeded + failed + skipped + duplicates */
  processed: number;
  /** Rows that were answered. */
  succeeded: number;
  /** Rows that could not be answered, unusable ones too. Free. */
  failed: number;
  /** Empty rows. Free. */
  skipped: number;
  /** Rows that repeat an earlier one after normalisation. Free. */
  duplicates: number;
  /** As processed. */
  processed_count: number;
  /** As succeeded. */
  successful_count: number;
  /** As failed. */
  failed_count: number;
  /** Credits taken so far. */
  credits_used: number;
  /** Input, status, credits and the classification fields as CSV, valid for one hour; null until the job has ended. */
  results_url: string | null;
  /** The rows as they were sent, each with its answer behind it, written as the file they came in, valid for one hour; null until the job has ended. */
  answers_url: string | null;
  /** The same of the good rows alone: something was found, and the answer recommends neither REVIEW nor BLOCK, valid for one hour; null until the job has ended. */
  good_answers_url: string | null;
  /** Where the end of the job is sent; absent without one. */
  webhook_url?: string;
  /** Endpoint its events are sent to, where one was named. */
  webhook_endpoint_id?: string;
  /** When it was made. */
  created_at: string;
  /** When it ended; null until then. */
  completed_at: string | null;
}

/** The answer. */
export interface BulkJobCreatedAnswer {
  /** As job_id. */
  id: string;
  /** Id of the job. */
  job_id: string;
  /** processing for a new job; on a replay what the job is now. */
  status: Open<"pending" | "processing" | "completed" | "failed" | "paused_insufficient_credits" | "cancelled">;
  /** Rows sent. */
  accepted: number;
  /** Credits set aside: the most the job can cost. Not on a replay. */
  credits_held?: number;
  /** Of a list with columns: fields of the product, and the name or number of the column that was taken for each. */
  columns?: Record<string, string>;
  /** The first ten rows that will fail. Not on a replay. */
  unusable?: Array<{
    /** 1 for the first row. */
    row: number;
    /** As it was sent, trimmed and cut. */
    input: string;
    /** Why, for people. */
    message: string;
    /** Code of the refusal. */
    code: string;
  }>;
  /** Rows that will fail, free: all of them. */
  unusable_count?: number;
  /** The first ten rows that are answered and cost nothing by their input alone, as numbers that cannot exist where they are read: a list of them wants another country or column. */
  free?: Array<{
    /** 1 for the first row. */
    row: number;
    /** As it was sent, trimmed and cut. */
    input: string;
    /** Why, for people. */
    message: string;
  }>;
  /** Rows that cost nothing by their input: all of them. */
  free_count?: number;
  /** Where the end of the job is sent; absent without one. */
  webhook_url?: string;
  /** Endpoint its events are sent to, where one was named. */
  webhook_endpoint_id?: string;
  /** Signs the deliveries. Shown once, in the answer that created the job. */
  webhook_secret?: string;
}

/** The answer. */
export interface BulkJobListAnswer {
  /** One page of jobs. */
  jobs: Array<{
    /** As job_id. */
    id: string;
    /** Id of the job. */
    job_id: string;
    /** Bulk type of the job. */
    type: Open<"phone_validation" | "nt_lookup" | "hlr_lookup" | "mnp_lookup" | "phone_spam" | "phone_scrub" | "reverse_phone_lookup" | "email_validation" | "reverse_email_append" | "ip_lookup" | "business_lookup" | "business_verify" | "property_lookup" | "network_profile_lookup" | "b2b_contact_append" | "company_firmographics" | "company_profile_lookup" | "domain_age" | "link_in_bio_lookup" | "social_profile_check" | "social_post_lookup" | "video_transcript" | "audience_demographics" | "domain_authority" | "backlink_overview" | "keyword_metrics">;
    /** How it stands. */
    status: Open<"pending" | "processing" | "completed" | "failed" | "paused_insufficient_credits" | "cancelled">;
    /** Name of the file that the rows came from. */
    file_name: string | null;
    /** Rows sent. */
    total: number;
    /** succeeded + failed + skipped + duplicates */
    processed: number;
    /** Rows that were answered. */
    succeeded: number;
    /** Rows that could not be answered, unusable ones too. Free. */
    failed: number;
    /** Empty rows. Free. */
    skipped: number;
    /** Rows that repeat an earlier one after normalisation. Free. */
    duplicates: number;
    /** As processed. */
    processed_count: number;
    /** As succeeded. */
    successful_count: number;
    /** As failed. */
    failed_count: number;
    /** Credits taken so far. */
    credits_used: number;
    /** Input, status, credits and the classification fields as CSV, valid for one hour; null until the job has ended. */
    results_url: string | null;
    /** The rows as they were sent, each with its answer behind it, written as the file they came in, valid for one hour; null until the job has ended. */
    answers_url: string | null;
    /** The same of the good rows alone: something was found, and the answer recommends neither REVIEW nor BLOCK, valid for one hour; null until the job has ended. */
    good_answers_url: string | null;
    /** Where the end of the job is sent; absent without one. */
    webhook_url?: string;
    /** Endpoint its events are sent to, where one was named. */
    webhook_endpoint_id?: string;
    /** When it was made. */
    created_at: string;
    /** When it ended; null until then. */
    completed_at: string | null;
  }>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

export interface BulkJobRequest {
  /** The bulk type of a product, as `GET /v1/products` lists it; its type and its path do too. */
  type: "phone_validation" | "nt_lookup" | "hlr_lookup" | "mnp_lookup" | "phone_spam" | "phone_scrub" | "reverse_phone_lookup" | "email_validation" | "reverse_email_append" | "ip_lookup" | "business_lookup" | "business_verify" | "property_lookup" | "network_profile_lookup" | "b2b_contact_append" | "company_firmographics" | "company_profile_lookup" | "domain_age" | "link_in_bio_lookup" | "social_profile_check" | "social_post_lookup" | "video_transcript" | "audience_demographics" | "domain_authority" | "backlink_overview" | "keyword_metrics";
  /** The product's main input, one to a row; or an object of all its fields, as it is or written as a string. At most 4,096 bytes a row. */
  inputs: Array<string | Record<string, unknown>>;
  /** Public HTTPS address that is sent an event when the job ends or pauses. */
  webhook_url?: string;
  /** Instead of `webhook_url`: a webhook endpoint, with its secret and its retries. */
  webhook_endpoint_id?: string;
  /** Name of the file that the rows come from: the job bears it, and its files are named after it. */
  file_name?: string;
  /** true: the job is priced and its unusable rows are named, and nothing is kept. */
  dry_run?: boolean;
}

/** The answer. */
export interface BulkResultsAnswer {
  /** As job_id. */
  id: string;
  /** Id of the job. */
  job_id: string;
  /** How it stands. */
  status: Open<"pending" | "processing" | "completed" | "failed" | "paused_insufficient_credits" | "cancelled">;
  /** Input, status, credits and the classification fields as CSV, valid for one hour; null until the job has ended. */
  results_url: string | null;
  /** Every field as CSV, valid for one hour; null until the job has ended. */
  full_results_url: string | null;
  /** The rows as they were sent, each with its answer behind it, written as the file they came in, valid for one hour; null until the job has ended. */
  answers_url: string | null;
  /** The same of the good rows alone: something was found, and the answer recommends neither REVIEW nor BLOCK, valid for one hour; null until the job has ended. */
  good_answers_url: string | null;
  /** What the files hold. */
  csv_note: string;
  /** In the order the rows were sent. While the job runs, rows that have not ended are left out. */
  lookups: Array<{
    /** Id of the row. */
    id: string;
    /** As it was sent, trimmed. */
    input: string;
    /** How it stands. */
    status: Open<"completed" | "failed" | "skipped" | "duplicate">;
    /** Credits this row cost. */
    tokens_consumed: number;
    /** `data` of the single lookup; null where there is no answer. */
    response_data: Record<string, unknown> | null;
    /** Why the row failed, as `error.code` of the single lookup; null when it did not. */
    error_code: string | null;
    /** The same for people; null when it did not. */
    error_message: string | null;
    /** Of a duplicate: the row whose answer it shares, counted from 1. */
    repeats_row: number | null;
    /** When it was made. */
    created_at: string;
    /** When it ended; null until then. */
    completed_at: string | null;
  }>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

/** The answer. */
export interface BusinessLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "business_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Name as the record has it. */
  name: string | null;
  /** What kind of business it is. */
  category: string | null;
  /** As the record writes it. */
  phone: string | null;
  /** Address of its web site. */
  website: string | null;
  /** Email address of the business. */
  email: string | null;
  /** Whether it is in business; null when the record does not say. */
  status: Open<"OPEN" | "TEMPORARILY_CLOSED" | "PERMANENTLY_CLOSED"> | null;
  /** Mean of its reviews, 0 to 5. */
  rating: number | null;
  /** Number of its reviews. */
  reviews: number | null;
  /** Whether its owner has claimed the entry. */
  claimed: boolean | null;
  /** Id of the place in the source the record is from. */
  place_id: string | null;
  /** Whether a business of that name was found in that city. Nothing is charged if not. */
  matched: boolean;
}

export interface BusinessLookupInsights {
  /** All that the record says of the business. */
  business_lookup_result: {
    /** Name as the record has it. */
    name: string | null;
    /** What kind of business it is. */
    category: string | null;
    /** As the record writes it. */
    phone: string | null;
    /** Address of its web site. */
    website: string | null;
    /** Email address of the business. */
    email: string | null;
    /** Whether it is in business; null when the record does not say. */
    status: Open<"OPEN" | "TEMPORARILY_CLOSED" | "PERMANENTLY_CLOSED"> | null;
    /** Mean of its reviews, 0 to 5. */
    rating: number | null;
    /** Number of its reviews. */
    reviews: number | null;
    /** Whether its owner has claimed the entry. */
    claimed: boolean | null;
    /** Id of the place in the source the record is from. */
    place_id: string | null;
    /** Where the business is. */
    address: {
      /** Street and house number. */
      line1: string | null;
      /** City. */
      city: string | null;
      /** State or region. */
      state: string | null;
      /** Postal code. */
      zip: string | null;
      /** ISO 3166-1 alpha-2. */
      country_code: string | null;
    };
    /** Degrees north. */
    latitude: number | null;
    /** Degrees east. */
    longitude: number | null;
    /** Opening hours in the notation of OpenStreetMap. */
    hours: string | null;
    /** What the licence of the data asks to be shown beside it. */
    attribution: string | null;
  };
}

export interface BusinessLookupRequest {
  /** Name of the business. Legal forms, accents and capitals do not matter. */
  name: string;
  /** City the business is in. */
  city: string;
  /** State or region, by code or name: distinguishes cities of one name. */
  state?: string | null;
  /** Country the business is in: ISO 3166-1 alpha-2. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface BusinessVerifyAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "business_verify";
    /** Input as looked up, after normalisation. */
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
  /** Whether a record of the business was found. Without one the checks that need none still run; nothing is charged then, nor for a record of no more than name and place. */
  matched: boolean;
  /** VERIFIED from a score of 80, unless it closed for good or its record says no more than name and place; PARTIAL from 50, else UNVERIFIED; NOT_FOUND. */
  verification_status: Open<"VERIFIED" | "PARTIAL" | "UNVERIFIED" | "NOT_FOUND">;
  /** Share of the checks that ran and passed; null without a record. */
  verification_score: number | null;
  /** Checks that could be decided. */
  checks_run: number;
  /** Of these, those that are true. */
  checks_passed: number;
  /** Name as the record has it. */
  name: string | null;
  /** As the record writes it. */
  phone: string | null;
  /** Address of its web site. */
  website: string | null;
}

export interface BusinessVerifyInsights {
  /** What was checked, and against what. */
  business_verify_result: {
    /** Every check: true, false, or null where it could not be decided. */
    checks: {
      /** The record, or without one a register, bears the name, at least 85 % alike. Null: it could not be decided. */
      name_match: boolean | null;
      /** The record is in the city. Null: it could not be decided. */
      city_match: boolean | null;
      /** The number given is that of the record. Null: it could not be decided. */
      phone_match: boolean | null;
      /** The site given has the registrable domain of the record. Null: it could not be decided. */
      website_match: boolean | null;
      /** The site answers. Null: it could not be decided. */
      website_live: boolean | null;
      /** The email address is at the site's registrable domain. Null: it could not be decided. */
      email_domain_match: boolean | null;
      /** The mail server accepts mail for the address. Null: it could not be decided. */
      email_deliverable: boolean | null;
      /** The register of legal entities, or that of securities, lists the name as active; false: only as inactive. Null: it could not be decided. */
      registered: boolean | null;
      /** The site shows the number given, or else that of the record. Null: it could not be decided. */
      phone_on_site: boolean | null;
      /** The site shows the street address of the record. Null: it could not be decided. */
      address_on_site: boolean | null;
    };
    /** Why a check is null, by its name. */
    unknown_reasons: Record<string, string>;
    /** The record the business was found in. */
    record: {
      /** Name as the record has it. */
      name: string | null;
      /** What kind of business it is. */
      category: string | null;
      /** As the record writes it. */
      phone: string | null;
      /** Address of its web site. */
      website: string | null;
      /** Email address of the business. */
      email: string | null;
      /** Whether it is in business; null when the record does not say. */
      status: Open<"OPEN" | "TEMPORARILY_CLOSED" | "PERMANENTLY_CLOSED"> | null;
      /** Mean of its reviews, 0 to 5. */
      rating: number | null;
      /** Number of its reviews. */
      reviews: number | null;
      /** Whether its owner has claimed the entry. */
      claimed: boolean | null;
      /** Id of the place in the source the record is from. */
      place_id: string | null;
      /** Where the business is. */
      address: {
        /** Street and house number. */
        line1: string | null;
        /** City. */
        city: string | null;
        /** State or region. */
        state: string | null;
        /** Postal code. */
        zip: string | null;
        /** ISO 3166-1 alpha-2. */
        country_code: string | null;
      };
      /** Degrees north. */
      latitude: number | null;
      /** Degrees east. */
      longitude: number | null;
      /** Opening hours in the notation of OpenStreetMap. */
      hours: string | null;
      /** What the licence of the data asks to be shown beside it. */
      attribution: string | null;
    };
  };
}

export interface BusinessVerifyRequest {
  /** Name of the business. Legal forms, accents and capitals do not matter. */
  name: string;
  /** City the business is in. */
  city: string;
  /** State or region, by code or name: distinguishes cities of one name. */
  state?: string | null;
  /** Country the business is in: ISO 3166-1 alpha-2. */
  country?: string | null;
  /** Phone number the business gives as its own, read in its country without +. */
  phone?: string;
  /** Email address it gives as its own. */
  email?: string;
  /** Web site it gives as its own: a domain or an address. */
  website?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface CompanyFirmographicsAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "company_firmographics";
    /** Input as looked up, after normalisation. */
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
  /** A company was found behind the domain. */
  matched: boolean;
  /** Name. */
  company_name: string | null;
  /** Industry, as the source calls it. */
  industry: string | null;
  /** Employees. */
  employee_count: number | null;
  /** 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+; or as the source writes it. */
  employee_band: string | null;
  /** A year's revenue as text: a range such as $10M-$25M, or a figure in US dollars. */
  annual_revenue: string | null;
  /** Year it was founded. */
  founded_year: number | null;
  /** Country of the headquarters, by its English name. */
  country: string | null;
}

export interface CompanyFirmographicsInsights {
  /** The company in detail; null when none was found. */
  company_firmographics_result: {
    /** Country of the headquarters, ISO 3166-1 alpha-2; null for no known country. */
    country_code: string | null;
    /** Employees, at least; null where the source does not say. */
    employees_min: number | null;
    /** Employees, at most; null where the source does not say. */
    employees_max: number | null;
    /** A year's revenue in US dollars, at least; null where the source does not say. */
    revenue_min: number | null;
    /** A year's revenue in US dollars, at most; null where the source does not say. */
    revenue_max: number | null;
    /** The band that holds all of the revenue: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+. */
    revenue_band: string | null;
    /** What it does. */
    description: string | null;
    /** Address of its web site. */
    website: string | null;
    /** Page on the professional network. */
    network_url: string | null;
    /** Legal Entity Identifier (ISO 17442). */
    lei: string | null;
    /** Symbol at an exchange. */
    ticker: string | null;
    /** Standard Industrial Classification. */
    sic_codes: Array<string>;
    /** North American Industry Classification System. */
    naics_codes: Array<string>;
    /** Technologies its sites or its DNS show. */
    technology_count: number | null;
    /** Growth of the head count in twelve months, a fraction. */
    headcount_growth_12m: number | null;
    /** Employees by department. */
    departmental_head_count: Record<string, number> | null;
    /** City and region of the headquarters. */
    headquarters: string | null;
  } | null;
  /** Where each field comes from, and as of when. A field that is not here is not known. */
  sources: Array<{
    /** Field of this answer. */
    field: string;
    /** Who states it, as metadata.data_sources names it. */
    source: string;
    /** As of when: YYYY, YYYY-MM or YYYY-MM-DD; null when the source does not say. */
    as_of: string | null;
  }>;
  /** The oldest as_of among sources: no field that is dated is older. Null when none is dated. */
  as_of: string | null;
}

export interface CompanyFirmographicsRequest {
  /** Domain or full address of the site; the registrable domain is what is looked up. */
  domain: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface CompanyProfileLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "company_profile_lookup";
    /** Input as looked up, after normalisation. */
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
  /** The company was found. */
  matched: boolean;
  /** Name. */
  company_name: string | null;
  /** Industry, as the source calls it. */
  industry: string | null;
  /** Employees as the professional network shows them, in figures such as 51-200. */
  company_size: string | null;
  /** City and region of the headquarters. */
  headquarters: string | null;
  /** Year it was founded. */
  founded: number | null;
  /** Followers on the professional network. */
  followers: number | null;
}

export interface CompanyProfileLookupInsights {
  /** The company in detail; null when none was found. */
  company_profile_lookup_result: {
    /** Country of the headquarters, ISO 3166-1 alpha-2; null for no known country. */
    country_code: string | null;
    /** Employees, at least; null where the source does not say. */
    employees_min: number | null;
    /** Employees, at most; null where the source does not say. */
    employees_max: number | null;
    /** A year's revenue in US dollars, at least; null where the source does not say. */
    revenue_min: number | null;
    /** A year's revenue in US dollars, at most; null where the source does not say. */
    revenue_max: number | null;
    /** The band that holds all of the revenue: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+. */
    revenue_band: string | null;
    /** What it does. */
    description: string | null;
    /** Address of its web site. */
    website: string | null;
    /** Page on the professional network. */
    network_url: string | null;
    /** Legal Entity Identifier (ISO 17442). */
    lei: string | null;
    /** Symbol at an exchange. */
    ticker: string | null;
    /** Country of the headquarters, by its English name. */
    country: string | null;
    /** Employees with a profile on the professional network. */
    employees_on_platform: number | null;
    /** What the company says it is good at. */
    specialties: Array<string>;
    /** Null when include_funding is false. */
    funding: {
      /** Money raised, US dollars. */
      total_raised: number | null;
      /** Rounds of funding. */
      rounds: number | null;
      /** Date of the last round: YYYY, YYYY-MM or YYYY-MM-DD. */
      last_round_date: string | null;
      /** Whether its shares are listed. */
      ipo_status: Open<"public" | "private"> | null;
    } | null;
  } | null;
  /** Where each field comes from, and as of when. A field that is not here is not known. */
  sources: Array<{
    /** Field of this answer. */
    field: string;
    /** Who states it, as metadata.data_sources names it. */
    source: string;
    /** As of when: YYYY, YYYY-MM or YYYY-MM-DD; null when the source does not say. */
    as_of: string | null;
  }>;
  /** The oldest as_of among sources: no field that is dated is older. Null when none is dated. */
  as_of: string | null;
}

export interface CompanyProfileLookupRequest {
  /** Domain or address of the company's site. Not needed with profile_url. */
  domain?: string;
  /** Address of the company's public page on the professional network, or its vanity name; it replaces the domain. */
  profile_url?: string;
  /** Whether to look for its funding. */
  include_funding?: boolean;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface DeletedWebhookEndpointAnswer {
  /** Of the endpoint. */
  id: string;
  /** It is gone. */
  deleted: true;
}

/** The answer. */
export interface DomainAgeAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "domain_age";
    /** Input as looked up, after normalisation. */
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
  /** Age in years and months, or in days below a month. */
  age_human: string | null;
  /** Whole days since creation; null when unregistered or when the registry does not say. Without created_date the least age: the registry says before when it was registered. */
  age_days: number | null;
  /** When it was registered; null when the registry does not say. */
  created_date: string | null;
  /** Who registered it; null when the registry does not say. */
  registrar: string | null;
}

export interface DomainAgeInsights {
  /** When its registration ends; null when the registry does not say. */
  expiry: string | null;
  /** When its registration last changed; null when the registry does not say. */
  updated_date: string | null;
  /** Its name servers. */
  nameservers: Array<string>;
  /** Statuses as the registry writes them. */
  registry_status: Array<string>;
  /** Host that answered. */
  registry_server: string;
  /** How the registry was asked. */
  protocol: Open<"RDAP" | "WHOIS">;
  /** Why age_days is null, or the least age. */
  age_reason: string | null;
}

export interface DomainAgeRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface DomainAuthorityAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "domain_authority";
    /** Input as looked up, after normalisation. */
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
  /** Authority by its links, 0 to 100. */
  authority_score: number | null;
  /** Rank among all domains by visits from search. */
  search_rank: number | null;
  /** Place in a public list of the most visited domains. */
  popularity_rank: number | null;
  /** Visits a month from search results. */
  organic_traffic: number | null;
  /** Whether it pays for search advertisements; null when no source says. */
  runs_paid_ads: boolean | null;
}

export interface DomainAuthorityInsights {
  /** What is known of its searches and advertisements; null is what no source says. */
  domain_authority_result: {
    /** Keywords it is found by. */
    organic_keywords: number | null;
    /** What those visits would cost as advertisements, US dollars. */
    organic_traffic_value_usd: number | null;
    /** Keywords it pays for. */
    paid_keywords: number | null;
    /** Visits a month from paid results. */
    paid_traffic: number | null;
    /** Share of the paid visits among those from search, 0 to 1. */
    paid_share: number | null;
  };
}

export interface DomainAuthorityRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface DomainSeoIntelligenceAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "domain_seo_intelligence";
    /** Input as looked up, after normalisation. */
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
  /** Scores; null is what no source says. */
  authority: {
    /** Authority of the domain, 0 to 100. */
    domainAuthority: number | null;
    /** Authority of its home page, 0 to 100. */
    pageAuthority: number | null;
    /** Strength by the domains that link to it, 0 to 100. */
    domainStrength: number | null;
    /** The less spam among its links, the higher, 0 to 100. */
    trustScore: number | null;
  };
  /** Who links to it. */
  backlinks: {
    /** Links to the domain. */
    totalBacklinks: number | null;
    /** Domains they are on. */
    referringDomains: number | null;
  };
  /** What search engines bring. */
  traffic: {
    /** Visits a month from search results. */
    organicTraffic: number | null;
    /** Keywords it is found by. */
    organicKeywords: number | null;
  };
}

export interface DomainSeoIntelligenceRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface EmailAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "email";
    /** Input as looked up, after normalisation. */
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
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "email_append";
    /** Input as looked up, after normalisation. */
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
  /** Whether the person was found with what was asked for. */
  matched: boolean;
  /** False for a ZIP code of none of the United States: no source is asked, nothing charged. */
  coverage_supported: boolean;
  /** The best address: validated, then a private one. */
  email: string | null;
  /** Kind of lookup that was made. */
  lookup_type: "email_append";
}

export interface EmailAppendInsights {
  /** The person or company found. */
  contact: {
    /** First name, as the source has it. */
    first_name: string | null;
    /** Last name, as the source has it. */
    last_name: string | null;
    /** Street address. */
    address: string | null;
    /** City. */
    city: string | null;
    /** State, two letters. */
    state: string | null;
    /** ZIP code. */
    zip: string | null;
    /** The best address: validated, then a private one. */
    email: string | null;
    /** Whether the source says that mail arrives; null where it does not say. */
    validated: boolean | null;
    /** Further addresses of the person, the best first. */
    other_emails: Array<string>;
  };
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface EmailAppendRequest {
  /** The person, by name and postal address in the United States. */
  input: {
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** House number and street, with the unit. */
    address: string;
    /** City. */
    city: string;
    /** ZIP code of five digits, or nine. The state is read off it. */
    zip: string;
  };
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface EmailClassification {
  /** Kind of address. */
  email_type: Open<"BUSINESS_PERSONAL" | "FREE_PROVIDER" | "ROLE_BASED" | "UNKNOWN">;
  /** Null for a domain on no list that is not known to take mail. */
  provider_type: Open<"CORPORATE" | "FREE" | "DISPOSABLE"> | null;
  /** ENTERPRISE rests on business mail hosts, or exchangers of a domain a year old; else null. */
  provider_tier: Open<"ENTERPRISE" | "TIER_1_FREE" | "TIER_2_FREE" | "DISPOSABLE"> | null;
  /** Whether a message would arrive. */
  deliverability_status: Open<"DELIVERABLE" | "RISKY" | "UNDELIVERABLE" | "TEMPORARY" | "UNKNOWN">;
  /** Code of the rule that gave the status. */
  deliverability_reason: string;
  /** CONFIRMED: the mail server said whether the mailbox exists. */
  mailbox_verification_state: Open<"CONFIRMED" | "UNCONFIRMED">;
  /** Folder a message would probably land in. */
  inbox_placement: Open<"PRIMARY" | "PROMOTIONS" | "SPAM" | "UNCERTAIN">;
  /** How likely messages are read. */
  engagement_potential: Open<"HIGH" | "MEDIUM" | "LOW" | "NONE">;
  /** A forwarding address that hides its user's own. */
  is_relay: boolean;
}

/** The answer. */
export interface EmailEnrichmentAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "email_enrichment";
    /** Input as looked up, after normalisation. */
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
  /** An address was found. */
  matched: boolean;
  /** Work email address; null when none was found. */
  email: string | null;
  /** The domain that was asked for. */
  domain: string;
}

export interface EmailEnrichmentInsights {
  /** The address and what the source says besides. */
  email_enrichment: {
    /** As classification.email. */
    email: string | null;
    /** True: a mail server confirmed the mailbox. False: it could not. Null: not checked. */
    email_verified: boolean | null;
    /** How sure the source is, 0 to 100; null when it does not say. */
    confidence: number | null;
    /** Whose address it is. */
    full_name: string | null;
    /** Title at the company. */
    job_title: string | null;
    /** The company as the source names it. */
    company: string | null;
  };
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface EmailEnrichmentRequest {
  /** Domain name. A URL or a subdomain is reduced to the registrable domain. */
  domain: string;
  /** First name. Required unless fullName or name carries both. */
  firstName?: string;
  /** Last name. Required unless fullName or name carries both. */
  lastName?: string;
  /** First and last name in one; the fields of their own go before it. */
  fullName?: string;
  /** Another name of fullName. */
  name?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface EmailInsights {
  /** Whether a message would arrive, and why. */
  deliverability: {
    /** Higher is better, 0 to 100. */
    score: number;
    /** What the score rests on. */
    factors: {
      /** Null when DNS was not asked. */
      mx_records: boolean | null;
      /** Whether the mail server spoke SMTP; null when it was not asked. */
      smtp_valid: boolean | null;
      /** Null when the mailbox could not be confirmed. */
      mailbox_exists: boolean | null;
      /** False also when it could not be checked: see `not_checked`. */
      catch_all: boolean;
      /** False also when it could not be checked: see `not_checked`. */
      greylisted: boolean;
    };
    /** What was not found out: the fields about it say nothing. */
    not_checked: Array<Open<"mailbox" | "catch_all" | "greylisting" | "spam_traps">>;
    /** Extra detail when unconfirmed. */
    upstream_verification_detail?: string;
  };
  /** How the address looks. */
  quality: {
    /** Higher is better, 0 to 100. */
    score: number;
    /** Whether it can be an address (RFC 5321). */
    syntax_valid: boolean;
    /** Present when the syntax is invalid. */
    syntax_fault?: Open<"INVALID_LOCAL_PART" | "MISPLACED_DOT" | "INVALID_DOMAIN" | "LOCAL_PART_TOO_LONG" | "ADDRESS_TOO_LONG">;
    /** Whether the address looks mistyped. */
    typo_detected: boolean;
    /** The address that was probably meant; null when there is none. */
    suggested_email: string | null;
    /** Whether it looks like the address of a person at work. */
    professional_format: boolean;
    /** How the name is written before the @. */
    name_pattern: Open<"FIRSTNAME_DOT_LASTNAME" | "INITIAL_DOT_LASTNAME" | "SINGLE_NAME" | "NAME_WITH_NUMBERS" | "OTHER" | "UNKNOWN">;
    /** The local part is internationalised (RFC 6531). */
    smtputf8_required: boolean;
  };
  /** What is known for and against it. */
  reputation: {
    /** Days since the domain was registered; null when that is not known. */
    domain_age_days: number | null;
    /** Reputation of the domain. */
    domain_reputation: Open<"EXCELLENT" | "GOOD" | "FAIR" | "POOR" | "LOW" | "UNKNOWN">;
    /** NONE: neither name nor domain looks like a trap; no list of traps exists to ask. */
    spam_trap_risk: Open<"HIGH" | "NONE">;
    /** How likely it is an address that only catches senders. */
    honeypot_risk: Open<"MEDIUM" | "NONE">;
  };
  /** What the address says of its owner. */
  intelligence: {
    /** How promising a lead it is, 0 to 100. */
    lead_score: number;
    /** Whether it is an address at a company: no free provider, no role. */
    b2b_indicator: boolean;
    /** Seniority its name hints at. */
    seniority_indicator: string;
    /** Whether it belongs to a function or to a person. */
    department_hint: Open<"GENERIC" | "PERSONAL">;
  };
  /** What is known of the domain. */
  domain_intelligence?: {
    /** Null when the registry did not answer. */
    registration: {
      /** Whether the domain is registered. */
      registered: boolean;
      /** When it was registered; null when the registry does not say. */
      created_date: string | null;
      /** When its registration ends; null when the registry does not say. */
      expiry: string | null;
      /** Who registered it; null when the registry does not say. */
      registrar: string | null;
    } | null;
    /** What the domain runs on. */
    infrastructure: {
      /** Its mail servers, the preferred first. */
      mail_exchangers: Array<string>;
      /** Who runs its mailboxes; null when that is not known. */
      mail_provider: string | null;
      /** Provider that filters its mail; null when none is known. */
      mail_gateway: string | null;
      /** Whether the domain has an IPv4 address; null when that could not be asked. */
      has_ipv4: boolean | null;
      /** Whether the domain has an IPv6 address; null when that could not be asked. */
      has_ipv6: boolean | null;
      /** Its name servers. */
      nameservers: Array<string>;
    };
    /** Services the domain shows in its DNS. */
    technologies: Array<string>;
    /** What the domain says of its senders. */
    trust_indicators: {
      /** Null when DNS did not answer. */
      spf: boolean | null;
      /** What its SPF record says of other senders; null when there is none. */
      spf_policy: Open<"pass" | "fail" | "softfail" | "neutral"> | null;
      /** Null when DNS did not answer. */
      dmarc: boolean | null;
      /** What its DMARC record asks for; null when there is none. */
      dmarc_policy: Open<"none" | "quarantine" | "reject"> | null;
    };
  };
  /** Whether a business stands behind the domain. */
  business_profile?: {
    /** Higher is more legitimate, 0 to 100. */
    legitimacy_score: number;
    /** What speaks for a business. */
    business_signals: Array<string>;
    /** What speaks for trust. */
    trust_signals: Array<string>;
    /** What speaks against it. */
    risk_signals: Array<string>;
  };
}

export interface EmailRequest {
  /** One bare email address. The domain is lower-cased; the local part is kept as it is. */
  email: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface ErrorResponse {
  /** Always false: there is no `data`. */
  success: false;
  /** Why there is no answer. */
  error: {
    /** For people. It may change: branch on `code`. */
    message: string;
    /** What went wrong. */
    code: Open<"INVALID_REQUEST" | "INVALID_INPUT" | "MISSING_FIELD" | "VALIDATION_FAILED" | "UPSTREAM_ERROR" | "INVALID_TYPE" | "INPUT_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "INSUFFICIENT_CREDITS" | "UPGRADE_REQUIRED" | "INSUFFICIENT_SCOPE" | "NOT_FOUND" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "SERVICE_BUSY" | "UPSTREAM_QUOTA_EXHAUSTED" | "UPSTREAM_TIMEOUT">;
    /** The same for every refusal. */
    type: "api_error";
    /** The field that is wrong, where one is. */
    param?: string;
    /** `available: false` where this service has no source for the lookup: waiting will not help. `billing_url` where credits or a plan are missing: the page that sells them. */
    details?: Record<string, unknown>;
    /** Address of the page that says what to do about the code. */
    doc_url: string;
    /** Id of this request; also the X-Request-Id header. */
    request_id: string;
  };
}

export interface Event {
  /** The same in every delivery of it. */
  id: string;
  /** What happened. */
  type: Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped">;
  /** When it was made. */
  created_at: string;
  /** The status object of a job, or what a monitor's run found. */
  data: Record<string, unknown>;
}

/** The answer. */
export interface EventListAnswer {
  /** A page of them. */
  events: Array<Event>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

export interface GetBulkResultsQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
  /** Position among the rows sent. */
  offset?: number;
}

export interface Health {
  /** How it stands. */
  status: "ok";
}

/** The answer. */
export interface HlrLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "hlr_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Kind of lookup that was made. */
  lookup_type: "HLR";
  /** As the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free. */
  connectivity_status: string;
  /** False also where no source says, see risk factor PORTABILITY_UNKNOWN. */
  is_ported: boolean;
  /** False also where the network does not say; always with data_source MNP_DB. */
  is_roaming: boolean;
  /** False only for INVALID_MSISDN. Judge a number by connectivity_status instead. */
  is_valid: boolean;
  /** Null unless both codes are known; mccmnc_reason says why. */
  mccmnc: string | null;
  /** Mobile country code. */
  mcc: string | null;
  /** Mobile network code. */
  mnc: string | null;
}

export interface HlrLookupInsights {
  /** What the network or the portability database said. */
  hlr_result: {
    /** Id of the network query; else that of this lookup. */
    id: string;
    /** International format without +. */
    msisdn: string;
    /** As the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free. */
    connectivity_status: string;
    /** False also where no source says, see risk factor PORTABILITY_UNKNOWN. */
    is_ported: boolean;
    /** False also where the network does not say; always with data_source MNP_DB. */
    is_roaming: boolean;
    /** The carrier the number was ported to, else the original one. */
    current_carrier: string | null;
    /** As classification.mccmnc. */
    current_mccmnc: string | null;
    /** Only when mccmnc is null. INVALID_NUMBER: the number cannot exist. NOT_MOBILE: a landline or internet line, which has none. NOT_REPORTED: no source says whose network it is. NOT_LISTED: no operating mobile network of the United States or Canada bears the name of the carrier, and elsewhere it is not the holder of the range. SEVERAL_NETWORKS: several do, with other codes. */
    mccmnc_reason?: Open<"INVALID_NUMBER" | "NOT_MOBILE" | "NOT_REPORTED" | "NOT_LISTED" | "SEVERAL_NETWORKS">;
    /** The carrier the number was first given to. */
    original_carrier: string | null;
    /** Name of the country. */
    country: string | null;
    /** ISO 3166-1 alpha-2 code of the country. */
    country_code: string | null;
    /** International calling code with +. */
    country_prefix: string;
    /** Null unless the number was ported. */
    ported_carrier: string | null;
    /** Null unless the number was ported. */
    ported_country: string | null;
    /** Null unless the handset roams. */
    roaming_carrier: string | null;
    /** Null unless the handset roams. */
    roaming_country: string | null;
    /** Null when the network hides it. */
    imsi: string | null;
    /** What was asked, whether or not it knew the number. LIVE_HLR: the network, now. MNP_DB: a portability database, which shows that the number is assigned, not that the handset is on. Null: nothing, as the number cannot exist. */
    data_source: Open<"LIVE_HLR" | "MNP_DB"> | null;
    /** When the network or the record said so. */
    timestamp: string;
  };
  /** Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then. */
  country_assumed?: string;
  /** Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface HlrLookupRequest {
  /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
  phone_number: string;
  /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
  country?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface IpAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "ip";
    /** Input as looked up, after normalisation. */
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
  /** RESIDENTIAL_ISP: a line that people use, also on the own network of a company, a school or an authority: network_class says which, residential_probability how likely a home is. UNKNOWN for reserved addresses, transit and networks of no known kind. */
  connection_type: Open<"RESIDENTIAL_ISP" | "MOBILE_NETWORK" | "DATACENTER" | "CDN_NETWORK" | "PUBLIC_DNS" | "PROXY_SERVER" | "UNKNOWN">;
  /** Null when the kind of service is not known. */
  service_type: Open<"STANDARD_ISP" | "HOSTING_SERVICE" | "VPN_SERVICE" | "PUBLIC_DNS"> | null;
  /** HIGH: listed Tor exit, VPN or proxy. MEDIUM: relay or rentable server. NONE: neither is known. */
  anonymity_level: Open<"NONE" | "MEDIUM" | "HIGH">;
  /** Null where the kind of the network is not known. */
  organization_type: Open<"ISP" | "HOSTING_PROVIDER" | "TECH_GIANT" | "BUSINESS" | "EDUCATION" | "GOVERNMENT" | "INFRASTRUCTURE"> | null;
  /** How likely it is a home connection, 0 to 1. */
  residential_probability: number;
}

export interface IpInsights {
  /** What the address itself says. */
  address: {
    /** Of the Internet Protocol. */
    version: 4 | 6;
    /** Global unicast, or what the IANA special-purpose registries keep its range for, such as Private use. */
    kind: string;
    /** Whether the IANA registries let its range be reached from everywhere. */
    is_global: boolean;
    /** The name under which reverse DNS has it (PTR). */
    reverse_name: string;
  };
  /** Who runs the network. */
  network: {
    /** Registered name of the network. */
    isp: string | null;
    /** Brand of the operator when known, else the registered name. */
    org: string | null;
    /** "AS" and the number, or Unknown. */
    asn: string;
    /** Where most of what the network announces was delegated to. */
    asn_country_code?: string;
    /** Reputation of the network. */
    asn_reputation: Open<"EXCELLENT" | "GOOD" | "POOR"> | null;
    /** The longest prefix around the address of which the tables say the same: one network in one place, no larger than what it announces. Of a reserved address the reserved range. */
    prefix: string;
    /** The regional registry that IANA names for the range. */
    registry?: Open<"AFRINIC" | "APNIC" | "ARIN" | "LACNIC" | "RIPE NCC">;
    /** That the registries name for the range, which may be used in another. */
    registered_country_code?: string;
    /** Kind of network, where it is known: isp, mobile, hosting, vpn, cdn, public_dns, transit, education, … */
    network_class?: string;
    /** What the class rests on: asn (listed number), brand (well-known name), name:<rule> (a word in the registered name, or all of it) or spread (small blocks strewn over countries are rented out, addresses in several towns of one country are lines). */
    class_rule?: string;
  };
  /** What kind of place the address is at. */
  geographic: {
    /** Whether it is in a data center. */
    datacenter_location: boolean;
    /** How likely it is the exit of a VPN, 0 to 1. */
    vpn_exit_probability: number;
    /** Listed as a Tor exit. Also false while tor_exits is among missing_feeds. */
    tor_exit_node: boolean;
    /** Of a server's address: the provider, with the cloud region where its own feed gives it. */
    hosting_facility: string | null;
  };
  /** Below the country: null where a city would be a guess; city_unknown_reason says why. */
  location: {
    /** City; null when it is not known. */
    city: string | null;
    /** Why there is no city. SHARED_NETWORK, LISTED_RANGE: served from many cities. UNRELIABLE_NETWORK (mobile, transit, government), UNRELIABLE_COUNTRY: address sets contradict each other. */
    city_unknown_reason?: Open<"RESERVED_ADDRESS" | "UNANNOUNCED_ADDRESS" | "SHARED_NETWORK" | "UNRELIABLE_NETWORK" | "UNRELIABLE_COUNTRY" | "LISTED_RANGE" | "NOT_IN_SOURCE">;
    /** cloud_region: of the region that the provider's own feed names. */
    city_source?: Open<"address_table" | "cloud_region">;
    /** How often two address sets name cities within 50 km of each other for networks of this kind: how far the city can be trusted. */
    city_confidence?: number | null;
    /** State, province or region. */
    region: string | null;
    /** Name of the country. */
    country: string | null;
    /** ISO 3166-1 alpha-2 code of the country. */
    country_code: string | null;
    /** Degrees north. */
    latitude: number | null;
    /** Degrees east. */
    longitude: number | null;
    /** IANA name of the time zone. */
    timezone: string | null;
    /** most_people: the zone most people of a country with several live in. */
    timezone_source?: Open<"coordinates" | "country" | "most_people">;
    /** Name of the continent. */
    continent: string | null;
    /** Two letters of the continent. */
    continent_code: string | null;
    /** Postcode nearest to the city's point, of US and Canadian cities; null elsewhere, where no free source has it. */
    zip: string | null;
    /** Part of the city, where the city's source names one; the coordinates are the city's. */
    district: string | null;
  };
  /** Of the country in location; left out where none is known. */
  country?: {
    /** ISO 3166-1 alpha-3. */
    code3: string | null;
    /** As an emoji: the two regional indicators of its code. */
    flag: string;
    /** Its seat of government, in English; null of a country without one. */
    capital: string | null;
    /** A member of the European Union. */
    is_in_eu: boolean;
    /** Digits behind the + of its phone numbers. */
    calling_code: string;
    /** What it pays with. */
    currencies: Array<{
      /** ISO 4217. */
      code: string;
      /** In English. */
      name: string;
      /** As prices have it. */
      symbol: string;
    }>;
    /** The official ones. */
    languages: Array<{
      /** ISO 639-1. */
      code: string;
      /** In English. */
      name: string;
    }>;
  };
  /** What speaks against the address. */
  security: {
    /** Higher is better, 0 to 100. */
    reputation_score: number;
    /** Listed as a Tor exit. Also false while tor_exits is among missing_feeds. */
    tor_exit_node: boolean;
  };
  /** What the lists of networks say. */
  network_intelligence: {
    /** Whether it is in a data center. */
    is_datacenter: boolean;
    /** Whether it is on the list of Tor exits. */
    is_tor_exit: boolean;
    /** Reserved or unroutable. */
    is_bogon: boolean;
    /** Why an address is a bogon: the entry of the IANA registries. */
    reserved_for?: {
      /** The reserved range. */
      prefix: string;
      /** Name of the range in the registry of IANA. */
      name: string;
      /** What reserves it. */
      rfc: string;
    };
    /** The IPv4 address that an IPv6 one carries, and how: the answer is about it. */
    embedded_ipv4?: {
      /** The IPv4 address inside. */
      address: string;
      /** How it is embedded. */
      embedding: Open<"6to4" | "teredo" | "nat64">;
    };
    /** Cloud the address belongs to; null when none is known. */
    cloud_provider: string | null;
    /** Only from the provider's own feed. */
    cloud_region: string | null;
    /** Only from the provider's own feed. */
    cloud_service: string | null;
    /** Set when the address lies in the ranges a crawler's operator publishes. There is no user agent to compare with. */
    verified_crawler: {
      /** Who runs the crawler. */
      operator: string;
      /** Name of the crawler. */
      bot: string;
    } | null;
    /** How far feeds that can know such an address were checked: risk_factors names a check that was not made. */
    coverage: Open<"complete" | "partial" | "unavailable">;
    /** The lists that name the address; of each kind the most specific. */
    listed_in: Array<{
      /** Name of the list, as in checked_feeds. */
      feed: string;
      /** What it lists: tor, vpn, datacenter, cloud, cdn, relay, … */
      kind: string;
      /** Whose the address is by the list. */
      operator: string;
    }>;
    /** Lists that were looked into. */
    checked_feeds: Array<string>;
    /** Never loaded, or too old to count. */
    missing_feeds: Array<string>;
    /** Date or time of the oldest feed checked. */
    data_as_of: string | null;
    /** Date or time of each feed checked. */
    feeds_as_of: Record<string, string>;
  };
  /** What the address is probably used for. */
  usage_patterns: {
    /** Whether a program is likely behind it. */
    likely_automation: boolean;
    /** Whether calls between servers are likely. */
    api_usage: boolean;
    /** Whether a business is likely behind it. */
    business_usage: boolean;
    /** How likely a person is behind it, 0 to 1. */
    human_probability: number;
  };
}

export interface IpRequest {
  /** IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; of a 6to4, Teredo or NAT64 address the answer is about the IPv4 address it carries. */
  ip: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface JobChangeMonitorAnswer {
  /** Id of the monitor. */
  id: string;
  /** As you gave it. */
  name: string;
  /** How often members are looked up again. */
  frequency: Open<"daily" | "weekly">;
  /** Whether the owner gets a mail when a run finds changes. */
  alert_email: boolean;
  /** Receiver of its changes; null without one of its own. */
  webhook_url: string | null;
  /** The webhook endpoint they are sent to; null without one of its own. */
  webhook_endpoint_id: string | null;
  /** False stops runs. */
  active: boolean;
  /** Members. */
  contact_count: number;
  /** The run under way; null when none is. */
  run_id: string | null;
  /** When the next scheduled run begins; null when none will. */
  next_run_at: string | null;
  /** When the last run ended that looked anything up. */
  last_run_at: string | null;
  /** How the last run ended, or why there was none; null before the first. */
  last_outcome: Open<"completed" | "insufficient_credits" | "daily_limit" | "no_plan" | "organization_closed" | "organization_suspended" | "no_members" | "no_source" | "stopped" | "lost"> | null;
  /** What a run costs at most with the members it has now: 5 credits each. */
  credits_per_run: number;
  /** What the last run cost that looked anything up, as last_run_at; null before it. */
  last_run_credits: number | null;
  /** When it was made. */
  created_at: string;
  /** Signs the deliveries. Shown once, when the webhook is registered. */
  webhook_secret?: string;
}

export interface JobChangeMonitorChanges {
  /** Yours. */
  name?: string;
  /** How often members are looked up again. */
  frequency?: "weekly";
  /** One mail to the owner for a run with changes. */
  alert_email?: boolean;
  /** False stops runs; a run under way goes on. */
  active?: boolean;
  /** Null removes the receiver; another address gets a new secret. */
  webhook_url?: string | null;
  /** A webhook endpoint instead of `webhook_url`. Null removes the receiver. */
  webhook_endpoint_id?: string | null;
}

/** The answer. */
export interface JobChangeMonitorCountAnswer {
  /** Members now. */
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
  /** Address of the profile. */
  profile_url: string;
  /** As you gave it; null for none. */
  label: string | null;
  /** baseline: the first find. profile_unreachable: no source had it three times in a row. */
  type: Open<"job_change" | "title_change" | "profile_unreachable" | "baseline">;
  /** What the same source said before. */
  before: {
    /** Null where the source does not say. */
    title: string | null;
    /** Null where the source does not say. */
    company: string | null;
    /** Null where the source does not say. */
    location: string | null;
  } | null;
  /** What it says now. */
  after: {
    /** Null where the source does not say. */
    title: string | null;
    /** Null where the source does not say. */
    company: string | null;
    /** Null where the source does not say. */
    location: string | null;
  } | null;
  /** When the run that found it wrote it down. */
  detected_at: string;
}

/** The answer. */
export interface JobChangeMonitorEventListAnswer {
  /** Newest first. */
  events: Array<JobChangeMonitorEvent>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

/** The answer. */
export interface JobChangeMonitorListAnswer {
  /** One page of monitors. */
  monitors: Array<{
    /** Id of the monitor. */
    id: string;
    /** As you gave it. */
    name: string;
    /** How often members are looked up again. */
    frequency: Open<"daily" | "weekly">;
    /** Whether the owner gets a mail when a run finds changes. */
    alert_email: boolean;
    /** Receiver of its changes; null without one of its own. */
    webhook_url: string | null;
    /** The webhook endpoint they are sent to; null without one of its own. */
    webhook_endpoint_id: string | null;
    /** False stops runs. */
    active: boolean;
    /** Members. */
    contact_count: number;
    /** The run under way; null when none is. */
    run_id: string | null;
    /** When the next scheduled run begins; null when none will. */
    next_run_at: string | null;
    /** When the last run ended that looked anything up. */
    last_run_at: string | null;
    /** How the last run ended, or why there was none; null before the first. */
    last_outcome: Open<"completed" | "insufficient_credits" | "daily_limit" | "no_plan" | "organization_closed" | "organization_suspended" | "no_members" | "no_source" | "stopped" | "lost"> | null;
    /** What a run costs at most with the members it has now: 5 credits each. */
    credits_per_run: number;
    /** What the last run cost that looked anything up, as last_run_at; null before it. */
    last_run_credits: number | null;
    /** When it was made. */
    created_at: string;
    /** Signs the deliveries. Shown once, when the webhook is registered. */
    webhook_secret?: string;
  }>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

/** The answer. */
export interface JobChangeMonitorMemberListAnswer {
  /** In the order they were added. */
  contacts: Array<{
    /** Address of the profile. */
    profile_url: string;
    /** As you gave it; null for none. */
    label: string | null;
    /** When it was looked up last; null before the first run. */
    last_checked_at: string | null;
    /** What was found last. */
    last_snapshot: {
      /** Null where the source does not say. */
      title: string | null;
      /** Null where the source does not say. */
      company: string | null;
      /** Null where the source does not say. */
      location: string | null;
    } | null;
  }>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

export interface JobChangeMonitorMembers {
  /** Each once. */
  contacts?: Array<{
    /** URL of a public profile on the professional network, or its name. */
    profile_url: string;
    /** Yours; comes back with every event. */
    label?: string | null;
  }>;
  /** The profile_url of each, instead of contacts or beside them. */
  profile_urls?: Array<string>;
}

export interface JobChangeMonitorMembersToRemove {
  /** Each once. */
  contacts?: Array<{
    /** URL of a public profile on the professional network, or its name. */
    profile_url: string;
    /** Yours; comes back with every event. */
    label?: string | null;
  }>;
  /** The profile_url of each, instead of contacts or beside them. */
  profile_urls?: Array<string>;
}

export interface JobChangeMonitorRequest {
  /** Yours. */
  name: string;
  /** How often members are looked up again. */
  frequency: "weekly";
  /** One mail to the owner for a run with changes. */
  alert_email?: boolean;
  /** Public HTTPS address that changes and skipped runs are sent to. */
  webhook_url?: string;
  /** Instead of `webhook_url`: a webhook endpoint, with its secret and its retries. */
  webhook_endpoint_id?: string;
  /** Each once. */
  contacts: Array<{
    /** URL of a public profile on the professional network, or its name. */
    profile_url: string;
    /** Yours; comes back with every event. */
    label?: string | null;
  }>;
}

/** The answer. */
export interface JobChangeMonitorRunAnswer {
  /** Id of the monitor. */
  id: string;
  /** Comes back in the events of the run. */
  run_id: string;
}

/** The answer. */
export interface KeywordMetricsAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "keyword_metrics";
    /** Input as looked up, after normalisation. */
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
  /** Searches a month. */
  search_volume: number | null;
  /** Price of a click, US dollars. */
  cpc_usd: number | null;
  /** How hard it is to rank for, 0 to 100. */
  keyword_difficulty: number | null;
  /** The same in words: below 15, 30, 50, 70, 85, and the rest. */
  difficulty_band: Open<"VERY_EASY" | "EASY" | "POSSIBLE" | "DIFFICULT" | "HARD" | "VERY_HARD"> | null;
  /** What most who search for it want. */
  primary_intent: Open<"informational" | "navigational" | "commercial" | "transactional"> | null;
}

export interface KeywordMetricsInsights {
  /** What follows from it; null is what no source says. */
  keyword_metrics_result: {
    /** The last three months against the three before: more than ten per cent. */
    trend_direction: Open<"UP" | "DOWN" | "STABLE"> | null;
    /** Whether the page of results begins with a generated answer. */
    has_ai_overview: boolean | null;
    /** What the page of results shows besides results; empty also when unknown. */
    serp_features: Array<string>;
    /** Searches a month times the price of a click. */
    estimated_monthly_traffic_value_usd: number | null;
  };
}

export interface KeywordMetricsRequest {
  /** The keyword, at most 200 characters; case and spaces do not matter. */
  keyword: string;
  /** Country of the searches: ISO 3166-1, two letters; default US. */
  country?: string | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface LinkInBioLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "link_in_bio_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Whether the page is there and leads anywhere. Nothing is charged if not. */
  matched: boolean;
  /** Service that hosts the page, such as linktree; website for one of its own. */
  platform: string | null;
  /** The owner's name with the service. */
  username: string | null;
  /** The name the page shows. */
  display_name: string | null;
  /** Links of the page, profiles without a title left out. */
  links_count: number;
  /** Whether it shows an email address. */
  has_email: boolean;
}

export interface LinkInBioLookupInsights {
  /** What the page says. */
  link_in_bio_result: {
    /** What the owner says of themselves. */
    bio: string | null;
    /** Picture of the owner. */
    avatar_url: string | null;
    /** In the order of the page, at most 200. */
    links: Array<{
      /** What the page calls it. */
      title: string | null;
      /** Where it leads. */
      url: string;
    }>;
    /** Platform to profile address, as the website contacts scraper names them. */
    socials: Record<string, string>;
    /** Email addresses, lower case. */
    emails: Array<string>;
  };
}

export interface LinkInBioLookupRequest {
  /** Address of the page; `https://` and parameters of tracking may be left out. */
  url: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface ListBulkJobsQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

export interface ListEventsQuery {
  /** Most events of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
  /** Events of this type alone. */
  type?: "bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped";
  /** Events recorded then or later. */
  since?: string;
}

export interface ListJobChangeMonitorContactsQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

export interface ListJobChangeMonitorEventsQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
  /** Only events of this one. */
  profile_url?: string;
  /** Only events detected at this moment or later, ISO 8601. */
  since?: string;
}

export interface ListJobChangeMonitorsQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

export interface ListNumberMonitorEventsQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
  /** Only events of this one. */
  phone_number?: string;
  /** Only events detected at this moment or later, ISO 8601. */
  since?: string;
}

export interface ListNumberMonitorNumbersQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

export interface ListNumberMonitorsQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

export interface ListRequestsQuery {
  /** Most entries of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
  /** Only calls that arrived at this moment or later, ISO 8601. */
  since?: string;
  /** Only calls that arrived before this moment, ISO 8601. */
  until?: string;
  /** By any of its names. */
  product?: string;
  /** HTTP status. */
  status?: number;
  /** Error code. */
  code?: string;
  /** `key.id` of an entry. */
  key_id?: string;
  /** `id` or `batch_id` of an entry. */
  request_id?: string;
}

export interface ListWebhookDeliveriesQuery {
  /** Most attempts of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

export interface ListWebhookEndpointsQuery {
  /** Most endpoints of a page. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

export interface Metadata {
  /** Version of the interface. */
  api_version: string;
  /** Version of the shape of the answer. */
  schema_version: string;
  /** Cost of this call in credits. */
  credits_used: number;
  /** Balance after this call in credits. */
  credits_remaining: number;
  /** True when served from the 7-day cache. */
  cache_hit: boolean;
  /** Only on cache hits: when the stored result was first looked up. */
  cached_at?: string;
  /** Generic labels of the kinds of data consulted. */
  data_sources: Array<string>;
  /** Email verification only: a second mailbox check ran, as the first settled nothing. */
  fallback_used?: boolean;
  /** Reverse phone lookup only: which record was read. */
  lookup_source?: Open<"standard" | "premium">;
  /** Searches only: rows of this page. */
  rows_returned?: number;
  /** Searches only: price of the page, divided by its rows; 0 for a page without rows. */
  credits_per_row?: number;
}

/** The answer. */
export interface MnpLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "mnp_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Kind of lookup that was made. */
  lookup_type: "MNP";
  /** ERROR, which is free: the number cannot exist, no source knows it, or its query failed. */
  query_status: Open<"OK" | "ERROR">;
  /** Kind of line the number belongs to. */
  number_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
  /** False also where no source says, see portability_known. */
  is_ported: boolean;
  /** Whether a source says if the number was ported. */
  portability_known: boolean;
  /** Null unless both codes are known; mccmnc_reason says why. */
  mccmnc: string | null;
  /** Mobile country code. */
  mcc: string | null;
  /** Mobile network code. */
  mnc: string | null;
}

export interface MnpLookupInsights {
  /** The carriers by name. */
  carrier: {
    /** Who serves the number now. */
    current: string | null;
    /** Who it was first given to. */
    original: string | null;
  };
  /** What the portability database said. */
  mnp_result: {
    /** Id of the query; else that of this lookup. */
    id: string;
    /** International format without +. */
    msisdn: string;
    /** ERROR, which is free: the number cannot exist, no source knows it, or its query failed. */
    query_status: Open<"OK" | "ERROR">;
    /** Kind of line the number belongs to. */
    number_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
    /** False also where no source says, see portability_known. */
    is_ported: boolean;
    /** Whether a source says if the number was ported. */
    portability_known: boolean;
    /** The carrier the number was ported to, else the original one. */
    current_carrier: string | null;
    /** As classification.mccmnc. */
    current_mccmnc: string | null;
    /** Only when mccmnc is null. INVALID_NUMBER: the number cannot exist. NOT_MOBILE: a landline or internet line, which has none. NOT_REPORTED: no source says whose network it is. NOT_LISTED: no operating mobile network of the United States or Canada bears the name of the carrier, and elsewhere it is not the holder of the range. SEVERAL_NETWORKS: several do, with other codes. */
    mccmnc_reason?: Open<"INVALID_NUMBER" | "NOT_MOBILE" | "NOT_REPORTED" | "NOT_LISTED" | "SEVERAL_NETWORKS">;
    /** The carrier the number was first given to. */
    original_carrier: string | null;
    /** Name of the country. */
    country: string | null;
    /** ISO 3166-1 alpha-2 code of the country. */
    country_code: string | null;
    /** International calling code with +. */
    country_prefix: string;
    /** Null unless the number was ported. */
    ported_carrier: string | null;
    /** Null unless the number was ported. */
    ported_country: string | null;
    /** As in an HLR result. Null: nothing was asked, as the number cannot exist. */
    data_source: Open<"LIVE_HLR" | "MNP_DB"> | null;
    /** When the network or the record said so. */
    timestamp: string;
  };
  /** Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then. */
  country_assumed?: string;
  /** Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface MnpLookupRequest {
  /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
  phone_number: string;
  /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
  country?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface MobileFinderAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "mobile_finder";
    /** Input as looked up, after normalisation. */
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
  /** A mobile number was found. */
  matched: boolean;
  /** E.164. */
  mobile_number: string | null;
  /** What the line is by plan, portability and carrier, as number validation has it. */
  line_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN"> | null;
  /** On a Do Not Call registry; null when none that covers the number is imported. */
  do_not_call: boolean | null;
  /** How sure it is that the number reaches the person: what the source says of the match, 60 where it does not, raised by a line known to be mobile and lowered by one out of service. */
  confidence: number | null;
}

export interface MobileFinderInsights {
  /** What the record says besides. */
  mobile_finder_result: {
    /** Whose number it is. */
    full_name: string | null;
    /** Title at the company. */
    title: string | null;
    /** Company the person works for. */
    company: string | null;
    /** Page on the professional network. */
    network_url: string | null;
    /** What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014. CONTACT_RECORD: the record of the person calls it so. */
    line_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE" | "CONTACT_RECORD"> | null;
  };
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface MobileFinderRequest {
  /** Address of the person's public page on the professional network, or its vanity name. */
  profile_url?: string;
  /** Email address at the company; with the others it is more likely to match. */
  work_email?: string;
  /** Private email address; with the others it is more likely to match. */
  personal_email?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface NetworkCompanyLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "network_company_lookup";
    /** Input as looked up, after normalisation. */
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
  /** The company was found. */
  matched: boolean;
  /** Name. */
  company_name: string | null;
  /** Industry, as the source calls it. */
  industry: string | null;
  /** Employees as the professional network shows them, in figures such as 51-200. */
  company_size: string | null;
  /** City and region of the headquarters. */
  headquarters: string | null;
  /** Year it was founded. */
  founded: number | null;
  /** Followers on the professional network. */
  followers: number | null;
}

export interface NetworkCompanyLookupInsights {
  /** The company in detail; null when none was found. */
  network_company_lookup_result: {
    /** Country of the headquarters, ISO 3166-1 alpha-2; null for no known country. */
    country_code: string | null;
    /** Employees, at least; null where the source does not say. */
    employees_min: number | null;
    /** Employees, at most; null where the source does not say. */
    employees_max: number | null;
    /** A year's revenue in US dollars, at least; null where the source does not say. */
    revenue_min: number | null;
    /** A year's revenue in US dollars, at most; null where the source does not say. */
    revenue_max: number | null;
    /** The band that holds all of the revenue: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+. */
    revenue_band: string | null;
    /** What it does. */
    description: string | null;
    /** Address of its web site. */
    website: string | null;
    /** Page on the professional network. */
    network_url: string | null;
    /** Legal Entity Identifier (ISO 17442). */
    lei: string | null;
    /** Symbol at an exchange. */
    ticker: string | null;
    /** Country of the headquarters, by its English name. */
    country: string | null;
    /** Employees with a profile on the professional network. */
    employees_on_platform: number | null;
    /** What the company says it is good at. */
    specialties: Array<string>;
  } | null;
  /** Where each field comes from, and as of when. A field that is not here is not known. */
  sources: Array<{
    /** Field of this answer. */
    field: string;
    /** Who states it, as metadata.data_sources names it. */
    source: string;
    /** As of when: YYYY, YYYY-MM or YYYY-MM-DD; null when the source does not say. */
    as_of: string | null;
  }>;
  /** The oldest as_of among sources: no field that is dated is older. Null when none is dated. */
  as_of: string | null;
}

export interface NetworkCompanyLookupRequest {
  /** Address of the company's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts do not matter. */
  profile_url: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface NetworkEmailFinderAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "network_email_finder";
    /** Input as looked up, after normalisation. */
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
  /** A work address was found. */
  matched: boolean;
  /** Work email address; null when none was found. */
  work_email: string | null;
  /** Whose page it is. */
  full_name: string | null;
  /** Title at the company. */
  job_title: string | null;
  /** Company the person works for. */
  company: string | null;
  /** The company's domain. */
  company_domain: string | null;
  /** City of the person; null when it is not known. */
  city: string | null;
  /** State or region of the person. */
  region: string | null;
  /** Country of the person, by code or name. */
  country: string | null;
  /** The page that was looked up; null on a no-match. */
  profile_url: string | null;
  /** Vanity name of the page that was looked up; only on a no-match. */
  query: string | null;
}

export interface NetworkEmailFinderInsights {
  /** The address and its owner; null on a no-match. */
  network_email_finder: {
    /** Work email address. */
    work_email: string;
    /** True: a mail server confirmed the mailbox. Any other address is free of charge. */
    email_verified: boolean | null;
    /** Given name. */
    first_name: string | null;
    /** Whose page it is. */
    full_name: string | null;
    /** Title at the company. */
    job_title: string | null;
    /** Company the person works for. */
    company: string | null;
    /** The company's domain. */
    company_domain: string | null;
    /** City of the person; null when it is not known. */
    city: string | null;
    /** State or region of the person. */
    region: string | null;
    /** Country of the person, by code or name. */
    country: string | null;
    /** The page that was looked up. */
    profile_url: string;
    /** City of the company. */
    company_city: string | null;
    /** State or region of the company. */
    company_region: string | null;
    /** Country of the company. */
    company_country: string | null;
  } | null;
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface NetworkEmailFinderRequest {
  /** Address of the person's public page on the professional network, or its vanity name. */
  profile_url?: string;
  /** Another name of profile_url. */
  profileUrl?: string;
  /** Another name of profile_url. */
  network_url?: string;
  /** Another name of profile_url. */
  networkUrl?: string;
  /** Another name of profile_url. */
  url?: string;
  /** Another name of profile_url. */
  username?: string;
  /** Another name of profile_url. */
  vanity?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface NetworkProfileLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "network_profile_lookup";
    /** Input as looked up, after normalisation. */
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
  /** A public profile was found. */
  matched: boolean;
  /** Full name. */
  name: string | null;
  /** Title of the current role; null where the public page does not show it. */
  current_title: string | null;
  /** Company of the current role. */
  current_company: string | null;
  /** Followers on the professional network. */
  followers: number | null;
}

export interface NetworkProfileLookupInsights {
  /** The profile in detail; null when none was found. */
  network_profile_lookup_result: {
    /** Address of the page. */
    profile_url: string;
    /** Where the person says to be. */
    location: string | null;
    /** What the person says of himself or herself. */
    about: string | null;
    /** Roles, the newest first. */
    role_history: Array<{
      /** Title; public pages show none. */
      title: string | null;
      /** Company. */
      company: string | null;
      /** Where. */
      location: string | null;
      /** When it began, as precise as the source states it. */
      started_at: string | null;
      /** When it ended; null while it lasts or where no source says, as precise as the source states it. */
      ended_at: string | null;
    }>;
    /** Schools. */
    education: Array<{
      /** School. */
      school: string | null;
      /** Degrees. */
      degrees: Array<string>;
      /** When it began, as precise as the source states it. */
      started_at: string | null;
      /** When it ended, as precise as the source states it. */
      ended_at: string | null;
    }>;
    /** Skills. */
    skills: Array<string>;
  } | null;
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface NetworkProfileLookupRequest {
  /** Address of the person's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts do not matter. */
  profile_url: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface NtLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "nt_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Kind of lookup that was made. */
  lookup_type: "NT";
  /** Kind of line the number belongs to. */
  number_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
  /** OK whenever an answer is returned; a failed query is an error response. */
  query_status: Open<"OK" | "ERROR">;
  /** False: it cannot exist, or its network says that it is not assigned. */
  is_valid: boolean;
  /** True unless the number is known not to be ported or cannot be. */
  is_possibly_ported: boolean;
  /** The number was sent with letters. */
  is_vanity_number: boolean;
  /** The number is, or may be, a mobile number. */
  qualifies_for_hlr_lookup: boolean;
  /** What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014. */
  number_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
  /** Null unless both codes are settled. */
  mccmnc: string | null;
  /** Mobile country code. */
  mcc: string | null;
  /** Mobile network code. */
  mnc: string | null;
}

export interface NtLookupInsights {
  /** The whole result. */
  nt_result: {
    /** Id of this lookup, as in request.id. */
    id: string;
    /** The number in E.164. */
    number: string;
    /** Kind of line the number belongs to. */
    number_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
    /** OK whenever an answer is returned; a failed query is an error response. */
    query_status: Open<"OK" | "ERROR">;
    /** False: it cannot exist, or its network says that it is not assigned. */
    is_valid: boolean;
    /** True unless the number is known not to be ported or cannot be. */
    is_possibly_ported: boolean;
    /** The number was sent with letters. */
    is_vanity_number: boolean;
    /** The number is, or may be, a mobile number. */
    qualifies_for_hlr_lookup: boolean;
    /** What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014. */
    number_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
    /** Null unless both codes are settled. */
    mccmnc: string | null;
    /** Why it cannot exist; null when it can. */
    invalid_reason: string | null;
    /** Best known carrier; info_text says how it is known. */
    carrier: string | null;
    /** Where the carrier comes from. BLOCK_HOLDER: who held the number block in 2014; NUMBERING_PLAN: who the range was first given to. Both may have lost the number by porting. Only with a carrier. */
    carrier_source?: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "BLOCK_HOLDER" | "NUMBERING_PLAN">;
    /** Date of that source, where it has one. */
    carrier_as_of?: string;
    /** Name of the country. */
    country: string | null;
    /** ISO 3166-1 alpha-2 code of the country. */
    country_code: string | null;
    /** Regions of the country that the number may belong to. */
    regions: Array<string>;
    /** IANA names of the time zones of its region. */
    timezones: Array<string>;
    /** What else is worth knowing, for people. */
    info_text: string;
    /** When the answer was found; earlier than the request when it was cached. */
    timestamp: string;
  };
  /** Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then. */
  country_assumed?: string;
  /** Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface NtLookupRequest {
  /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
  phone_number: string;
  /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
  country?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface NumberMonitorAnswer {
  /** Id of the monitor. */
  id: string;
  /** As you gave it. */
  name: string;
  /** How often members are looked up again. */
  frequency: Open<"daily" | "weekly">;
  /** Whether a recheck asks for spam reports too. */
  include_spam_check: boolean;
  /** Whether the owner gets a mail when a run finds changes. */
  alert_email: boolean;
  /** Receiver of its changes; null without one of its own. */
  webhook_url: string | null;
  /** The webhook endpoint they are sent to; null without one of its own. */
  webhook_endpoint_id: string | null;
  /** False stops runs. */
  active: boolean;
  /** Members. */
  number_count: number;
  /** The run under way; null when none is. */
  run_id: string | null;
  /** When the next scheduled run begins; null when none will. */
  next_run_at: string | null;
  /** When the last run ended that looked anything up. */
  last_run_at: string | null;
  /** How the last run ended, or why there was none; null before the first. */
  last_outcome: Open<"completed" | "insufficient_credits" | "daily_limit" | "no_plan" | "organization_closed" | "organization_suspended" | "no_members" | "no_source" | "stopped" | "lost"> | null;
  /** What a run costs at most with the members it has now: 1 credit each, 2 with the spam check. */
  credits_per_run: number;
  /** What the last run cost that looked anything up, as last_run_at; null before it. */
  last_run_credits: number | null;
  /** When it was made. */
  created_at: string;
  /** Signs the deliveries. Shown once, when the webhook is registered. */
  webhook_secret?: string;
}

export interface NumberMonitorChanges {
  /** Yours. */
  name?: string;
  /** How often members are looked up again. */
  frequency?: "daily" | "weekly";
  /** Also look up spam reports: 2 credits a recheck instead of 1. */
  include_spam_check?: boolean;
  /** One mail to the owner for a run with changes. */
  alert_email?: boolean;
  /** False stops runs; a run under way goes on. */
  active?: boolean;
  /** Null removes the receiver; another address gets a new secret. */
  webhook_url?: string | null;
  /** A webhook endpoint instead of `webhook_url`. Null removes the receiver. */
  webhook_endpoint_id?: string | null;
}

/** The answer. */
export interface NumberMonitorCountAnswer {
  /** Members now. */
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
  /** In E.164. */
  phone_number: string;
  /** As you gave it; null for none. */
  label: string | null;
  /** Each field that was known and is known to be another now. */
  changes: {
    /** Status of the number, as `classification.number_status`. */
    status?: {
      /** What was known. */
      from: string | boolean;
      /** What is known now. */
      to: string | boolean;
    };
    /** Type of the line, unless only the old block table has it. */
    lineType?: {
      /** What was known. */
      from: string | boolean;
      /** What is known now. */
      to: string | boolean;
    };
    /** Name of the carrier, unless only the old block table has it. */
    carrier?: {
      /** What was known. */
      from: string | boolean;
      /** What is known now. */
      to: string | boolean;
    };
    /** Whether the number was ported. */
    ported?: {
      /** What was known. */
      from: string | boolean;
      /** What is known now. */
      to: string | boolean;
    };
    /** Whether it is on a Do Not Call registry. */
    dncListed?: {
      /** What was known. */
      from: string | boolean;
      /** What is known now. */
      to: string | boolean;
    };
    /** Level of the spam risk; only with the spam check. */
    spamRiskLevel?: {
      /** What was known. */
      from: string | boolean;
      /** What is known now. */
      to: string | boolean;
    };
  };
  /** The last known value of each field. */
  previous_snapshot: {
    /** Status of the number, as `classification.number_status`. Null where it is not known. */
    status: string | boolean | null;
    /** Type of the line, unless only the old block table has it. Null where it is not known. */
    lineType: string | boolean | null;
    /** Name of the carrier, unless only the old block table has it. Null where it is not known. */
    carrier: string | boolean | null;
    /** Whether the number was ported. Null where it is not known. */
    ported: string | boolean | null;
    /** Whether it is on a Do Not Call registry. Null where it is not known. */
    dncListed: string | boolean | null;
    /** Level of the spam risk; only with the spam check. Null where it is not known. */
    spamRiskLevel: string | boolean | null;
    /** As lineType. Null where it is not known. */
    line_type: string | boolean | null;
    /** As dncListed. Null where it is not known. */
    dnc_listed: string | boolean | null;
    /** As spamRiskLevel. Null where it is not known. */
    spam_risk_level: string | boolean | null;
  } | null;
  /** As the run found it. */
  current_snapshot: {
    /** Status of the number, as `classification.number_status`. Null where it is not known. */
    status: string | boolean | null;
    /** Type of the line, unless only the old block table has it. Null where it is not known. */
    lineType: string | boolean | null;
    /** Name of the carrier, unless only the old block table has it. Null where it is not known. */
    carrier: string | boolean | null;
    /** Whether the number was ported. Null where it is not known. */
    ported: string | boolean | null;
    /** Whether it is on a Do Not Call registry. Null where it is not known. */
    dncListed: string | boolean | null;
    /** Level of the spam risk; only with the spam check. Null where it is not known. */
    spamRiskLevel: string | boolean | null;
    /** As lineType. Null where it is not known. */
    line_type: string | boolean | null;
    /** As dncListed. Null where it is not known. */
    dnc_listed: string | boolean | null;
    /** As spamRiskLevel. Null where it is not known. */
    spam_risk_level: string | boolean | null;
  } | null;
  /** When the run that found it wrote it down. */
  detected_at: string;
}

/** The answer. */
export interface NumberMonitorEventListAnswer {
  /** Newest first. */
  events: Array<NumberMonitorEvent>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

/** The answer. */
export interface NumberMonitorListAnswer {
  /** One page of monitors. */
  monitors: Array<{
    /** Id of the monitor. */
    id: string;
    /** As you gave it. */
    name: string;
    /** How often members are looked up again. */
    frequency: Open<"daily" | "weekly">;
    /** Whether a recheck asks for spam reports too. */
    include_spam_check: boolean;
    /** Whether the owner gets a mail when a run finds changes. */
    alert_email: boolean;
    /** Receiver of its changes; null without one of its own. */
    webhook_url: string | null;
    /** The webhook endpoint they are sent to; null without one of its own. */
    webhook_endpoint_id: string | null;
    /** False stops runs. */
    active: boolean;
    /** Members. */
    number_count: number;
    /** The run under way; null when none is. */
    run_id: string | null;
    /** When the next scheduled run begins; null when none will. */
    next_run_at: string | null;
    /** When the last run ended that looked anything up. */
    last_run_at: string | null;
    /** How the last run ended, or why there was none; null before the first. */
    last_outcome: Open<"completed" | "insufficient_credits" | "daily_limit" | "no_plan" | "organization_closed" | "organization_suspended" | "no_members" | "no_source" | "stopped" | "lost"> | null;
    /** What a run costs at most with the members it has now: 1 credit each, 2 with the spam check. */
    credits_per_run: number;
    /** What the last run cost that looked anything up, as last_run_at; null before it. */
    last_run_credits: number | null;
    /** When it was made. */
    created_at: string;
    /** Signs the deliveries. Shown once, when the webhook is registered. */
    webhook_secret?: string;
  }>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

/** The answer. */
export interface NumberMonitorMemberListAnswer {
  /** In the order they were added. */
  numbers: Array<{
    /** In E.164. */
    phone_number: string;
    /** As you gave it; null for none. */
    label: string | null;
    /** When it was looked up last; null before the first run. */
    last_checked_at: string | null;
    /** As the last recheck found it; null before it. */
    last_snapshot: {
      /** Status of the number, as `classification.number_status`. Null where it is not known. */
      status: string | boolean | null;
      /** Type of the line, unless only the old block table has it. Null where it is not known. */
      lineType: string | boolean | null;
      /** Name of the carrier, unless only the old block table has it. Null where it is not known. */
      carrier: string | boolean | null;
      /** Whether the number was ported. Null where it is not known. */
      ported: string | boolean | null;
      /** Whether it is on a Do Not Call registry. Null where it is not known. */
      dncListed: string | boolean | null;
      /** Level of the spam risk; only with the spam check. Null where it is not known. */
      spamRiskLevel: string | boolean | null;
      /** As lineType. Null where it is not known. */
      line_type: string | boolean | null;
      /** As dncListed. Null where it is not known. */
      dnc_listed: string | boolean | null;
      /** As spamRiskLevel. Null where it is not known. */
      spam_risk_level: string | boolean | null;
    } | null;
  }>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

export interface NumberMonitorMembers {
  /** Each once. */
  numbers?: Array<{
    /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
    phone_number: string;
    /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
    country?: string;
    /** Yours; comes back with every event. */
    label?: string | null;
  }>;
  /** The phone_number of each, instead of numbers or beside them. */
  phone_numbers?: Array<string>;
}

export interface NumberMonitorMembersToRemove {
  /** Each once. */
  numbers?: Array<{
    /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
    phone_number: string;
    /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
    country?: string;
    /** Yours; comes back with every event. */
    label?: string | null;
  }>;
  /** The phone_number of each, instead of numbers or beside them. */
  phone_numbers?: Array<string>;
}

export interface NumberMonitorRequest {
  /** Yours. */
  name: string;
  /** How often members are looked up again. */
  frequency: "daily" | "weekly";
  /** Also look up spam reports: 2 credits a recheck instead of 1. */
  include_spam_check?: boolean;
  /** One mail to the owner for a run with changes. */
  alert_email?: boolean;
  /** Public HTTPS address that changes and skipped runs are sent to. */
  webhook_url?: string;
  /** Instead of `webhook_url`: a webhook endpoint, with its secret and its retries. */
  webhook_endpoint_id?: string;
  /** Each once. */
  numbers: Array<{
    /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
    phone_number: string;
    /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
    country?: string;
    /** Yours; comes back with every event. */
    label?: string | null;
  }>;
}

/** The answer. */
export interface NumberMonitorRunAnswer {
  /** Id of the monitor. */
  id: string;
  /** Comes back in the events of the run. */
  run_id: string;
}

/** The answer. */
export interface PhoneAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "phone";
    /** Input as looked up, after normalisation. */
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
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "phone_append";
    /** Input as looked up, after normalisation. */
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
  /** Whether the person was found with what was asked for. */
  matched: boolean;
  /** False for a ZIP code of none of the United States: no source is asked, nothing charged. */
  coverage_supported: boolean;
  /** The best number, E.164: connected, then newest. */
  phone: string | null;
  /** Kind of line; null where the source does not say. */
  phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
  /** Kind of lookup that was made. */
  lookup_type: "phone_append";
}

export interface PhoneAppendInsights {
  /** The person or company found. */
  contact: {
    /** First name, as the source has it. */
    first_name: string | null;
    /** Last name, as the source has it. */
    last_name: string | null;
    /** Street address. */
    address: string | null;
    /** City. */
    city: string | null;
    /** State, two letters. */
    state: string | null;
    /** ZIP code. */
    zip: string | null;
    /** The best number, E.164: connected, then newest. */
    phone: string | null;
    /** Kind of line; null where the source does not say. */
    phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
    /** Whether the source says that the number is connected; null where it does not. */
    connected: boolean | null;
    /** Day the number was last reported as the person’s, YYYY-MM-DD. */
    last_reported: string | null;
    /** Further numbers of the person, the best first. */
    other_phones: Array<{
      /** The best number, E.164: connected, then newest. */
      phone: string | null;
      /** Kind of line; null where the source does not say. */
      phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
    }>;
  };
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface PhoneAppendRequest {
  /** The person, by name and postal address in the United States. */
  input: {
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** House number and street, with the unit. */
    address: string;
    /** City. */
    city: string;
    /** ZIP code of five digits, or nine. The state is read off it. */
    zip: string;
  };
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface PhoneClassification {
  /** Kind of line the number belongs to. */
  line_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
  /** What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014. */
  line_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
  /** How sure the kind of line is, 0 to 100. */
  line_type_confidence: number;
  /** What the numbering plan calls the number; null when it is invalid. */
  plan_type: Open<"FIXED_LINE" | "MOBILE" | "FIXED_LINE_OR_MOBILE" | "TOLL_FREE" | "PREMIUM_RATE" | "SHARED_COST" | "VOIP" | "PERSONAL_NUMBER" | "PAGER" | "UAN" | "VOICEMAIL"> | null;
  /** Kind of carrier. */
  carrier_type: Open<"MAJOR_CARRIER" | "REGIONAL_CARRIER" | "VOIP_PROVIDER" | "INTERNATIONAL_CARRIER" | "UNKNOWN">;
  /** United States and Canada: UNKNOWN until a record of the number or its carrier says more. Elsewhere VALID or INVALID. */
  number_status: Open<"ACTIVE" | "INACTIVE" | "INVALID" | "VALID" | "UNKNOWN">;
  /** Whether the number has moved to another carrier. */
  portability_status: Open<"PORTED" | "NOT_PORTED" | "POSSIBLY_PORTED">;
  /** Kind of service on the line. */
  service_type: Open<"POSTPAID" | "LANDLINE" | "TOLL_FREE" | "UNKNOWN">;
  /** Expected quality of a connection. */
  connection_quality: Open<"EXCELLENT" | "GOOD" | "POOR" | "UNKNOWN">;
  /** Only outside the United States and Canada. */
  coverage?: "international";
  /** ISO 3166-1; null for numbers of no one country. */
  country_code: string | null;
}

export interface PhoneInsights {
  /** Written forms of the number, and what its numbering plan says of it. */
  number: {
    /** ITU-T E.164: + and digits alone. */
    e164: string;
    /** As it is written and dialled within its country. */
    national_format: string;
    /** In the groups of its plan, ITU-T E.123. */
    international_format: string;
    /** As a tel: link. */
    rfc3966: string;
    /** Digits behind the +. */
    calling_code: string;
    /** National significant number: without prefixes. */
    national_number: string;
    /** Only of North American numbers (+1): their first three digits. */
    area_code?: string;
    /** ISO 3166-2: the one state or province that the area code belongs to. */
    region_code?: string;
    /** It has a length that its plan knows. */
    is_possible: boolean;
    /** A range of its plan contains it, and no network says that it is not assigned. Not that it is in service. */
    is_valid: boolean;
    /** Only of a number that is not valid. */
    invalid_reason?: string;
    /** The number was sent with letters. */
    is_vanity_number: boolean;
    /** The number is, or may be, a mobile number. */
    qualifies_for_hlr_lookup: boolean;
  };
  /** Where it is, or where its number range belongs. */
  location: {
    /** IANA zone; UNKNOWN when the number may be in several; null when it is invalid. */
    timezone: string | null;
    /** Every zone the number may be in. */
    timezones: Array<string>;
    /** Name of the country. */
    country: string | null;
    /** ISO 3166-1 alpha-2 code of the country. */
    country_code: string | null;
    /** Area the number belongs to, as fine as its plan has it. */
    regions: Array<string>;
  };
  /** The carrier as raw_api_fields.network_source knows it; the first holder of a range may have lost the number by porting. Codes (ITU-T E.212) are null of landlines and internet lines, which have none, and where the network is not known; in the United States and Canada name and codes are there only when known. */
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
    /** The number that was asked for, in E.164. */
    original_number: string;
    /** Null when porting is possible but unconfirmed. */
    is_ported: boolean | null;
    /** As the source codes it; UNKNOWN where the source that answered does not say, NOT_CHECKED where none did. */
    port_type: number | string;
  };
  /** Whether the number can be reached, and how that is known. */
  reachability: {
    /** Null when no source has checked; always null for toll-free and outside the United States and Canada. */
    is_reachable: boolean | null;
    /** The flag as its source gave it; UNKNOWN where the source that answered gives none, NOT_CHECKED where none did. */
    reachable_status: string;
    /** How it was checked. */
    verification_method: Open<"NUMBERING_PLAN" | "PORTABILITY_RECORD" | "CARRIER_QUERY">;
    /** Why is_reachable is what it is. */
    reason: string;
  };
  /** Whether the number may be called. */
  compliance: {
    /** Whether it is on the Do Not Call registry; null when no source knows. */
    dnc_listed: boolean | null;
    /** NOT_APPLICABLE whenever dnc_listed is null; dnc_reason says why. */
    dnc_status: Open<"LISTED" | "NOT_LISTED" | "NOT_APPLICABLE">;
    /** Only when dnc_listed is null: NOT_CHECKED, no imported registry covers the number, which may well be listed; OUT_OF_SCOPE, it is outside the United States, its territories and Canada, or invalid. */
    dnc_reason?: Open<"NOT_CHECKED" | "OUT_OF_SCOPE">;
    /** Whether its owner never calls from it (Do Not Originate); null when no source knows. */
    dno_flag: boolean | null;
    /** Worth of the number for reaching its holder, as quality_basis knows it. POOR: it cannot exist, is out of service, never calls, or costs a premium rate. GOOD: a record shows it in service, or, outside the United States and Canada, where the plan is what is checked, its plan gives it to subscribers. */
    number_quality: Open<"GOOD" | "POOR" | "UNKNOWN">;
    /** What number_quality rests on; absent when it is UNKNOWN. */
    quality_basis?: Open<"NUMBERING_PLAN" | "NUMBER_RECORD">;
    /** False unless number_quality is GOOD. */
    good_number: boolean;
  };
  /** What speaks against the number. */
  risk_indicators: {
    /** False says nothing while LINE_TYPE_UNKNOWN is among the risk factors. */
    voip_detected: boolean;
    /** How likely it is a throwaway number, 0 to 1. */
    burner_probability: number;
  };
  /** The record as the source gives it. */
  raw_api_fields: {
    /** The number in E.164. */
    number: string;
    /** Location routing number, or N/A. */
    lrn: string;
    /** Carrier name; network_source and as_of say how old it is. */
    network: string | null;
    /** What the carrier was taken from. */
    network_source?: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "BLOCK_HOLDER" | "NUMBERING_PLAN">;
    /** W mobile, L landline, V VoIP; null of any other line, or one that is not known. */
    class: Open<"W" | "L" | "V"> | null;
    /** Country of the number, ISO 3166-1 alpha-2. */
    country: string | null;
    /** Date of what network and class rest on; block holders are of 2014-02. */
    as_of?: string;
    /** Kind of carrier the number block was assigned to. */
    block_holder_type?: string;
    /** Rate center of the number block. */
    rate_center?: string;
    /** State of the number block. */
    state?: string;
    /** Service provider id of the carrier. */
    spid?: string;
    /** When the number moved; null when that is not known. */
    ported_at?: string;
  };
  /** Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then. */
  country_assumed?: string;
  /** Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface PhoneRequest {
  /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
  phone_number: string;
  /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
  country?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface PhoneScrubAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "phone_scrub";
    /** Input as looked up, after normalisation. */
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
  /** The number is on at least one list. */
  matched: boolean;
  /** Phone number. */
  phone: string;
  /** As (NPA) NXX-XXXX; null outside calling code 1. */
  formattedPhone: string | null;
  /** W mobile, L landline, V VoIP; null when the line type is not known. */
  phoneTypeCode: Open<"W" | "L" | "V"> | null;
  /** LITIGATOR whatever the line, when the number is one. */
  phoneTypeLabel: Open<"MOBILE" | "LANDLINE" | "VOIP" | "LITIGATOR" | "UNKNOWN"> | null;
  /** What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014. */
  phone_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
  /** On an imported Do Not Call registry. False says nothing while do_not_call is in missing_lists. */
  doNotCall: boolean;
  /** Known litigator, serial complainer or attorney: never contact. False says nothing while litigators is in missing_lists. */
  litigator: boolean;
  /** Disconnected for good at some time: consent may have been given by an earlier owner. */
  reassigned: boolean;
  /** Lists that could not name the number: not imported, or not for where it lies. */
  missing_lists: Array<string>;
  /** The same as doNotCall. */
  do_not_call: boolean;
  /** The same as phoneTypeLabel. */
  phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "LITIGATOR" | "UNKNOWN"> | null;
}

export interface PhoneScrubInsights {
  /** The whole result. */
  phone_scrub_result: {
    /** The number is on at least one list. */
    matched: boolean;
    /** Phone number. */
    phone: string;
    /** As (NPA) NXX-XXXX; null outside calling code 1. */
    formattedPhone: string | null;
    /** W mobile, L landline, V VoIP; null when the line type is not known. */
    phoneTypeCode: Open<"W" | "L" | "V"> | null;
    /** LITIGATOR whatever the line, when the number is one. */
    phoneTypeLabel: Open<"MOBILE" | "LANDLINE" | "VOIP" | "LITIGATOR" | "UNKNOWN"> | null;
    /** What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014. */
    phone_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
    /** On an imported Do Not Call registry. False says nothing while do_not_call is in missing_lists. */
    doNotCall: boolean;
    /** Known litigator, serial complainer or attorney: never contact. False says nothing while litigators is in missing_lists. */
    litigator: boolean;
    /** Disconnected for good at some time: consent may have been given by an earlier owner. */
    reassigned: boolean;
    /** Lists that could not name the number: not imported, or not for where it lies. */
    missing_lists: Array<string>;
    /** Kind of litigator; null when the number is none. */
    litigator_kind: Open<"LITIGATOR" | "SERIAL_COMPLAINER" | "ATTORNEY"> | null;
    /** Day of the last permanent disconnection, when the list says. */
    disconnected_at: string | null;
    /** Dates of the lists that name the number. */
    lists_as_of: {
      /** Date of the Do Not Call list; null when there is none. */
      do_not_call: string | null;
      /** Date of the list of litigators; null when there is none. */
      litigators: string | null;
      /** Date of the list of reassigned numbers; null when there is none. */
      reassigned_numbers: string | null;
    };
    /** When the number was scrubbed. */
    processedTime: string | null;
  };
  /** Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then. */
  country_assumed?: string;
  /** Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface PhoneScrubRequest {
  /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
  phone_number: string;
  /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
  country?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface PhoneSpamAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "phone_spam";
    /** Input as looked up, after normalisation. */
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
  /** UNKNOWN unless something speaks for or against the caller. Without a report a number is legitimate where a current record shows the line in service, a reputation service knows nothing against it, or much complaint data is silent about it and its block; insights.reputation has the evidence. */
  caller_type: Open<"LEGITIMATE_PERSONAL" | "LEGITIMATE_AUTOMATED" | "SPAM_HUMAN" | "SPAM_ROBOCALL" | "SPOOFED" | "LEGITIMATE" | "SUSPICIOUS_CALLER" | "HIGH_RISK_CALLER" | "UNKNOWN">;
  /** NONE_REPORTED: complaint data was checked and holds no report of the number. NOT_CHECKED: no complaint data is loaded and no reputation service answered. */
  threat_category: Open<"LEGITIMATE" | "SPAM_CALLER" | "AUTOMATED_SCAM" | "SUSPICIOUS_ACTIVITY" | "FRAUD_RISK" | "SPOOFED_NUMBER" | "NONE_REPORTED" | "NOT_CHECKED" | "UNKNOWN">;
  /** Trade that most reports name; UNKNOWN where they name none, NONE_REPORTED without a report, NOT_CHECKED where no complaint data covers the number. */
  industry_category: string;
  /** How long and how often the caller was reported. NONE: complaint data holds no report. NOT_CHECKED: none covers the number. */
  persistence_level: Open<"HIGH" | "MEDIUM" | "LOW" | "NONE" | "NOT_CHECKED">;
  /** How much work the deception shows. UNKNOWN: no report says whether it was a robocall. NONE_REPORTED: without a report there is none. NOT_CHECKED: no complaint data covers the number. */
  sophistication_level: Open<"HIGH" | "MEDIUM" | "LOW" | "UNKNOWN" | "NONE_REPORTED" | "NOT_CHECKED">;
  /** Only outside the United States and Canada. DISCONNECTED: the number cannot exist, or a source says that it is out of service; UNKNOWN: no source says. */
  line_status?: Open<"ACTIVE" | "DISCONNECTED" | "UNKNOWN">;
}

export interface PhoneSpamInsights {
  /** Written forms of the number, and what its numbering plan says of it. */
  number: {
    /** ITU-T E.164: + and digits alone. */
    e164: string;
    /** As it is written and dialled within its country. */
    national_format: string;
    /** In the groups of its plan, ITU-T E.123. */
    international_format: string;
    /** As a tel: link. */
    rfc3966: string;
    /** Digits behind the +. */
    calling_code: string;
    /** National significant number: without prefixes. */
    national_number: string;
    /** Only of North American numbers (+1): their first three digits. */
    area_code?: string;
    /** ISO 3166-2: the one state or province that the area code belongs to. */
    region_code?: string;
    /** It has a length that its plan knows. */
    is_possible: boolean;
    /** A range of its plan contains it, and no network says that it is not assigned. Not that it is in service. */
    is_valid: boolean;
    /** Only of a number that is not valid. */
    invalid_reason?: string;
    /** The number was sent with letters. */
    is_vanity_number: boolean;
    /** The number is, or may be, a mobile number. */
    qualifies_for_hlr_lookup: boolean;
  };
  /** What is known for and against it. */
  reputation: {
    /** Reports of the number; null when no complaint data is loaded. */
    report_count: number | null;
    /** Those of this calendar month and the two before; only of a reported number. */
    recent_report_count?: number;
    /** Day of the first report; null when there is none. */
    first_reported_on?: string;
    /** Day of the latest report; null when there is none. */
    last_reported_on?: string;
    /** Date of the newest complaint data, when it has a report of the number. */
    data_as_of?: string;
    /** What the counts rest on. */
    reason: string;
    /** Complaints about the thousand numbers it was given out with, in the United States and Canada, where complaint data is complete there. */
    range?: {
      /** First digits that the numbers of the block share. */
      block: string;
      /** Of its other numbers, how many were reported. */
      numbers_reported: number;
      /** Its other numbers. */
      numbers: number;
      /** Reports of those. */
      reports: number;
      /** Reports of any number these were counted among; below 50000 a block without one says nothing. */
      reports_loaded: number;
      /** Date of the newest of them. */
      data_as_of: string;
    };
    /** What a reputation service says, where one is configured and knows the number. */
    service?: {
      /** From 75 suspicious, from 85 high risk. */
      fraud_score: number;
      /** Abuse was reported lately. */
      recent_abuse: boolean | null;
      /** It is known for spam. */
      spammer: boolean | null;
      /** Whether the line is in service. */
      in_service: boolean | null;
    };
  };
  /** How it calls. */
  behavior: {
    /** Chance that calling back reaches the caller; 0 when callback_basis is NONE. */
    callback_probability: number;
    /** What callback_probability rests on. */
    callback_basis: Open<"NUMBERING_PLAN" | "NUMBER_RECORD" | "COMPLAINTS" | "NONE">;
    /** Share of a recording or robocall among the reports that say whether it was one. */
    robocall_share?: number;
  };
  /** What the calls are about. */
  threat_intelligence: {
    /** Scams that calls about the reported subjects often are, the most reported first. */
    scam_types: Array<string>;
    /** Of the reported subjects; HIGH also of a premium-rate number, which costs the one who calls back. */
    financial_loss_risk: Open<"HIGH" | "MEDIUM" | "LOW" | "UNKNOWN">;
    /** Risk factors for which answer_allowed is false; empty where nothing speaks against the caller, which is not that something speaks for them. */
    speaks_against: Array<string>;
    /** What was complained of, the most frequent first. */
    subjects: Array<{
      /** What was complained of. */
      subject: Open<"IMPERSONATION" | "DEBT_REDUCTION" | "TECHNICAL_SUPPORT" | "PRIZES" | "MAKE_MONEY" | "MEDICAL" | "WARRANTIES" | "TRAVEL" | "CHARITIES" | "HOME_SECURITY" | "HOME_IMPROVEMENT" | "ENERGY" | "DROPPED_CALL" | "OTHER" | "NOT_PROVIDED">;
      /** How many reports name it. */
      reports: number;
    }>;
  };
  /** Where the calls come from. */
  network_analysis: {
    /** Country of the number's plan, or UNKNOWN. A caller can show a number of another country. */
    origin_country: string;
    /** ISO 3166-1 alpha-2 code of the country the number belongs to. */
    origin_country_code: string | null;
    /** Area of the number's plan, where it has one. */
    origin_region?: string;
    /** Best known carrier, where one is known. */
    carrier?: string;
    /** Where the carrier comes from. BLOCK_HOLDER: who held the number block in 2014; NUMBERING_PLAN: who the range was first given to. Both may have lost the number by porting. Only with a carrier. */
    carrier_source?: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "BLOCK_HOLDER" | "NUMBERING_PLAN">;
    /** Date of that source, where it has one. */
    carrier_as_of?: string;
    /** Kind of carrier. */
    carrier_type: Open<"MAJOR_CARRIER" | "REGIONAL_CARRIER" | "VOIP_PROVIDER" | "INTERNATIONAL_CARRIER" | "UNKNOWN">;
    /** Kind of line the number belongs to. */
    line_type: Open<"MOBILE" | "LANDLINE" | "VOIP" | "TOLL_FREE" | "PREMIUM" | "UNKNOWN">;
    /** What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014. */
    line_type_basis: Open<"PORTABILITY_RECORD" | "CARRIER_QUERY" | "PORTABILITY_DATABASE" | "NUMBERING_PLAN" | "CARRIER_NAME" | "BLOCK_HOLDER" | "NONE">;
    /** How sure the kind of line is, 0 to 100. */
    line_type_confidence: number;
    /** Whether the number has moved to another carrier. */
    portability_status: Open<"PORTED" | "NOT_PORTED" | "POSSIBLY_PORTED">;
    /** Every IANA zone the number may be in. */
    timezones: Array<string>;
    /** False says nothing while LINE_TYPE_UNKNOWN is among the risk factors. */
    voip_detected: boolean;
    /** Chance that the number is thrown away soon. */
    burner_probability: number;
    /** The number cannot place calls: impossible, kept for fiction, or never used to call. Absent, and SPOOFING_NOT_CHECKED among the risk factors, when no list of such numbers tells. */
    spoofing_suspected?: boolean;
  };
  /** Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then. */
  country_assumed?: string;
  /** Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface PhoneSpamRequest {
  /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
  phone_number: string;
  /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
  country?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface ProductListAnswer {
  /** Every product, in the order of the reference. */
  products: Array<{
    /** Where to post. */
    path: string;
    /** As in request.type. */
    type: string;
    /** What the product answers, in one sentence. */
    summary: string;
    /** The most one unit can cost, in credits. */
    price: number;
    /** Each price of a unit, the most it can cost. */
    prices: Array<{
      /** Credits of one unit. */
      credits: number;
      /** What has to be asked for; null: it is the only price. */
      when: string | null;
      /** Whether a lookup at this price can be answered. */
      available: boolean;
    }>;
    /** The unit: a lookup, or for example a minute of audio or a page of up to 25 rows. */
    price_per: string;
    /** Rate window it is counted in. */
    tier: Open<"standard" | "live">;
    /** Null: single calls only. */
    bulk_type: string | null;
    /** How long the own answer is free to ask for again. */
    cache_days: number;
    /** Whether a body without options can be answered. */
    available: boolean;
    /** While it is not available: what its sources miss, any of which would do. */
    missing: Array<string>;
    /** Where answers come from. */
    sources: Array<{
      /** As in metadata.data_sources. */
      label: string;
      /** compiled: tables of ours; records: imported files; open: public protocols; upstream: paid. */
      kind: Open<"compiled" | "records" | "open" | "upstream">;
      /** Whether it can be asked now. */
      available: boolean;
      /** What would make it available: a provider, lists, or record data sets. */
      missing: Array<string>;
    }>;
  }>;
  /** Rechecks, which are paid by the member. */
  monitors: Array<{
    /** Where to post. */
    path: string;
    /** What it rechecks. */
    type: Open<"number" | "job_change">;
    /** What the product answers, in one sentence. */
    summary: string;
    /** The most one unit can cost, in credits. */
    price: number;
    /** Each price of a unit, the most it can cost. */
    prices: Array<{
      /** Credits of one unit. */
      credits: number;
      /** What has to be asked for; null: it is the only price. */
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
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "property_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Whether one property was found. Nothing is charged if not, as for several units. */
  matched: boolean;
  /** Whether a source covers the place; false: no source knows it, and nothing is charged. */
  coverage_supported: boolean;
  /** What a no-match means, in one plain sentence; null on a match. */
  user_message: string | null;
  /** Address as the record has it. */
  address: string | null;
  /** City. */
  city: string | null;
  /** State, two letters. */
  state: string | null;
  /** ZIP code. */
  zip: string | null;
  /** County. */
  county: string | null;
  /** As the source names it, such as Single Family; of a New York City lot its building class in words, with the code in features.building_class. */
  property_type: string | null;
  /** Bedrooms. */
  bedrooms: number | null;
  /** Bathrooms. */
  bathrooms: number | null;
  /** Area of the building, square feet. */
  square_feet: number | null;
  /** Area of the lot, square feet. */
  lot_size: number | null;
  /** Year the building was built. */
  year_built: number | null;
  /** Whether an owner lives there. */
  owner_occupied: boolean | null;
}

export interface PropertyLookupInsights {
  /** All that the record says of the property. */
  property_lookup_result: {
    /** Address as the record has it. */
    address: string | null;
    /** City. */
    city: string | null;
    /** State, two letters. */
    state: string | null;
    /** ZIP code. */
    zip: string | null;
    /** County. */
    county: string | null;
    /** As the source names it, such as Single Family; of a New York City lot its building class in words, with the code in features.building_class. */
    property_type: string | null;
    /** Bedrooms. */
    bedrooms: number | null;
    /** Bathrooms. */
    bathrooms: number | null;
    /** Area of the building, square feet. */
    square_feet: number | null;
    /** Area of the lot, square feet. */
    lot_size: number | null;
    /** Year the building was built. */
    year_built: number | null;
    /** Whether an owner lives there. */
    owner_occupied: boolean | null;
    /** Owners of record. */
    owner_names: Array<string>;
    /** The last recorded sale. */
    last_sale: {
      /** Day, YYYY-MM-DD. */
      date: string | null;
      /** US dollars. */
      price: number | null;
    };
    /** The newest assessment. */
    assessment: {
      /** Year of the assessment. */
      year: number | null;
      /** Assessed value, US dollars. */
      value: number | null;
      /** Of that, the land. */
      land: number | null;
      /** Of that, what is built on it. */
      improvements: number | null;
    };
    /** The newest property tax. */
    tax: {
      /** Year of the tax. */
      year: number | null;
      /** Property tax of that year, US dollars. */
      amount: number | null;
    };
    /** What else the source says of the property, as it names it. */
    features: Record<string, string | number | boolean>;
  };
}

export interface PropertyLookupRequest {
  /** Address of the property in the United States: house number and street, with or without unit, city, state and ZIP code. */
  address: string;
  /** City, where the address does not name it. */
  city?: string | null;
  /** State, by code or name, where the address does not name it. */
  state?: string | null;
  /** ZIP code, five digits or nine, where the address does not name it. */
  zip?: string | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface ProspectSearchAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "prospect_search";
    /** Input as looked up, after normalisation. */
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
  /** There is at least one row. */
  found: boolean;
  /** Rows of this answer. */
  count: number;
  /** Send it as `cursor` with the same search for the rows after these; null after the last. */
  next_cursor: string | null;
}

export interface ProspectSearchInsights {
  /** Who was found. */
  prospect_search_result: {
    /** People, without contact data. */
    rows: Array<{
      /** Send it as `person_id` to b2b-contact-append; null where only the other fields name the person. */
      id: string | null;
      /** Full name. */
      full_name: string | null;
      /** Current title. */
      title: string | null;
      /** Level, for example cxo, vp, director, manager. */
      seniority: string | null;
      /** City, region and country. */
      location: string | null;
      /** Current company. */
      company: string | null;
      /** The company's domain. */
      company_domain: string | null;
      /** Page on the professional network. */
      network_url: string | null;
      /** Whether an email address is known, to be revealed; null when the source does not say. */
      has_email: boolean | null;
      /** Whether a phone number is known, to be revealed; null when the source does not say. */
      has_phone: boolean | null;
    }>;
    /** Rows of the whole search as the source counts them; null when it does not. */
    total: number | null;
  };
}

export interface ProspectSearchRequest {
  /** Words of the title. */
  title?: string;
  /** Level: cxo, owner, partner, vp, director, manager, senior, entry, training or unpaid. */
  seniority?: string;
  /** City, region or country, or several of them with commas: people in all of them. Two letters are the ISO code of a country. */
  location?: string;
  /** Name of the current company. */
  company?: string;
  /** The company's domain; an address is reduced to it. */
  company_domain?: string;
  /** Rows wanted at most, 1 to 25; the operator may have set fewer. */
  limit?: number;
  /** `next_cursor` of the answer before, with the same search: the rows after it. */
  cursor?: string | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface Recommendations {
  /** What to do with the record. */
  primary_action: Open<"APPROVE" | "VERIFY" | "REVIEW" | "BLOCK">;
  /** What to do besides, for example SEND_SMS_OTP. */
  secondary_actions: Array<string>;
  /** One plain sentence. */
  user_message: string;
  /** Product-specific yes/no rules. */
  business_rules: Record<string, boolean>;
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
  /** How many are sent again. */
  deliveries: number;
}

/** The answer. */
export interface RequestListAnswer {
  /** Newest first. */
  requests: Array<{
    /** The X-Request-Id of the call; of an entry of a batch, its own; of a replayed lookup, whose answer names the first call, one that only the log has. */
    id: string;
    /** The X-Request-Id of the batch it came in. */
    batch_id: string | null;
    /** When it arrived. */
    at: string;
    /** HTTP method. */
    method: string;
    /** Where it came in: the path as it is documented, `/mcp` or `/app/try`. */
    path: string;
    /** Tool of agents that was called; null elsewhere. */
    tool: string | null;
    /** As in request.type; null for what is no lookup. */
    product: string | null;
    /** Of its key. */
    mode: Open<"live" | "test">;
    /** The API key, agent or dashboard it was made with. */
    key: {
      /** As `key_id` takes it. */
      id: string;
      /** Null where it is gone. */
      name: string | null;
    };
    /** HTTP status of the answer. */
    status: number;
    /** As in error.code; null where it was answered. */
    code: Open<"INVALID_REQUEST" | "INVALID_INPUT" | "MISSING_FIELD" | "VALIDATION_FAILED" | "UPSTREAM_ERROR" | "INVALID_TYPE" | "INPUT_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "INSUFFICIENT_CREDITS" | "UPGRADE_REQUIRED" | "INSUFFICIENT_SCOPE" | "NOT_FOUND" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "SERVICE_BUSY" | "UPSTREAM_QUOTA_EXHAUSTED" | "UPSTREAM_TIMEOUT"> | null;
    /** What it was charged. */
    credits: number;
    /** From its arrival to its answer. */
    processing_time_ms: number;
  }>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

/** The answer. */
export interface ReverseEmailAppendAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "reverse_email_append";
    /** Input as looked up, after normalisation. */
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
  /** First name, as the source has it. */
  first_name: string | null;
  /** Last name, as the source has it. */
  last_name: string | null;
  /** Street address. */
  address: string | null;
  /** City. */
  city: string | null;
  /** State, two letters. */
  state: string | null;
  /** ZIP code. */
  zip_code: string | null;
  /** Country, by code or name. */
  country: string | null;
  /** Number that is not known to be a mobile one, E.164. */
  phone: string | null;
  /** Mobile number, E.164. */
  cell: string | null;
  /** Whether phone is on the registry. Null: no imported Do Not Call registry covers it, or there is no number. */
  phone_dnc: boolean | null;
  /** Whether cell is on the registry. Null: no imported Do Not Call registry covers it, or there is no number. */
  cell_dnc: boolean | null;
  /** Kind of lookup that was made. */
  lookup_type: "reverse_email";
}

export interface ReverseEmailAppendInsights {
  /** Whose the address is. */
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
      /** Number that is not known to be a mobile one, E.164. */
      phoneNumber: string | null;
      /** Whether phone is on the registry. Null: no imported Do Not Call registry covers it, or there is no number. */
      phoneDnc: boolean | null;
      /** Mobile number, E.164. */
      cellNumber: string | null;
      /** Whether cell is on the registry. Null: no imported Do Not Call registry covers it, or there is no number. */
      cellDnc: boolean | null;
    };
    /** Where the person lives. */
    address: {
      /** Street address. */
      line1: string | null;
      /** City. */
      city: string | null;
      /** State, two letters. */
      state: string | null;
      /** Country, by code or name. */
      country: string | null;
      /** ZIP code. */
      zipCode: string | null;
    };
    /** Where the person works. */
    company: {
      /** Company. */
      name: string | null;
      /** Title the person has there. */
      jobTitle: string | null;
      /** Industry of the company. */
      industry: string | null;
      /** Page of the person on the professional network. */
      networkUrl: string | null;
      /** Address of its web site. */
      website: string | null;
      /** Country of the company. */
      country: string | null;
    };
    /** True: the person wrote this on a public page; it is not verified. */
    self_declared: boolean;
  };
  /** The person or company found. */
  contact: {
    /** First name, as the source has it. */
    first_name: string | null;
    /** Last name, as the source has it. */
    last_name: string | null;
    /** Street address. */
    address: string | null;
    /** City. */
    city: string | null;
    /** State, two letters. */
    state: string | null;
    /** ZIP code. */
    zip: string | null;
  };
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface ReverseEmailAppendRequest {
  /** One bare email address. The domain is lower-cased; the local part is kept as it is. */
  email: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface ReverseIpAppendAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "reverse_ip_append";
    /** Input as looked up, after normalisation. */
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
  /** The address. */
  ip: string;
  /** Longest listed prefix of the file that covers the address, CIDR; null when something else named the company. */
  network: string | null;
  /** Who uses the address. Without a record: the company, university or authority that announces the range, as registered. The user of an access or rented line, or of a network that connects universities, is never named. */
  company_name: string | null;
  /** Domain of the company. */
  company_domain: string | null;
  /** Kind of lookup that was made. */
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
  /** Where the address is. */
  geolocation: {
    /** City; null when it is not known. */
    city: string | null;
    /** State, province or region. */
    region: string | null;
    /** ISO 3166-1 alpha-2 code of the country. */
    country_code: string | null;
    /** Postal code. */
    zip: string | null;
  };
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
}

export interface ReverseIpAppendRequest {
  /** IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; of a 6to4, Teredo or NAT64 address the answer is about the IPv4 address it carries. */
  ip: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface ReversePhoneLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "reverse_phone_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Another person of the household. */
  secondary_name: string | null;
  /** Name of the company. */
  company_name: string | null;
  /** Email address. */
  email: string | null;
  /** Phone number. */
  phone: string;
  /** Kind of line. */
  phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
  /** False outside the United States: no record was asked for and nothing is charged. */
  coverage_supported: boolean;
  /** Part of the world the records cover. */
  coverage_region: Open<"UNITED_STATES" | "CANADA" | "CARIBBEAN" | "PACIFIC" | "INTERNATIONAL">;
  /** Kind of lookup that was made. */
  lookup_type: "reverse_phone";
}

export interface ReversePhoneLookupInsights {
  /** The whole result. */
  reverse_lookup_result: {
    /** Whether a record was found. */
    matched: boolean;
    /** Name of the person or company. */
    primary_name: string | null;
    /** Another person of the household. */
    secondary_name: string | null;
    /** Name of the company. */
    company_name: string | null;
    /** Email address. */
    email: string | null;
    /** Phone number. */
    phone: string;
    /** Kind of line. */
    phone_type: Open<"MOBILE" | "LANDLINE" | "VOIP"> | null;
    /** False outside the United States: no record was asked for and nothing is charged. */
    coverage_supported: boolean;
    /** Part of the world the records cover. */
    coverage_region: Open<"UNITED_STATES" | "CANADA" | "CARIBBEAN" | "PACIFIC" | "INTERNATIONAL">;
    /** Postal address. */
    address: {
      /** Street and number. */
      line1: string | null;
      /** Apartment or suite. */
      line2: string | null;
      /** City; null when it is not known. */
      city: string | null;
      /** State or province, by its code. */
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
    /** City; null when it is not known. */
    city: string | null;
    /** State or province, by its code. */
    state: string | null;
    /** Postal code. */
    zip: string | null;
    /** Email address. */
    email: string | null;
  };
  /** As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say. */
  as_of: string | null;
  /** Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then. */
  country_assumed?: string;
  /** Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +. */
  possible_countries?: Array<string>;
}

export interface ReversePhoneLookupRequest {
  /** Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored. */
  phone_number: string;
  /** Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed. */
  country?: string;
  /** standard reads caller names, which a minority of numbers have; premium the full consumer record. */
  lookup_source?: "standard" | "premium";
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface RiskAssessment {
  /** Higher is riskier. */
  fraud_score?: number;
  /** The score in words. */
  risk_level: Open<"LOW" | "MEDIUM" | "HIGH" | "CRITICAL">;
  /** Codes of the factors that fired. */
  risk_factors: Array<string>;
  /** How sure the assessment is, 0 to 100. */
  confidence_level: number;
}

/** The answer. */
export interface SearchIntentLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "search_intent_lookup";
    /** Input as looked up, after normalisation. */
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
  /** Where the search was made. */
  country: string;
  /** Language of the results. */
  language: string;
  /** Which page of results this is. */
  page: number;
  /** How many results there are. Nothing is charged for none. */
  organicCount: number;
}

export interface SearchIntentLookupInsights {
  /** One page of results. */
  search_intent_result: {
    /** Unpaid results, best first. */
    organic: Array<{
      /** From 1, the best of this page. */
      position: number;
      /** Title of the page. */
      title: string;
      /** Address of the page. */
      link: string;
      /** Words of the page that the engine shows. */
      snippet: string | null;
    }>;
    /** Questions others asked; not every source says. */
    peopleAlsoAsk: Array<string>;
    /** What others searched for. */
    relatedSearches: Array<string>;
  };
}

export interface SearchIntentLookupRequest {
  /** What to search for, at most 700 characters. */
  q: string;
  /** Where the search is made: ISO 3166-1, two letters; default US. */
  country?: string | null;
  /** Language of the results: ISO 639-1, two letters; default en. */
  language?: string | null;
  /** Which page of results, from 1 to 5; default 1. */
  page?: number | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface SocialPostLookupAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "social_post_lookup";
    /** Input as looked up, after normalisation. */
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
  /** The post was found and can be seen. */
  matched: boolean;
  /** The post is there, whether everybody sees it or not. */
  exists: boolean;
  /** The platform. */
  platform: Open<"instagram" | "tiktok" | "youtube" | "twitter" | "facebook" | "threads" | "bluesky" | "truthsocial" | "pinterest" | "network">;
  /** Account that posted it, without @. */
  author_handle: string | null;
  /** Likes, or reactions of every kind; null where the source does not tell. */
  likes: number | null;
  /** Views; null where the platform counts none or the source does not tell. */
  views: number | null;
}

export interface SocialPostLookupInsights {
  /** The post in detail. */
  social_post_lookup_result: {
    /** Address of the post. */
    url: string;
    /** live; private: for followers only; gated: for those who sign in or prove their age only; suspended by the platform; deactivated by its owner; not_found: not there now, and most platforms do not tell what was deleted from what never was. */
    post_state: Open<"live" | "private" | "gated" | "suspended" | "deactivated" | "not_found">;
    /** Text of the post, or title of the video. */
    caption: string | null;
    /** Name the author shows. */
    author_name: string | null;
    /** Comments or replies. */
    comments: number | null;
    /** Shares, reposts or saves. */
    shares: number | null;
    /** When it was posted, ISO 8601. */
    posted_at: string | null;
    /** The source rounds its counts: 2,708,400 may stand for any number near it. */
    rounded_counts: boolean;
  };
}

export interface SocialPostLookupRequest {
  /** Full address of the post, video or pin. Mobile hosts, short addresses and tracking parameters do not matter. */
  url: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface SocialProfileCheckAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "social_profile_check";
    /** Input as looked up, after normalisation. */
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
  /** There is a live profile. */
  matched: boolean;
  /** The same: the profile is there, for everybody or for followers. */
  exists: boolean;
  /** The platform. */
  platform: Open<"instagram" | "tiktok" | "youtube" | "twitter" | "facebook" | "threads" | "twitch" | "snapchat" | "bluesky" | "truthsocial">;
  /** Name of the account, without @. */
  handle: string;
  /** Name that is shown. */
  display_name: string | null;
  /** Followers or subscribers. */
  followers: number | null;
  /** The platform has verified the account. */
  verified: boolean | null;
  /** Only followers see what is posted. */
  private: boolean | null;
}

export interface SocialProfileCheckInsights {
  /** The profile in detail. */
  social_profile_check_result: {
    /** Address of the profile. */
    url: string;
    /** live; private: for followers only; gated: for those who sign in or prove their age only; suspended by the platform; deactivated by its owner; not_found: not there now, and most platforms do not tell what was deleted from what never was. */
    account_state: Open<"live" | "private" | "gated" | "suspended" | "deactivated" | "not_found">;
    /** Accounts it follows. */
    following: number | null;
    /** Posts, or videos. */
    posts_or_videos: number | null;
    /** Reactions to a post in the mean, by followers; 0.03 is three in a hundred. Null where the platform does not show what it takes. */
    engagement_rate: number | null;
    /** The account is that of a business. */
    business_account: boolean | null;
    /** What the account says of itself. */
    bio: string | null;
    /** The source rounds its counts: 2,708,400 may stand for any number near it. */
    rounded_counts: boolean;
  };
}

export interface SocialProfileCheckRequest {
  /** Name of the account on the platform, with or without @. An address of the profile is read too. */
  handle?: string;
  /** The platform; required with `handle`. One of: instagram, tiktok, youtube, twitter, facebook, threads, twitch, snapchat, bluesky, truthsocial. `x` is the same as `twitter`. */
  platform?: string;
  /** Address of the profile: replaces `platform` and `handle`. */
  url?: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface SocialSearchAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "social_search";
    /** Input as looked up, after normalisation. */
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
  /** There is at least one row. */
  found: boolean;
  /** Rows of this answer. */
  count: number;
  /** Send it as `cursor` with the same search for the rows after these; null after the last. */
  next_cursor: string | null;
}

export interface SocialSearchInsights {
  /** What was found. */
  social_search_result: {
    /** Posts, videos or people. */
    rows: Array<{
      /** What the platform calls the post; of a person, the account. */
      id: string | null;
      /** Address. */
      url: string | null;
      /** Text or title; of a person, what they say of themselves. */
      caption: string | null;
      /** Account, without @. */
      author_handle: string | null;
      /** Name the author shows. */
      author_name: string | null;
      /** Likes or votes. */
      likes: number | null;
      /** Views. */
      views: number | null;
      /** When it was posted: ISO 8601, or the words of a platform that says no more. */
      posted_at: string | null;
    }>;
  };
}

export interface SocialSearchRequest {
  /** Words to search for. */
  query: string;
  /** Where to search: tiktok, instagram, youtube, threads, reddit, pinterest, network, bluesky. On bluesky people are found, elsewhere posts and videos. */
  platform: string;
  /** `next_cursor` of the answer before, with the same search: the rows after it. */
  cursor?: string | null;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface TestWebhookRequest {
  /** Public HTTPS address of the receiver. */
  webhook_url?: string;
  /** The earlier name of `webhook_url`. */
  url?: string;
}

/** The answer. */
export interface VideoTranscriptAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "video_transcript";
    /** Input as looked up, after normalisation. */
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
  /** There is a transcript. */
  matched: boolean;
  /** The same. */
  transcript_available: boolean;
  /** The platform. */
  platform: Open<"tiktok" | "instagram" | "youtube" | "facebook" | "twitter" | "network" | "reddit">;
  /** Words of the transcript; null without one. */
  word_count: number | null;
  /** Language: ISO 639, such as en. */
  language: string | null;
}

export interface VideoTranscriptInsights {
  /** The transcript. */
  video_transcript_result: {
    /** Address of the video. */
    url: string;
    /** What is said, without times and cue numbers; null without one. */
    transcript: string | null;
    /** The same in stretches with their times; null where the source gives none. */
    segments: Array<{
      /** Where it begins, in seconds. */
      start: number | null;
      /** Where it ends, in seconds. */
      end: number | null;
      /** What is said. */
      text: string;
      /** Who speaks, as the source names them; null where it does not. */
      speaker: string | null;
    }> | null;
    /** Language: ISO 639, such as en. */
    language: string | null;
    /** Words of the transcript; null without one. */
    word_count: number | null;
    /** True: recognised from the sound of a video of at most ten minutes, as the platform has no captions of it. False: the captions. Null without a transcript. */
    recognized: boolean | null;
  };
}

export interface VideoTranscriptRequest {
  /** Full address of the video. Mobile hosts, short addresses and tracking parameters do not matter. */
  url: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

export interface WebhookDelivery {
  /** Also the X-Service-Delivery header. */
  id: string;
  /** The body's id; the same for every delivery of one event. */
  event_id: string;
  /** Type of the event. */
  type: Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped" | "webhook.test">;
  /** The receiver. */
  url: string;
  /** The endpoint it goes to; null for the `webhook_url` of a job or monitor. */
  webhook_endpoint_id: string | null;
  /** Delivered: the receiver answered 2xx within five seconds. Pending: an attempt is under way or due. */
  status: Open<"pending" | "delivered" | "failed">;
  /** Made so far, with one under way: one, or up to 8 at an endpoint. */
  attempts: number;
  /** Null when no attempt is due. */
  next_attempt_at: string | null;
  /** Of the last attempt; null when there was no reply. */
  http_status: number | null;
  /** How long the attempt took, in milliseconds; null when it was not made. */
  duration_ms: number | null;
  /** Why it failed. */
  error_code: Open<"TIMEOUT" | "CONNECTION_FAILED" | "ADDRESS_FORBIDDEN" | "NAME_UNRESOLVED" | "REDIRECTED" | "HTTP_STATUS" | "INTERRUPTED" | "SECRET_UNREADABLE" | "MAIL_NOT_CONFIGURED" | "MAIL_REFUSED" | "ORGANIZATION_CLOSED" | "ENDPOINT_INACTIVE"> | null;
  /** The first attempt, when this one was asked for. */
  redelivery_of: string | null;
  /** When it was made. */
  created_at: string;
}

/** The answer. */
export interface WebhookDeliveryListAnswer {
  /** One page of attempts. */
  deliveries: Array<WebhookDelivery>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

export interface WebhookEndpoint {
  /** Begins with `we_`. */
  id: string;
  /** The receiver. */
  url: string;
  /** Empty where none was given. */
  description: string;
  /** Types of events it is sent. */
  events: Array<Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped">>;
  /** False: nothing is sent to it. */
  active: boolean;
  /** Why it is off. failing: every attempt of 3 days failed. */
  disabled_reason: Open<"requested" | "failing"> | null;
  /** When attempts began to fail; null when the last one did not. */
  failing_since: string | null;
  /** Until when the secret that was replaced last signs too; null when it does not. */
  previous_secret_ends_at: string | null;
  /** When it was made. */
  created_at: string;
}

export interface WebhookEndpointChanges {
  /** Public HTTPS address of the receiver. */
  url?: string;
  /** Types of events it is sent. */
  events?: Array<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped">;
  /** For people. */
  description?: string;
  /** Whether anything is sent to it. */
  active?: boolean;
}

/** The answer. */
export interface WebhookEndpointListAnswer {
  /** A page of them. */
  endpoints: Array<WebhookEndpoint>;
  /** Which page this is, and how to get the next. */
  pagination: {
    /** Most entries of a page. */
    limit: number;
    /** Pass as `cursor` for the next page; null on the last. */
    next_cursor: string | null;
    /** Whether another page follows. */
    has_more: boolean;
  };
}

export interface WebhookEndpointRequest {
  /** Public HTTPS address of the receiver. */
  url: string;
  /** Types of events it is sent; by default all. */
  events?: Array<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped">;
  /** For people. */
  description?: string;
  /** false: nothing is sent to it until it is switched on. */
  active?: boolean;
}

/** The answer. */
export interface WebhookEndpointSecretAnswer {
  /** Begins with `we_`. */
  id: string;
  /** The receiver. */
  url: string;
  /** Empty where none was given. */
  description: string;
  /** Types of events it is sent. */
  events: Array<Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped">>;
  /** False: nothing is sent to it. */
  active: boolean;
  /** Why it is off. failing: every attempt of 3 days failed. */
  disabled_reason: Open<"requested" | "failing"> | null;
  /** When attempts began to fail; null when the last one did not. */
  failing_since: string | null;
  /** Until when the secret that was replaced last signs too; null when it does not. */
  previous_secret_ends_at: string | null;
  /** When it was made. */
  created_at: string;
  /** Signs the deliveries. Shown this once. */
  secret: string;
}

/** The answer. */
export interface WebhookExchangeAnswer {
  /** Also the X-Service-Delivery header. */
  id: string;
  /** The body's id; the same for every delivery of one event. */
  event_id: string;
  /** Type of the event. */
  type: Open<"bulk_job.completed" | "bulk_job.failed" | "bulk_job.paused" | "bulk_job.cancelled" | "number_monitor.changed" | "number_monitor.skipped" | "job_change_monitor.changed" | "job_change_monitor.skipped" | "webhook_endpoint.disabled" | "credits.threshold_reached" | "top_up.paid" | "top_up.failed" | "top_up.skipped" | "webhook.test">;
  /** The receiver. */
  url: string;
  /** The endpoint it goes to; null for the `webhook_url` of a job or monitor. */
  webhook_endpoint_id: string | null;
  /** Delivered: the receiver answered 2xx within five seconds. Pending: an attempt is under way or due. */
  status: Open<"pending" | "delivered" | "failed">;
  /** Made so far, with one under way: one, or up to 8 at an endpoint. */
  attempts: number;
  /** Null when no attempt is due. */
  next_attempt_at: string | null;
  /** Of the last attempt; null when there was no reply. */
  http_status: number | null;
  /** How long the attempt took, in milliseconds; null when it was not made. */
  duration_ms: number | null;
  /** Why it failed. */
  error_code: Open<"TIMEOUT" | "CONNECTION_FAILED" | "ADDRESS_FORBIDDEN" | "NAME_UNRESOLVED" | "REDIRECTED" | "HTTP_STATUS" | "INTERRUPTED" | "SECRET_UNREADABLE" | "MAIL_NOT_CONFIGURED" | "MAIL_REFUSED" | "ORGANIZATION_CLOSED" | "ENDPOINT_INACTIVE"> | null;
  /** The first attempt, when this one was asked for. */
  redelivery_of: string | null;
  /** When it was made. */
  created_at: string;
  /** What was sent; null of a mail. */
  request: {
    /** Without the signatures. */
    headers: Record<string, string>;
    /** The first 4096 bytes of it. */
    body: string;
    /** Of the whole body. */
    body_bytes: number;
  } | null;
  /** What the last attempt was answered; null when there was no reply. */
  response: {
    /** Media type of the page. */
    content_type: string | null;
    /** The first 4096 bytes of it. */
    body: string;
  } | null;
}

/** The answer. */
export interface WebhookTestAnswer {
  /** Signed this event, and no other. */
  webhook_secret: string;
  delivery: WebhookDelivery;
}

/** The answer. */
export interface WebsiteContactsScraperAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "website_contacts_scraper";
    /** Input as looked up, after normalisation. */
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
  /** Registrable domain of the site */
  domain: string;
  /** Whether the site names an email address. */
  hasEmails: boolean;
  /** Whether the site names a phone number. */
  hasPhones: boolean;
  /** How many email addresses it names. */
  emailsCount: number;
  /** How many phone numbers it names. */
  phonesCount: number;
  /** Profile addresses on all platforms */
  socialsCount: number;
}

export interface WebsiteContactsScraperInsights {
  /** Lower case, in the order found */
  emails: Array<string>;
  /** E.164, in the order found; faxes left out */
  phones: Array<string>;
  /** Platform to profile addresses: instagram, tiktok, youtube, twitter, facebook, threads, twitch, snapchat, bluesky, truthsocial, pinterest, network (the professional one), github, telegram, whatsapp (channels, groups), reddit, discord, medium, vimeo, xing, yelp, tumblr, soundcloud, behance, dribbble, vk, flickr, mastodon */
  socials: Record<string, Array<string>>;
  /** Pages read, the home page first */
  pages: Array<string>;
  /** Address, number or profile to the page that names it first */
  found_on: Record<string, string>;
  /** Country whose numbers are read without a country code */
  country: string | null;
}

export interface WebsiteContactsScraperRequest {
  /** Domain or full address of the site; the registrable domain is what is looked up. */
  domain: string;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}

/** The answer. */
export interface WebsiteScraperAnswer {
  /** What was looked up, and when. */
  request: {
    /** Id of this lookup; also the X-Request-Id header. */
    id: string;
    /** Lookup type of this product. */
    type: "website_scraper";
    /** Input as looked up, after normalisation. */
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
  /** The page's title; null when it has none */
  name: string | null;
  /** Unicode characters of the Markdown */
  characterCount: number;
  /** Links in the Markdown */
  linksCount: number;
}

export interface WebsiteScraperInsights {
  /** The page as Markdown; null when `formats` leaves it out */
  website_scraper_result: string | null;
  /** Without scripts, styles and hidden parts, addresses in full; null when not asked for */
  html: string | null;
  /** Each address once, at most 5,000; null when not asked for */
  links: Array<{
    /** In full */
    url: string;
    /** Its words, or what names it aloud */
    text: string | null;
  }> | null;
  /** What the head of the page says; null when not asked for */
  metadata: {
    /** Address the page names as its own */
    canonical_url: string | null;
    /** Name the page gives its site */
    site_name: string | null;
    /** Open Graph type, such as article */
    type: string | null;
    /** Picture for sharing */
    image: string | null;
    /** Address of the site's icon */
    icon: string | null;
    /** As written */
    author: string | null;
    /** As written */
    published_at: string | null;
    /** As written */
    modified_at: string | null;
    /** As written */
    keywords: string | null;
    /** What search engines may do */
    robots: string | null;
  } | null;
  /** Where the last redirect ended */
  final_url: string;
  /** HTTP status of the site; null for a rendered page */
  status: number | null;
  /** Media type of the page. */
  content_type: string | null;
  /** As the page declares it */
  language: string | null;
  /** As the page declares it */
  description: string | null;
  /** Markdown or HTML was cut at 1,000,000 characters, or links at 5,000 */
  truncated: boolean;
  /** A browser ran the page before it was read */
  rendered: boolean;
}

export interface WebsiteScraperRequest {
  /** Address of the page: starts with http:// or https://, or is a bare domain, which is read as https. */
  url: string;
  /** What to give: markdown (as without this field), html, links, metadata */
  formats?: Array<"markdown" | "html" | "links" | "metadata">;
  /** false gives the whole page: navigation, header, footer, and what stands beside the text */
  only_main_content?: boolean;
  /** true runs the page in a browser first, false never; without it that is done where the page is empty as served. Needs the Browser Rendering binding */
  render?: boolean;
  /** Skip the 7-day cache and look up afresh at full price. */
  bypass_cache?: boolean;
}
