"""What is sent to the service, and what it answers.

A list of values is what is known today: new ones may come any time.
"""
# Written by `npm run clients` from the OpenAPI document. Do not edit.
# ruff: noqa
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AccountAnswerUser(TypedDict):
    """Whose key it is."""

    email: str | None
    """Of the user who created the key, or of the account owner."""


class AccountAnswerOrganization(TypedDict):
    """The organization that pays."""

    id: str
    """Id of the organization."""
    name: str
    """Name of the organization."""
    active: bool
    """Whether it may be used."""
    created_at: str
    """When it was made."""


class AccountAnswerSubscriptionPlan(TypedDict):
    """The plan that is paid for."""

    name: str
    """Id of the plan."""
    tokens_per_month: int
    """Credits of one period."""


class AccountAnswerSubscription(TypedDict):
    status: str
    """For example active or trialing."""
    is_trial: bool
    """Whether the plan is being tried."""
    trial_end: str | None
    """When the trial ends; null when there is none."""
    current_period_start: str
    """When the running period began."""
    current_period_end: str
    """When the running period ends."""
    plan: AccountAnswerSubscriptionPlan
    """The plan that is paid for."""


class AccountAnswerTokensSubscription(TypedDict):
    """This period's plan credits."""

    total: int
    """Credits of the plan in this period."""
    used: int
    """Those that were spent."""
    available: int
    """Those that are left."""


class AccountAnswerTokens(TypedDict):
    """Credits, by where they come from."""

    subscription: AccountAnswerTokensSubscription
    """This period's plan credits."""
    rollover: int
    """Carried over from earlier periods."""
    purchased: int
    """Credits that were bought; they do not end."""
    total_available: int
    """Every credit spendable now."""


class AccountAnswerUsageCurrentPeriod(TypedDict):
    """Since the running period began."""

    lookups: int | None
    """Null when it cannot be read."""
    tokens_consumed: int | None
    """Null when it cannot be read."""


class AccountAnswerUsageAllTime(TypedDict):
    """Since the organization was made."""

    lookups: int | None
    """Null when it cannot be read."""
    tokens_consumed: int | None
    """Null when it cannot be read."""


class AccountAnswerUsage(TypedDict):
    """What was looked up and what it cost."""

    current_period: AccountAnswerUsageCurrentPeriod
    """Since the running period began."""
    all_time: AccountAnswerUsageAllTime
    """Since the organization was made."""


class AccountAnswerApiKey(TypedDict):
    """The key that asks."""

    id: str
    """Empty when not called with an API key."""
    total_lookups: int | None
    """Null when it cannot be read."""
    total_tokens_consumed: int | None
    """Null when it cannot be read."""


class AccountAnswer(TypedDict):
    """The answer."""

    user: AccountAnswerUser
    """Whose key it is."""
    organization: AccountAnswerOrganization
    """The organization that pays."""
    subscription: AccountAnswerSubscription | None
    """Null when there is none."""
    tokens: AccountAnswerTokens
    """Credits, by where they come from."""
    usage: AccountAnswerUsage
    """What was looked up and what it cost."""
    api_key: AccountAnswerApiKey
    """The key that asks."""


class AccountSearchAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["account_search"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class AccountSearchAnswer(TypedDict):
    """The answer."""

    request: AccountSearchAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: AccountSearchClassification
    insights: AccountSearchInsights


class AccountSearchClassification(TypedDict):
    found: bool
    """There is at least one row."""
    count: int
    """Rows of this answer."""
    next_cursor: str | None
    """Send it as `cursor` with the same search for the rows after these; null after the last."""


class AccountSearchInsightsAccountSearchResultRowsItem(TypedDict):
    company_name: str | None
    """Name."""
    domain: str | None
    """The company's domain."""
    industry: str | None
    """Industry."""
    employee_band: str | None
    """For example 51-200."""
    revenue_band: str | None
    """For example $10M-$25M."""
    country: str | None
    """Country of the headquarters, by its English name."""
    country_code: str | None
    """Country of the headquarters, ISO 3166-1 alpha-2; null for no known country."""
    employees_min: float | None
    """Employees, at least; null where the source does not say."""
    employees_max: float | None
    """Employees, at most; null where the source does not say."""
    revenue_min: float | None
    """A year's revenue in US dollars, at least; null where the source does not say."""
    revenue_max: float | None
    """A year's revenue in US dollars, at most; null where the source does not say."""
    technologies: list[str]
    """Technologies its sites use, where the source says."""
    network_url: str | None
    """Page on the professional network."""


class AccountSearchInsightsAccountSearchResult(TypedDict):
    """Which companies were found."""

    rows: list[AccountSearchInsightsAccountSearchResultRowsItem]
    """Companies."""
    total: int | None
    """Rows of the whole search as the source counts them; null when it does not."""


class AccountSearchInsights(TypedDict):
    account_search_result: AccountSearchInsightsAccountSearchResult
    """Which companies were found."""


class AccountSearchRequest(TypedDict):
    keywords: NotRequired[str]
    """Words that say what the company does."""
    industry: NotRequired[str]
    """Industry, as company databases name it."""
    location: NotRequired[str]
    """City, region or country, or several of them with commas: companies in all of them. Two letters are the ISO code of a country."""
    employees_min: NotRequired[int | None]
    """Employees at least."""
    employees_max: NotRequired[int | None]
    """Employees at most."""
    revenue_min: NotRequired[int | None]
    """Revenue of a year at least, US dollars."""
    revenue_max: NotRequired[int | None]
    """Revenue of a year at most, US dollars."""
    technology: NotRequired[str]
    """A technology its sites use."""
    limit: NotRequired[int]
    """Rows wanted at most, 1 to 100; the operator may have set fewer."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the answer before, with the same search: the rows after it."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class AdLibraryLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["ad_library_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class AdLibraryLookupAnswer(TypedDict):
    """The answer."""

    request: AdLibraryLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: AdLibraryLookupClassification
    insights: AdLibraryLookupInsights


class AdLibraryLookupClassification(TypedDict):
    found: bool
    """Whether the library holds an ad. Nothing is charged if not."""
    platform: Literal["meta", "google", "tiktok", "network", "microsoft"] | str
    """The library that was asked."""
    advertiser: str | None
    """Whose ads these are; null when several advertisers have some."""
    ads_count: int
    """Ads of the whole search where the library counts them, else of this answer."""
    next_cursor: str | None
    """Send it as cursor for the ads after these; null after the last."""


class AdLibraryLookupInsightsAdLibraryResultAdsItem(TypedDict):
    id: str
    """Id of the ad in its library."""
    advertiser: str | None
    """Who runs it."""
    title: str | None
    """Headline."""
    text: str | None
    """Text of the ad."""
    format: str | None
    """For example image, video, text."""
    destination_url: str | None
    """Where it leads."""
    snapshot_url: str | None
    """Where the library shows it."""
    started_at: str | None
    """When it was first shown."""
    ended_at: str | None
    """When it was last shown, or ends."""
    active: bool | None
    """Whether it runs now, where that is said."""
    placements: list[str]
    """Where the platform shows it."""


class AdLibraryLookupInsightsAdLibraryResult(TypedDict):
    """The ads of this page."""

    ads: list[AdLibraryLookupInsightsAdLibraryResultAdsItem]
    """In the order of the library."""


class AdLibraryLookupInsights(TypedDict):
    ad_library_result: AdLibraryLookupInsightsAdLibraryResult
    """The ads of this page."""


class AdLibraryLookupRequest(TypedDict):
    company: NotRequired[str]
    """Advertiser, by name; the google library wants its domain."""
    keyword: NotRequired[str]
    """What the ads are about; company wins where both are given."""
    platform: NotRequired[str]
    """The library, one of: meta, google, tiktok, network, microsoft. meta by default, and microsoft where the operator has none for that; network is the professional one, and `linkedin` the same."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the answer before, with the same search: the rows after it."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class AudienceDemographicsAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["audience_demographics"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class AudienceDemographicsAnswer(TypedDict):
    """The answer."""

    request: AudienceDemographicsAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: AudienceDemographicsClassification
    insights: AudienceDemographicsInsights


class AudienceDemographicsClassification(TypedDict):
    matched: bool
    """Something is known of its followers."""
    handle: str
    """Name of the account, without @."""
    sample_size: int | None
    """Followers whose country is known: a sample, not all of them."""
    countries_count: int
    """Countries they are in."""


class AudienceDemographicsInsightsAudienceDemographicsResultCountriesItem(TypedDict):
    country: str
    """Name of the country."""
    country_code: str | None
    """ISO 3166-1 alpha-2."""
    count: int
    """Followers of the sample who are there."""
    share: float | None
    """Share of the sample, as the source has it: 0.1596 is 15.96 %."""


class AudienceDemographicsInsightsAudienceDemographicsResult(TypedDict):
    """Where the followers are."""

    countries: list[AudienceDemographicsInsightsAudienceDemographicsResultCountriesItem]
    """Countries, as the source orders them; a row without a code is the rest."""


class AudienceDemographicsInsights(TypedDict):
    audience_demographics_result: AudienceDemographicsInsightsAudienceDemographicsResult
    """Where the followers are."""


class AudienceDemographicsRequest(TypedDict):
    handle: str
    """Name of the account, with or without @, or the address of its profile. Short-video accounts only."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class AudienceIntelligenceAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["audience_intelligence"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class AudienceIntelligenceAnswer(TypedDict):
    """The answer."""

    request: AudienceIntelligenceAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: AudienceIntelligenceClassification
    insights: AudienceIntelligenceInsights


class AudienceIntelligenceClassification(TypedDict):
    found: bool
    """Whether the report has a row. Nothing is charged if not."""
    target: str
    """The registrable domain."""
    report: Literal["summary", "geo", "age_sex", "income", "sources", "destinations"] | str
    """Which report it is."""
    report_label: str
    """The same in words."""
    row_count: int
    """How many rows there are."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem(TypedDict):
    """Of the report summary."""

    target: str | None
    """The domain."""
    rank: float | None
    """Rank among all domains by visits."""
    visits: float | None
    """Visits in the month."""
    users: float | None
    """People who visited in the month."""
    pages_per_visit: float | None
    """Pages of a visit, on average."""
    time_on_site: float | None
    """Seconds of a visit, on average."""
    bounce_rate: float | None
    """Share of the visits that end at the first page, 0 to 1."""
    direct: float | None
    """Visits by typing the address."""
    referral: float | None
    """Visits by links on other sites."""
    social: float | None
    """Visits from social platforms."""
    search: float | None
    """Visits from search results."""
    paid: float | None
    """Visits from advertisements."""
    mail: float | None
    """Visits from mail."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem2(TypedDict):
    """Of the report sources."""

    from_target: str | None
    """Site they came from."""
    channel: str | None
    """Kind of site."""
    traffic_type: str | None
    """Kind of visit."""
    traffic: float | None
    """Visits."""
    traffic_share: float | None
    """Their share of all, 0 to 1."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem3(TypedDict):
    """Of the report geo."""

    geo: str | None
    """Country."""
    traffic: float | None
    """Visits."""
    traffic_share: float | None
    """Their share of all, 0 to 1."""
    users: float | None
    """People who visited in the month."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem4(TypedDict):
    """Of the report age_sex."""

    age: str | None
    """Group of ages."""
    female_users: float | None
    """Women of that age."""
    male_users: float | None
    """Men of that age."""
    female_share: float | None
    """Share of women, 0 to 1."""
    male_share: float | None
    """Share of men, 0 to 1."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem5(TypedDict):
    """Of the report income."""

    income_type: str | None
    """Group of incomes: high, middle or low."""
    users: float | None
    """People who visited in the month."""
    users_share: float | None
    """Their share of all, 0 to 1."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem6(TypedDict):
    """Of the report destinations."""

    to_target: str | None
    """Site they went to."""
    traffic: float | None
    """Visits."""
    traffic_share: float | None
    """Their share of all, 0 to 1."""


class AudienceIntelligenceInsightsAudienceIntelligenceResult(TypedDict):
    """The report."""

    month: str | None
    """First day of the month the figures are of; null when the source does not say."""
    rows: list[AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem2 | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem3 | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem4 | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem5 | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem6]
    """Rows of the report, most first; shares are fractions of 1."""


class AudienceIntelligenceInsights(TypedDict):
    audience_intelligence_result: AudienceIntelligenceInsightsAudienceIntelligenceResult
    """The report."""


class AudienceIntelligenceRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    report: NotRequired[Literal["summary", "geo", "age_sex", "income", "sources", "destinations"] | None]
    """Which report: each is a lookup of its own; default summary."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class AudioTranscriptionAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["audio_transcription"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class AudioTranscriptionAnswer(TypedDict):
    """The answer."""

    request: AudioTranscriptionAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: AudioTranscriptionClassification
    insights: AudioTranscriptionInsights


class AudioTranscriptionClassification(TypedDict):
    matched: bool
    """Something is said. Silence is charged for all the same."""
    language: str | None
    """Language: ISO 639, such as en."""
    duration_seconds: float
    """True length of the audio: what is charged for."""
    word_count: int
    """Words of the transcript."""
    speakers_count: int | None
    """Number of speakers; null where they were not asked for or the source cannot tell them apart."""


class AudioTranscriptionInsightsAudioTranscriptionResultSegmentsItem(TypedDict):
    start: float | None
    """Where it begins, in seconds."""
    end: float | None
    """Where it ends, in seconds."""
    text: str
    """What is said."""
    speaker: str | None
    """Who speaks, as the source names them; null where it does not."""


class AudioTranscriptionInsightsAudioTranscriptionResult(TypedDict):
    """The transcript, whole and in stretches."""

    transcript: str
    """What is said; empty without speech."""
    segments: list[AudioTranscriptionInsightsAudioTranscriptionResultSegmentsItem]
    """In the order spoken."""


class AudioTranscriptionInsights(TypedDict):
    audio_transcription_result: AudioTranscriptionInsightsAudioTranscriptionResult
    """The transcript, whole and in stretches."""


class AudioTranscriptionRequest(TypedDict):
    url: str
    """Address of the audio or video file itself, as audio/*, video/* or application/octet-stream. Not a page that plays it."""
    expected_duration_minutes: float
    """How long you expect the audio to be. Its price is set aside meanwhile, minutes begun counted whole; the true length is charged."""
    language: NotRequired[str | None]
    """Language spoken: ISO 639, such as en. Without it the source finds out."""
    speaker_labels: NotRequired[bool | None]
    """Tell speakers apart, where the source can; default false."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class B2bContactAppendAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["b2b_contact_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class B2bContactAppendAnswer(TypedDict):
    """The answer."""

    request: B2bContactAppendAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: B2bContactAppendClassification
    insights: B2bContactAppendInsights


class B2bContactAppendClassification(TypedDict):
    matched: bool
    """A record names the person."""
    full_name: str | None
    """Full name."""
    work_email: str | None
    """Email address at the current company."""
    email_confidence: float | None
    """How sure the source is of the address, 0 to 100; null when it does not say."""
    title: str | None
    """Current title."""
    seniority: str | None
    """Level, for example cxo, vp, director, manager."""
    company: str | None
    """Current company."""


class B2bContactAppendInsightsB2bContactAppendResult(TypedDict):
    """What the record says besides."""

    departments: list[str]
    """Departments or roles, such as sales."""
    email_verified: bool | None
    """True: a mail server confirmed the mailbox of work_email. False: none could. Null: not checked."""
    work_phone: str | None
    """Phone number that is called no mobile one, as the source writes it."""
    mobile_phone: str | None
    """Mobile number, E.164."""
    network_url: str | None
    """Page on the professional network."""
    company_domain: str | None
    """The company's domain."""
    current_role_started: str | None
    """When the current role began: YYYY, YYYY-MM or YYYY-MM-DD."""
    city: str | None
    """City the person is in."""
    region: str | None
    """State or region."""
    country: str | None
    """Country, by code or name."""


class B2bContactAppendInsights(TypedDict):
    b2b_contact_append_result: B2bContactAppendInsightsB2bContactAppendResult
    """What the record says besides."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class B2bContactAppendRequest(TypedDict):
    email: NotRequired[str]
    """Email address of the person, work or private."""
    network_url: NotRequired[str]
    """Address of the person's public page on the professional network, or its vanity name."""
    name: NotRequired[str]
    """First and last name; together with company_domain."""
    company_domain: NotRequired[str]
    """Domain of the person's company; together with name."""
    person_id: NotRequired[str]
    """Id of a row of prospect-search: reveals who it is."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class BacklinkOverviewAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["backlink_overview"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class BacklinkOverviewAnswer(TypedDict):
    """The answer."""

    request: BacklinkOverviewAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: BacklinkOverviewClassification
    insights: BacklinkOverviewInsights


class BacklinkOverviewClassification(TypedDict):
    found: bool
    """Whether any source knows the domain. Nothing is charged if not."""
    domain: str
    """The registrable domain."""
    authority_score: float | None
    """Authority by its links, 0 to 100."""
    total_backlinks: int | None
    """Links to the domain."""
    referring_domains: int | None
    """Domains they are on."""


class BacklinkOverviewInsightsBacklinkOverviewResult(TypedDict):
    """The links in figures; null, or an empty list, is what no source says."""

    referring_main_domains: int | None
    """Registrable domains the links are on."""
    referring_ips: int | None
    """Addresses they are on."""
    referring_subnets: int | None
    """Networks of 256 addresses they are on."""
    nofollow_backlinks: int | None
    """Those of the links that pass no weight."""
    broken_backlinks: int | None
    """Those that lead nowhere."""
    spam_score: float | None
    """Spam among the links, 0 to 100."""
    first_seen: str | None
    """Day the first link was seen, ISO 8601."""
    top_tlds: list[str]
    """Top-level domains most links are from."""
    top_countries: list[str]
    """Countries most links are from."""
    link_types: dict[str, int | None]
    """Kinds of links, and how many there are of each; null when not counted."""


class BacklinkOverviewInsights(TypedDict):
    backlink_overview_result: BacklinkOverviewInsightsBacklinkOverviewResult
    """The links in figures; null, or an empty list, is what no source says."""


class BacklinkOverviewRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class BatchAnswerResultsItemDataRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: str
    """Lookup type."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class BatchAnswerResultsItemData(TypedDict):
    """Where it was answered."""

    request: BatchAnswerResultsItemDataRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: dict[str, Any]
    """What the product concludes."""
    insights: NotRequired[dict[str, Any]]
    """What the conclusion rests on."""
    risk_assessment: NotRequired[RiskAssessment]
    recommendations: NotRequired[Recommendations]


class BatchAnswerResultsItemError(TypedDict):
    """Where it was refused."""

    message: str
    """For people. It may change: branch on `code`."""
    code: Literal["INVALID_REQUEST", "INVALID_INPUT", "MISSING_FIELD", "VALIDATION_FAILED", "UPSTREAM_ERROR", "INVALID_TYPE", "INPUT_LIMIT_EXCEEDED", "UNAUTHORIZED", "INSUFFICIENT_CREDITS", "UPGRADE_REQUIRED", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_CONFLICT", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE", "SERVICE_BUSY", "UPSTREAM_QUOTA_EXHAUSTED", "UPSTREAM_TIMEOUT"] | str
    """What went wrong."""
    type: Literal["api_error"]
    """The same for every refusal."""
    param: NotRequired[str]
    """The field that is wrong, where one is."""
    details: NotRequired[dict[str, Any]]
    """`available: false` where this service has no source for the lookup: waiting will not help. `billing_url` where credits or a plan are missing: the page that sells them."""
    doc_url: str
    """Address of the page that says what to do about the code."""
    request_id: str
    """Id of this request; also the X-Request-Id header."""


class BatchAnswerResultsItem(TypedDict):
    status: int
    """HTTP status that the lookup would have had alone."""
    success: bool
    """Whether `data` holds an answer."""
    data: NotRequired[BatchAnswerResultsItemData]
    """Where it was answered."""
    error: NotRequired[BatchAnswerResultsItemError]
    """Where it was refused."""
    retry_after: NotRequired[int]
    """Seconds to wait before asking again, where known."""


class BatchAnswer(TypedDict):
    """The answer."""

    results: list[BatchAnswerResultsItem]
    """One for each lookup, in their order."""
    succeeded: int
    """Lookups that were answered."""
    failed: int
    """Lookups that were refused. Free."""
    credits_used: int
    """Cost of all of them in credits."""
    credits_remaining: int
    """Balance after the batch in credits."""


class BatchRequest(TypedDict):
    requests: list[dict[str, Any]]
    """Answered in this order."""


class BulkInsufficientCreditsSuggestedPlan(TypedDict):
    id: str
    """Id of the plan."""
    name: str
    """Name of the plan."""
    tier: str
    """Step of the plan among all."""
    tokens: int
    """Credits of one period."""
    monthlyPrice: float
    """In US dollars."""
    monthlyPriceId: str
    """Id of the price."""


class BulkInsufficientCredits(TypedDict):
    code: Literal["UPGRADE_REQUIRED"]
    """Always UPGRADE_REQUIRED."""
    error: str
    """Why the job was refused, for people."""
    required: int
    """Listed price of every row, in credits."""
    available: int
    """Spendable credits."""
    shortfall: int
    """Credits that are missing."""
    rowCount: int
    """Rows that would be looked up."""
    tokenCostPerRow: int
    """Listed price of the dearest row."""
    suggestedPlan: BulkInsufficientCreditsSuggestedPlan | None
    """The smallest plan whose credits cover the job; null when none does."""
    maxPlanTokens: int
    """Credits of the largest plan."""
    planFullyCovers: bool
    """Whether the suggested plan covers the job."""
    billing_url: str
    """Address of the page that sells credits and plans."""
    doc_url: str
    """Address of the page that says what to do about the code."""
    request_id: str
    """Id of this request; also the X-Request-Id header."""


class BulkJobAnswer(TypedDict):
    """The answer."""

    id: str
    """As job_id."""
    job_id: str
    """Id of the job."""
    type: str
    """Bulk type of its product."""
    status: Literal["pending", "processing", "completed", "failed", "paused_insufficient_credits", "cancelled"] | str
    """How it stands."""
    file_name: str | None
    """Name of the file that the rows came from."""
    total: int
    """Rows sent."""
    processed: int
    """succeeded + failed + skipped + duplicates"""
    succeeded: int
    """Rows that were answered."""
    failed: int
    """Rows that could not be answered, unusable ones too. Free."""
    skipped: int
    """Empty rows. Free."""
    duplicates: int
    """Rows that repeat an earlier one after normalisation. Free."""
    processed_count: int
    """As processed."""
    successful_count: int
    """As succeeded."""
    failed_count: int
    """As failed."""
    credits_used: int
    """Credits taken so far."""
    results_url: str | None
    """Input, status, credits and the classification fields as CSV, valid for one hour; null until the job has ended."""
    answers_url: str | None
    """The rows as they were sent, each with its answer behind it, written as the file they came in, valid for one hour; null until the job has ended."""
    good_answers_url: str | None
    """The same of the good rows alone: something was found, and the answer recommends neither REVIEW nor BLOCK, valid for one hour; null until the job has ended."""
    webhook_url: NotRequired[str]
    """Where the end of the job is sent; absent without one."""
    webhook_endpoint_id: NotRequired[str]
    """Endpoint its events are sent to, where one was named."""
    created_at: str
    """When it was made."""
    completed_at: str | None
    """When it ended; null until then."""


class BulkJobCreatedAnswerUnusableItem(TypedDict):
    row: int
    """1 for the first row."""
    input: str
    """As it was sent, trimmed and cut."""
    message: str
    """Why, for people."""
    code: str
    """Code of the refusal."""


class BulkJobCreatedAnswerFreeItem(TypedDict):
    row: int
    """1 for the first row."""
    input: str
    """As it was sent, trimmed and cut."""
    message: str
    """Why, for people."""


class BulkJobCreatedAnswer(TypedDict):
    """The answer."""

    id: str
    """As job_id."""
    job_id: str
    """Id of the job."""
    status: Literal["pending", "processing", "completed", "failed", "paused_insufficient_credits", "cancelled"] | str
    """processing for a new job; on a replay what the job is now."""
    accepted: int
    """Rows sent."""
    credits_held: NotRequired[int]
    """Credits set aside: the most the job can cost. Not on a replay."""
    columns: NotRequired[dict[str, str]]
    """Of a list with columns: fields of the product, and the name or number of the column that was taken for each."""
    unusable: NotRequired[list[BulkJobCreatedAnswerUnusableItem]]
    """The first ten rows that will fail. Not on a replay."""
    unusable_count: NotRequired[int]
    """Rows that will fail, free: all of them."""
    free: NotRequired[list[BulkJobCreatedAnswerFreeItem]]
    """The first ten rows that are answered and cost nothing by their input alone, as numbers that cannot exist where they are read: a list of them wants another country or column."""
    free_count: NotRequired[int]
    """Rows that cost nothing by their input: all of them."""
    webhook_url: NotRequired[str]
    """Where the end of the job is sent; absent without one."""
    webhook_endpoint_id: NotRequired[str]
    """Endpoint its events are sent to, where one was named."""
    webhook_secret: NotRequired[str]
    """Signs the deliveries. Shown once, in the answer that created the job."""


class BulkJobListAnswerJobsItem(TypedDict):
    id: str
    """As job_id."""
    job_id: str
    """Id of the job."""
    type: Literal["phone_validation", "nt_lookup", "hlr_lookup", "mnp_lookup", "phone_spam", "phone_scrub", "reverse_phone_lookup", "email_validation", "reverse_email_append", "ip_lookup", "business_lookup", "business_verify", "property_lookup", "network_profile_lookup", "b2b_contact_append", "company_firmographics", "company_profile_lookup", "domain_age", "link_in_bio_lookup", "social_profile_check", "social_post_lookup", "video_transcript", "audience_demographics", "domain_authority", "backlink_overview", "keyword_metrics"] | str
    """Bulk type of the job."""
    status: Literal["pending", "processing", "completed", "failed", "paused_insufficient_credits", "cancelled"] | str
    """How it stands."""
    file_name: str | None
    """Name of the file that the rows came from."""
    total: int
    """Rows sent."""
    processed: int
    """succeeded + failed + skipped + duplicates"""
    succeeded: int
    """Rows that were answered."""
    failed: int
    """Rows that could not be answered, unusable ones too. Free."""
    skipped: int
    """Empty rows. Free."""
    duplicates: int
    """Rows that repeat an earlier one after normalisation. Free."""
    processed_count: int
    """As processed."""
    successful_count: int
    """As succeeded."""
    failed_count: int
    """As failed."""
    credits_used: int
    """Credits taken so far."""
    results_url: str | None
    """Input, status, credits and the classification fields as CSV, valid for one hour; null until the job has ended."""
    answers_url: str | None
    """The rows as they were sent, each with its answer behind it, written as the file they came in, valid for one hour; null until the job has ended."""
    good_answers_url: str | None
    """The same of the good rows alone: something was found, and the answer recommends neither REVIEW nor BLOCK, valid for one hour; null until the job has ended."""
    webhook_url: NotRequired[str]
    """Where the end of the job is sent; absent without one."""
    webhook_endpoint_id: NotRequired[str]
    """Endpoint its events are sent to, where one was named."""
    created_at: str
    """When it was made."""
    completed_at: str | None
    """When it ended; null until then."""


class BulkJobListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class BulkJobListAnswer(TypedDict):
    """The answer."""

    jobs: list[BulkJobListAnswerJobsItem]
    """One page of jobs."""
    pagination: BulkJobListAnswerPagination
    """Which page this is, and how to get the next."""


class BulkJobRequest(TypedDict):
    type: Literal["phone_validation", "nt_lookup", "hlr_lookup", "mnp_lookup", "phone_spam", "phone_scrub", "reverse_phone_lookup", "email_validation", "reverse_email_append", "ip_lookup", "business_lookup", "business_verify", "property_lookup", "network_profile_lookup", "b2b_contact_append", "company_firmographics", "company_profile_lookup", "domain_age", "link_in_bio_lookup", "social_profile_check", "social_post_lookup", "video_transcript", "audience_demographics", "domain_authority", "backlink_overview", "keyword_metrics"]
    """The bulk type of a product, as `GET /v1/products` lists it; its type and its path do too."""
    inputs: list[str | dict[str, Any]]
    """The product's main input, one to a row; or an object of all its fields, as it is or written as a string. At most 4,096 bytes a row."""
    webhook_url: NotRequired[str]
    """Public HTTPS address that is sent an event when the job ends or pauses."""
    webhook_endpoint_id: NotRequired[str]
    """Instead of `webhook_url`: a webhook endpoint, with its secret and its retries."""
    file_name: NotRequired[str]
    """Name of the file that the rows come from: the job bears it, and its files are named after it."""
    dry_run: NotRequired[bool]
    """true: the job is priced and its unusable rows are named, and nothing is kept."""


class BulkResultsAnswerLookupsItem(TypedDict):
    id: str
    """Id of the row."""
    input: str
    """As it was sent, trimmed."""
    status: Literal["completed", "failed", "skipped", "duplicate"] | str
    """How it stands."""
    tokens_consumed: int
    """Credits this row cost."""
    response_data: dict[str, Any] | None
    """`data` of the single lookup; null where there is no answer."""
    error_code: str | None
    """Why the row failed, as `error.code` of the single lookup; null when it did not."""
    error_message: str | None
    """The same for people; null when it did not."""
    repeats_row: int | None
    """Of a duplicate: the row whose answer it shares, counted from 1."""
    created_at: str
    """When it was made."""
    completed_at: str | None
    """When it ended; null until then."""


class BulkResultsAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class BulkResultsAnswer(TypedDict):
    """The answer."""

    id: str
    """As job_id."""
    job_id: str
    """Id of the job."""
    status: Literal["pending", "processing", "completed", "failed", "paused_insufficient_credits", "cancelled"] | str
    """How it stands."""
    results_url: str | None
    """Input, status, credits and the classification fields as CSV, valid for one hour; null until the job has ended."""
    full_results_url: str | None
    """Every field as CSV, valid for one hour; null until the job has ended."""
    answers_url: str | None
    """The rows as they were sent, each with its answer behind it, written as the file they came in, valid for one hour; null until the job has ended."""
    good_answers_url: str | None
    """The same of the good rows alone: something was found, and the answer recommends neither REVIEW nor BLOCK, valid for one hour; null until the job has ended."""
    csv_note: str
    """What the files hold."""
    lookups: list[BulkResultsAnswerLookupsItem]
    """In the order the rows were sent. While the job runs, rows that have not ended are left out."""
    pagination: BulkResultsAnswerPagination
    """Which page this is, and how to get the next."""


class BusinessLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["business_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class BusinessLookupAnswer(TypedDict):
    """The answer."""

    request: BusinessLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: BusinessLookupClassification
    insights: BusinessLookupInsights


class BusinessLookupClassification(TypedDict):
    name: str | None
    """Name as the record has it."""
    category: str | None
    """What kind of business it is."""
    phone: str | None
    """As the record writes it."""
    website: str | None
    """Address of its web site."""
    email: str | None
    """Email address of the business."""
    status: Literal["OPEN", "TEMPORARILY_CLOSED", "PERMANENTLY_CLOSED"] | str | None
    """Whether it is in business; null when the record does not say."""
    rating: float | None
    """Mean of its reviews, 0 to 5."""
    reviews: int | None
    """Number of its reviews."""
    claimed: bool | None
    """Whether its owner has claimed the entry."""
    place_id: str | None
    """Id of the place in the source the record is from."""
    matched: bool
    """Whether a business of that name was found in that city. Nothing is charged if not."""


class BusinessLookupInsightsBusinessLookupResultAddress(TypedDict):
    """Where the business is."""

    line1: str | None
    """Street and house number."""
    city: str | None
    """City."""
    state: str | None
    """State or region."""
    zip: str | None
    """Postal code."""
    country_code: str | None
    """ISO 3166-1 alpha-2."""


class BusinessLookupInsightsBusinessLookupResult(TypedDict):
    """All that the record says of the business."""

    name: str | None
    """Name as the record has it."""
    category: str | None
    """What kind of business it is."""
    phone: str | None
    """As the record writes it."""
    website: str | None
    """Address of its web site."""
    email: str | None
    """Email address of the business."""
    status: Literal["OPEN", "TEMPORARILY_CLOSED", "PERMANENTLY_CLOSED"] | str | None
    """Whether it is in business; null when the record does not say."""
    rating: float | None
    """Mean of its reviews, 0 to 5."""
    reviews: int | None
    """Number of its reviews."""
    claimed: bool | None
    """Whether its owner has claimed the entry."""
    place_id: str | None
    """Id of the place in the source the record is from."""
    address: BusinessLookupInsightsBusinessLookupResultAddress
    """Where the business is."""
    latitude: float | None
    """Degrees north."""
    longitude: float | None
    """Degrees east."""
    hours: str | None
    """Opening hours in the notation of OpenStreetMap."""
    attribution: str | None
    """What the licence of the data asks to be shown beside it."""


class BusinessLookupInsights(TypedDict):
    business_lookup_result: BusinessLookupInsightsBusinessLookupResult
    """All that the record says of the business."""


class BusinessLookupRequest(TypedDict):
    name: str
    """Name of the business. Legal forms, accents and capitals do not matter."""
    city: str
    """City the business is in."""
    state: NotRequired[str | None]
    """State or region, by code or name: distinguishes cities of one name."""
    country: NotRequired[str | None]
    """Country the business is in: ISO 3166-1 alpha-2."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class BusinessVerifyAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["business_verify"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class BusinessVerifyAnswer(TypedDict):
    """The answer."""

    request: BusinessVerifyAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: BusinessVerifyClassification
    insights: BusinessVerifyInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class BusinessVerifyClassification(TypedDict):
    matched: bool
    """Whether a record of the business was found. Without one the checks that need none still run; nothing is charged then, nor for a record of no more than name and place."""
    verification_status: Literal["VERIFIED", "PARTIAL", "UNVERIFIED", "NOT_FOUND"] | str
    """VERIFIED from a score of 80, unless it closed for good or its record says no more than name and place; PARTIAL from 50, else UNVERIFIED; NOT_FOUND."""
    verification_score: int | None
    """Share of the checks that ran and passed; null without a record."""
    checks_run: int
    """Checks that could be decided."""
    checks_passed: int
    """Of these, those that are true."""
    name: str | None
    """Name as the record has it."""
    phone: str | None
    """As the record writes it."""
    website: str | None
    """Address of its web site."""


class BusinessVerifyInsightsBusinessVerifyResultChecks(TypedDict):
    """Every check: true, false, or null where it could not be decided."""

    name_match: bool | None
    """The record, or without one a register, bears the name, at least 85 % alike. Null: it could not be decided."""
    city_match: bool | None
    """The record is in the city. Null: it could not be decided."""
    phone_match: bool | None
    """The number given is that of the record. Null: it could not be decided."""
    website_match: bool | None
    """The site given has the registrable domain of the record. Null: it could not be decided."""
    website_live: bool | None
    """The site answers. Null: it could not be decided."""
    email_domain_match: bool | None
    """The email address is at the site's registrable domain. Null: it could not be decided."""
    email_deliverable: bool | None
    """The mail server accepts mail for the address. Null: it could not be decided."""
    registered: bool | None
    """The register of legal entities, or that of securities, lists the name as active; false: only as inactive. Null: it could not be decided."""
    phone_on_site: bool | None
    """The site shows the number given, or else that of the record. Null: it could not be decided."""
    address_on_site: bool | None
    """The site shows the street address of the record. Null: it could not be decided."""


class BusinessVerifyInsightsBusinessVerifyResultRecordAddress(TypedDict):
    """Where the business is."""

    line1: str | None
    """Street and house number."""
    city: str | None
    """City."""
    state: str | None
    """State or region."""
    zip: str | None
    """Postal code."""
    country_code: str | None
    """ISO 3166-1 alpha-2."""


class BusinessVerifyInsightsBusinessVerifyResultRecord(TypedDict):
    """The record the business was found in."""

    name: str | None
    """Name as the record has it."""
    category: str | None
    """What kind of business it is."""
    phone: str | None
    """As the record writes it."""
    website: str | None
    """Address of its web site."""
    email: str | None
    """Email address of the business."""
    status: Literal["OPEN", "TEMPORARILY_CLOSED", "PERMANENTLY_CLOSED"] | str | None
    """Whether it is in business; null when the record does not say."""
    rating: float | None
    """Mean of its reviews, 0 to 5."""
    reviews: int | None
    """Number of its reviews."""
    claimed: bool | None
    """Whether its owner has claimed the entry."""
    place_id: str | None
    """Id of the place in the source the record is from."""
    address: BusinessVerifyInsightsBusinessVerifyResultRecordAddress
    """Where the business is."""
    latitude: float | None
    """Degrees north."""
    longitude: float | None
    """Degrees east."""
    hours: str | None
    """Opening hours in the notation of OpenStreetMap."""
    attribution: str | None
    """What the licence of the data asks to be shown beside it."""


class BusinessVerifyInsightsBusinessVerifyResult(TypedDict):
    """What was checked, and against what."""

    checks: BusinessVerifyInsightsBusinessVerifyResultChecks
    """Every check: true, false, or null where it could not be decided."""
    unknown_reasons: dict[str, str]
    """Why a check is null, by its name."""
    record: BusinessVerifyInsightsBusinessVerifyResultRecord
    """The record the business was found in."""


class BusinessVerifyInsights(TypedDict):
    business_verify_result: BusinessVerifyInsightsBusinessVerifyResult
    """What was checked, and against what."""


class BusinessVerifyRequest(TypedDict):
    name: str
    """Name of the business. Legal forms, accents and capitals do not matter."""
    city: str
    """City the business is in."""
    state: NotRequired[str | None]
    """State or region, by code or name: distinguishes cities of one name."""
    country: NotRequired[str | None]
    """Country the business is in: ISO 3166-1 alpha-2."""
    phone: NotRequired[str]
    """Phone number the business gives as its own, read in its country without +."""
    email: NotRequired[str]
    """Email address it gives as its own."""
    website: NotRequired[str]
    """Web site it gives as its own: a domain or an address."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class CompanyFirmographicsAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["company_firmographics"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class CompanyFirmographicsAnswer(TypedDict):
    """The answer."""

    request: CompanyFirmographicsAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: CompanyFirmographicsClassification
    insights: CompanyFirmographicsInsights


class CompanyFirmographicsClassification(TypedDict):
    matched: bool
    """A company was found behind the domain."""
    company_name: str | None
    """Name."""
    industry: str | None
    """Industry, as the source calls it."""
    employee_count: int | None
    """Employees."""
    employee_band: str | None
    """1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+; or as the source writes it."""
    annual_revenue: str | None
    """A year's revenue as text: a range such as $10M-$25M, or a figure in US dollars."""
    founded_year: int | None
    """Year it was founded."""
    country: str | None
    """Country of the headquarters, by its English name."""


class CompanyFirmographicsInsightsCompanyFirmographicsResult(TypedDict):
    country_code: str | None
    """Country of the headquarters, ISO 3166-1 alpha-2; null for no known country."""
    employees_min: float | None
    """Employees, at least; null where the source does not say."""
    employees_max: float | None
    """Employees, at most; null where the source does not say."""
    revenue_min: float | None
    """A year's revenue in US dollars, at least; null where the source does not say."""
    revenue_max: float | None
    """A year's revenue in US dollars, at most; null where the source does not say."""
    revenue_band: str | None
    """The band that holds all of the revenue: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+."""
    description: str | None
    """What it does."""
    website: str | None
    """Address of its web site."""
    network_url: str | None
    """Page on the professional network."""
    lei: str | None
    """Legal Entity Identifier (ISO 17442)."""
    ticker: str | None
    """Symbol at an exchange."""
    sic_codes: list[str]
    """Standard Industrial Classification."""
    naics_codes: list[str]
    """North American Industry Classification System."""
    technology_count: int | None
    """Technologies its sites or its DNS show."""
    headcount_growth_12m: float | None
    """Growth of the head count in twelve months, a fraction."""
    departmental_head_count: dict[str, int] | None
    """Employees by department."""
    headquarters: str | None
    """City and region of the headquarters."""


class CompanyFirmographicsInsightsSourcesItem(TypedDict):
    field: str
    """Field of this answer."""
    source: str
    """Who states it, as metadata.data_sources names it."""
    as_of: str | None
    """As of when: YYYY, YYYY-MM or YYYY-MM-DD; null when the source does not say."""


class CompanyFirmographicsInsights(TypedDict):
    company_firmographics_result: CompanyFirmographicsInsightsCompanyFirmographicsResult | None
    """The company in detail; null when none was found."""
    sources: list[CompanyFirmographicsInsightsSourcesItem]
    """Where each field comes from, and as of when. A field that is not here is not known."""
    as_of: str | None
    """The oldest as_of among sources: no field that is dated is older. Null when none is dated."""


class CompanyFirmographicsRequest(TypedDict):
    domain: str
    """Domain or full address of the site; the registrable domain is what is looked up."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class CompanyProfileLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["company_profile_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class CompanyProfileLookupAnswer(TypedDict):
    """The answer."""

    request: CompanyProfileLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: CompanyProfileLookupClassification
    insights: CompanyProfileLookupInsights


class CompanyProfileLookupClassification(TypedDict):
    matched: bool
    """The company was found."""
    company_name: str | None
    """Name."""
    industry: str | None
    """Industry, as the source calls it."""
    company_size: str | None
    """Employees as the professional network shows them, in figures such as 51-200."""
    headquarters: str | None
    """City and region of the headquarters."""
    founded: int | None
    """Year it was founded."""
    followers: int | None
    """Followers on the professional network."""


class CompanyProfileLookupInsightsCompanyProfileLookupResultFunding(TypedDict):
    total_raised: float | None
    """Money raised, US dollars."""
    rounds: int | None
    """Rounds of funding."""
    last_round_date: str | None
    """Date of the last round: YYYY, YYYY-MM or YYYY-MM-DD."""
    ipo_status: Literal["public", "private"] | str | None
    """Whether its shares are listed."""


class CompanyProfileLookupInsightsCompanyProfileLookupResult(TypedDict):
    country_code: str | None
    """Country of the headquarters, ISO 3166-1 alpha-2; null for no known country."""
    employees_min: float | None
    """Employees, at least; null where the source does not say."""
    employees_max: float | None
    """Employees, at most; null where the source does not say."""
    revenue_min: float | None
    """A year's revenue in US dollars, at least; null where the source does not say."""
    revenue_max: float | None
    """A year's revenue in US dollars, at most; null where the source does not say."""
    revenue_band: str | None
    """The band that holds all of the revenue: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+."""
    description: str | None
    """What it does."""
    website: str | None
    """Address of its web site."""
    network_url: str | None
    """Page on the professional network."""
    lei: str | None
    """Legal Entity Identifier (ISO 17442)."""
    ticker: str | None
    """Symbol at an exchange."""
    country: str | None
    """Country of the headquarters, by its English name."""
    employees_on_platform: int | None
    """Employees with a profile on the professional network."""
    specialties: list[str]
    """What the company says it is good at."""
    funding: CompanyProfileLookupInsightsCompanyProfileLookupResultFunding | None
    """Null when include_funding is false."""


class CompanyProfileLookupInsightsSourcesItem(TypedDict):
    field: str
    """Field of this answer."""
    source: str
    """Who states it, as metadata.data_sources names it."""
    as_of: str | None
    """As of when: YYYY, YYYY-MM or YYYY-MM-DD; null when the source does not say."""


class CompanyProfileLookupInsights(TypedDict):
    company_profile_lookup_result: CompanyProfileLookupInsightsCompanyProfileLookupResult | None
    """The company in detail; null when none was found."""
    sources: list[CompanyProfileLookupInsightsSourcesItem]
    """Where each field comes from, and as of when. A field that is not here is not known."""
    as_of: str | None
    """The oldest as_of among sources: no field that is dated is older. Null when none is dated."""


class CompanyProfileLookupRequest(TypedDict):
    domain: NotRequired[str]
    """Domain or address of the company's site. Not needed with profile_url."""
    profile_url: NotRequired[str]
    """Address of the company's public page on the professional network, or its vanity name; it replaces the domain."""
    include_funding: NotRequired[bool]
    """Whether to look for its funding."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class DeletedWebhookEndpointAnswer(TypedDict):
    """The answer."""

    id: str
    """Of the endpoint."""
    deleted: Literal[True]
    """It is gone."""


class DomainAgeAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["domain_age"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class DomainAgeAnswer(TypedDict):
    """The answer."""

    request: DomainAgeAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: DomainAgeClassification
    insights: DomainAgeInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class DomainAgeClassification(TypedDict):
    registered: bool
    """Whether the domain is registered."""
    age_human: str | None
    """Age in years and months, or in days below a month."""
    age_days: int | None
    """Whole days since creation; null when unregistered or when the registry does not say. Without created_date the least age: the registry says before when it was registered."""
    created_date: str | None
    """When it was registered; null when the registry does not say."""
    registrar: str | None
    """Who registered it; null when the registry does not say."""


class DomainAgeInsights(TypedDict):
    expiry: str | None
    """When its registration ends; null when the registry does not say."""
    updated_date: str | None
    """When its registration last changed; null when the registry does not say."""
    nameservers: list[str]
    """Its name servers."""
    registry_status: list[str]
    """Statuses as the registry writes them."""
    registry_server: str
    """Host that answered."""
    protocol: Literal["RDAP", "WHOIS"] | str
    """How the registry was asked."""
    age_reason: str | None
    """Why age_days is null, or the least age."""


class DomainAgeRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class DomainAuthorityAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["domain_authority"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class DomainAuthorityAnswer(TypedDict):
    """The answer."""

    request: DomainAuthorityAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: DomainAuthorityClassification
    insights: DomainAuthorityInsights


class DomainAuthorityClassification(TypedDict):
    found: bool
    """Whether any source knows the domain. Nothing is charged if not."""
    domain: str
    """The registrable domain."""
    authority_score: float | None
    """Authority by its links, 0 to 100."""
    search_rank: int | None
    """Rank among all domains by visits from search."""
    popularity_rank: int | None
    """Place in a public list of the most visited domains."""
    organic_traffic: int | None
    """Visits a month from search results."""
    runs_paid_ads: bool | None
    """Whether it pays for search advertisements; null when no source says."""


class DomainAuthorityInsightsDomainAuthorityResult(TypedDict):
    """What is known of its searches and advertisements; null is what no source says."""

    organic_keywords: int | None
    """Keywords it is found by."""
    organic_traffic_value_usd: float | None
    """What those visits would cost as advertisements, US dollars."""
    paid_keywords: int | None
    """Keywords it pays for."""
    paid_traffic: int | None
    """Visits a month from paid results."""
    paid_share: float | None
    """Share of the paid visits among those from search, 0 to 1."""


class DomainAuthorityInsights(TypedDict):
    domain_authority_result: DomainAuthorityInsightsDomainAuthorityResult
    """What is known of its searches and advertisements; null is what no source says."""


class DomainAuthorityRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class DomainSeoIntelligenceAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["domain_seo_intelligence"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class DomainSeoIntelligenceAnswer(TypedDict):
    """The answer."""

    request: DomainSeoIntelligenceAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: DomainSeoIntelligenceClassification
    insights: DomainSeoIntelligenceInsights
    risk_assessment: RiskAssessment


class DomainSeoIntelligenceClassification(TypedDict):
    found: bool
    """Whether any source knows the domain. Nothing is charged if not."""
    domain: str
    """The registrable domain."""


class DomainSeoIntelligenceInsightsAuthority(TypedDict):
    """Scores; null is what no source says."""

    domainAuthority: float | None
    """Authority of the domain, 0 to 100."""
    pageAuthority: float | None
    """Authority of its home page, 0 to 100."""
    domainStrength: float | None
    """Strength by the domains that link to it, 0 to 100."""
    trustScore: float | None
    """The less spam among its links, the higher, 0 to 100."""


class DomainSeoIntelligenceInsightsBacklinks(TypedDict):
    """Who links to it."""

    totalBacklinks: int | None
    """Links to the domain."""
    referringDomains: int | None
    """Domains they are on."""


class DomainSeoIntelligenceInsightsTraffic(TypedDict):
    """What search engines bring."""

    organicTraffic: int | None
    """Visits a month from search results."""
    organicKeywords: int | None
    """Keywords it is found by."""


class DomainSeoIntelligenceInsights(TypedDict):
    authority: DomainSeoIntelligenceInsightsAuthority
    """Scores; null is what no source says."""
    backlinks: DomainSeoIntelligenceInsightsBacklinks
    """Who links to it."""
    traffic: DomainSeoIntelligenceInsightsTraffic
    """What search engines bring."""


class DomainSeoIntelligenceRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class EmailAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["email"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class EmailAnswer(TypedDict):
    """The answer."""

    request: EmailAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: EmailClassification
    insights: EmailInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class EmailAppendAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["email_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class EmailAppendAnswer(TypedDict):
    """The answer."""

    request: EmailAppendAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: EmailAppendClassification
    insights: EmailAppendInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class EmailAppendClassification(TypedDict):
    matched: bool
    """Whether the person was found with what was asked for."""
    coverage_supported: bool
    """False for a ZIP code of none of the United States: no source is asked, nothing charged."""
    email: str | None
    """The best address: validated, then a private one."""
    lookup_type: Literal["email_append"]
    """Kind of lookup that was made."""


class EmailAppendInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """First name, as the source has it."""
    last_name: str | None
    """Last name, as the source has it."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """State, two letters."""
    zip: str | None
    """ZIP code."""
    email: str | None
    """The best address: validated, then a private one."""
    validated: bool | None
    """Whether the source says that mail arrives; null where it does not say."""
    other_emails: list[str]
    """Further addresses of the person, the best first."""


class EmailAppendInsights(TypedDict):
    contact: EmailAppendInsightsContact
    """The person or company found."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class EmailAppendRequestInput(TypedDict):
    """The person, by name and postal address in the United States."""

    firstName: str
    """First name."""
    lastName: str
    """Last name."""
    address: str
    """House number and street, with the unit."""
    city: str
    """City."""
    zip: str
    """ZIP code of five digits, or nine. The state is read off it."""


class EmailAppendRequest(TypedDict):
    input: EmailAppendRequestInput
    """The person, by name and postal address in the United States."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class EmailClassification(TypedDict):
    email_type: Literal["BUSINESS_PERSONAL", "FREE_PROVIDER", "ROLE_BASED", "UNKNOWN"] | str
    """Kind of address."""
    provider_type: Literal["CORPORATE", "FREE", "DISPOSABLE"] | str | None
    """Null for a domain on no list that is not known to take mail."""
    provider_tier: Literal["ENTERPRISE", "TIER_1_FREE", "TIER_2_FREE", "DISPOSABLE"] | str | None
    """ENTERPRISE rests on business mail hosts, or exchangers of a domain a year old; else null."""
    deliverability_status: Literal["DELIVERABLE", "RISKY", "UNDELIVERABLE", "TEMPORARY", "UNKNOWN"] | str
    """Whether a message would arrive."""
    deliverability_reason: str
    """Code of the rule that gave the status."""
    mailbox_verification_state: Literal["CONFIRMED", "UNCONFIRMED"] | str
    """CONFIRMED: the mail server said whether the mailbox exists."""
    inbox_placement: Literal["PRIMARY", "PROMOTIONS", "SPAM", "UNCERTAIN"] | str
    """Folder a message would probably land in."""
    engagement_potential: Literal["HIGH", "MEDIUM", "LOW", "NONE"] | str
    """How likely messages are read."""
    is_relay: bool
    """A forwarding address that hides its user's own."""


class EmailEnrichmentAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["email_enrichment"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class EmailEnrichmentAnswer(TypedDict):
    """The answer."""

    request: EmailEnrichmentAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: EmailEnrichmentClassification
    insights: EmailEnrichmentInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class EmailEnrichmentClassification(TypedDict):
    matched: bool
    """An address was found."""
    email: str | None
    """Work email address; null when none was found."""
    domain: str
    """The domain that was asked for."""


class EmailEnrichmentInsightsEmailEnrichment(TypedDict):
    """The address and what the source says besides."""

    email: str | None
    """As classification.email."""
    email_verified: bool | None
    """True: a mail server confirmed the mailbox. False: it could not. Null: not checked."""
    confidence: float | None
    """How sure the source is, 0 to 100; null when it does not say."""
    full_name: str | None
    """Whose address it is."""
    job_title: str | None
    """Title at the company."""
    company: str | None
    """The company as the source names it."""


class EmailEnrichmentInsights(TypedDict):
    email_enrichment: EmailEnrichmentInsightsEmailEnrichment
    """The address and what the source says besides."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class EmailEnrichmentRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    firstName: NotRequired[str]
    """First name. Required unless fullName or name carries both."""
    lastName: NotRequired[str]
    """Last name. Required unless fullName or name carries both."""
    fullName: NotRequired[str]
    """First and last name in one; the fields of their own go before it."""
    name: NotRequired[str]
    """Another name of fullName."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class EmailInsightsDeliverabilityFactors(TypedDict):
    """What the score rests on."""

    mx_records: bool | None
    """Null when DNS was not asked."""
    smtp_valid: bool | None
    """Whether the mail server spoke SMTP; null when it was not asked."""
    mailbox_exists: bool | None
    """Null when the mailbox could not be confirmed."""
    catch_all: bool
    """False also when it could not be checked: see `not_checked`."""
    greylisted: bool
    """False also when it could not be checked: see `not_checked`."""


class EmailInsightsDeliverability(TypedDict):
    """Whether a message would arrive, and why."""

    score: float
    """Higher is better, 0 to 100."""
    factors: EmailInsightsDeliverabilityFactors
    """What the score rests on."""
    not_checked: list[Literal["mailbox", "catch_all", "greylisting", "spam_traps"] | str]
    """What was not found out: the fields about it say nothing."""
    upstream_verification_detail: NotRequired[str]
    """Extra detail when unconfirmed."""


class EmailInsightsQuality(TypedDict):
    """How the address looks."""

    score: float
    """Higher is better, 0 to 100."""
    syntax_valid: bool
    """Whether it can be an address (RFC 5321)."""
    syntax_fault: NotRequired[Literal["INVALID_LOCAL_PART", "MISPLACED_DOT", "INVALID_DOMAIN", "LOCAL_PART_TOO_LONG", "ADDRESS_TOO_LONG"] | str]
    """Present when the syntax is invalid."""
    typo_detected: bool
    """Whether the address looks mistyped."""
    suggested_email: str | None
    """The address that was probably meant; null when there is none."""
    professional_format: bool
    """Whether it looks like the address of a person at work."""
    name_pattern: Literal["FIRSTNAME_DOT_LASTNAME", "INITIAL_DOT_LASTNAME", "SINGLE_NAME", "NAME_WITH_NUMBERS", "OTHER", "UNKNOWN"] | str
    """How the name is written before the @."""
    smtputf8_required: bool
    """The local part is internationalised (RFC 6531)."""


class EmailInsightsReputation(TypedDict):
    """What is known for and against it."""

    domain_age_days: int | None
    """Days since the domain was registered; null when that is not known."""
    domain_reputation: Literal["EXCELLENT", "GOOD", "FAIR", "POOR", "LOW", "UNKNOWN"] | str
    """Reputation of the domain."""
    spam_trap_risk: Literal["HIGH", "NONE"] | str
    """NONE: neither name nor domain looks like a trap; no list of traps exists to ask."""
    honeypot_risk: Literal["MEDIUM", "NONE"] | str
    """How likely it is an address that only catches senders."""


class EmailInsightsIntelligence(TypedDict):
    """What the address says of its owner."""

    lead_score: float
    """How promising a lead it is, 0 to 100."""
    b2b_indicator: bool
    """Whether it is an address at a company: no free provider, no role."""
    seniority_indicator: str
    """Seniority its name hints at."""
    department_hint: Literal["GENERIC", "PERSONAL"] | str
    """Whether it belongs to a function or to a person."""


class EmailInsightsDomainIntelligenceRegistration(TypedDict):
    registered: bool
    """Whether the domain is registered."""
    created_date: str | None
    """When it was registered; null when the registry does not say."""
    expiry: str | None
    """When its registration ends; null when the registry does not say."""
    registrar: str | None
    """Who registered it; null when the registry does not say."""


class EmailInsightsDomainIntelligenceInfrastructure(TypedDict):
    """What the domain runs on."""

    mail_exchangers: list[str]
    """Its mail servers, the preferred first."""
    mail_provider: str | None
    """Who runs its mailboxes; null when that is not known."""
    mail_gateway: str | None
    """Provider that filters its mail; null when none is known."""
    has_ipv4: bool | None
    """Whether the domain has an IPv4 address; null when that could not be asked."""
    has_ipv6: bool | None
    """Whether the domain has an IPv6 address; null when that could not be asked."""
    nameservers: list[str]
    """Its name servers."""


class EmailInsightsDomainIntelligenceTrustIndicators(TypedDict):
    """What the domain says of its senders."""

    spf: bool | None
    """Null when DNS did not answer."""
    spf_policy: Literal["pass", "fail", "softfail", "neutral"] | str | None
    """What its SPF record says of other senders; null when there is none."""
    dmarc: bool | None
    """Null when DNS did not answer."""
    dmarc_policy: Literal["none", "quarantine", "reject"] | str | None
    """What its DMARC record asks for; null when there is none."""


class EmailInsightsDomainIntelligence(TypedDict):
    """What is known of the domain."""

    registration: EmailInsightsDomainIntelligenceRegistration | None
    """Null when the registry did not answer."""
    infrastructure: EmailInsightsDomainIntelligenceInfrastructure
    """What the domain runs on."""
    technologies: list[str]
    """Services the domain shows in its DNS."""
    trust_indicators: EmailInsightsDomainIntelligenceTrustIndicators
    """What the domain says of its senders."""


class EmailInsightsBusinessProfile(TypedDict):
    """Whether a business stands behind the domain."""

    legitimacy_score: float
    """Higher is more legitimate, 0 to 100."""
    business_signals: list[str]
    """What speaks for a business."""
    trust_signals: list[str]
    """What speaks for trust."""
    risk_signals: list[str]
    """What speaks against it."""


class EmailInsights(TypedDict):
    deliverability: EmailInsightsDeliverability
    """Whether a message would arrive, and why."""
    quality: EmailInsightsQuality
    """How the address looks."""
    reputation: EmailInsightsReputation
    """What is known for and against it."""
    intelligence: EmailInsightsIntelligence
    """What the address says of its owner."""
    domain_intelligence: NotRequired[EmailInsightsDomainIntelligence]
    """What is known of the domain."""
    business_profile: NotRequired[EmailInsightsBusinessProfile]
    """Whether a business stands behind the domain."""


class EmailRequest(TypedDict):
    email: str
    """One bare email address. The domain is lower-cased; the local part is kept as it is."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class ErrorResponseError(TypedDict):
    """Why there is no answer."""

    message: str
    """For people. It may change: branch on `code`."""
    code: Literal["INVALID_REQUEST", "INVALID_INPUT", "MISSING_FIELD", "VALIDATION_FAILED", "UPSTREAM_ERROR", "INVALID_TYPE", "INPUT_LIMIT_EXCEEDED", "UNAUTHORIZED", "INSUFFICIENT_CREDITS", "UPGRADE_REQUIRED", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_CONFLICT", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE", "SERVICE_BUSY", "UPSTREAM_QUOTA_EXHAUSTED", "UPSTREAM_TIMEOUT"] | str
    """What went wrong."""
    type: Literal["api_error"]
    """The same for every refusal."""
    param: NotRequired[str]
    """The field that is wrong, where one is."""
    details: NotRequired[dict[str, Any]]
    """`available: false` where this service has no source for the lookup: waiting will not help. `billing_url` where credits or a plan are missing: the page that sells them."""
    doc_url: str
    """Address of the page that says what to do about the code."""
    request_id: str
    """Id of this request; also the X-Request-Id header."""


class ErrorResponse(TypedDict):
    success: Literal[False]
    """Always false: there is no `data`."""
    error: ErrorResponseError
    """Why there is no answer."""


class Event(TypedDict):
    id: str
    """The same in every delivery of it."""
    type: Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"] | str
    """What happened."""
    created_at: str
    """When it was made."""
    data: dict[str, Any]
    """The status object of a job, or what a monitor's run found."""


class EventListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class EventListAnswer(TypedDict):
    """The answer."""

    events: list[Event]
    """A page of them."""
    pagination: EventListAnswerPagination
    """Which page this is, and how to get the next."""


class GetBulkResultsQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""
    offset: NotRequired[int]
    """Position among the rows sent."""


class Health(TypedDict):
    status: Literal["ok"]
    """How it stands."""


class HlrLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["hlr_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class HlrLookupAnswer(TypedDict):
    """The answer."""

    request: HlrLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: HlrLookupClassification
    insights: HlrLookupInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class HlrLookupClassification(TypedDict):
    lookup_type: Literal["HLR"]
    """Kind of lookup that was made."""
    connectivity_status: str
    """As the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free."""
    is_ported: bool
    """False also where no source says, see risk factor PORTABILITY_UNKNOWN."""
    is_roaming: bool
    """False also where the network does not say; always with data_source MNP_DB."""
    is_valid: bool
    """False only for INVALID_MSISDN. Judge a number by connectivity_status instead."""
    mccmnc: str | None
    """Null unless both codes are known; mccmnc_reason says why."""
    mcc: str | None
    """Mobile country code."""
    mnc: str | None
    """Mobile network code."""


class HlrLookupInsightsHlrResult(TypedDict):
    """What the network or the portability database said."""

    id: str
    """Id of the network query; else that of this lookup."""
    msisdn: str
    """International format without +."""
    connectivity_status: str
    """As the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free."""
    is_ported: bool
    """False also where no source says, see risk factor PORTABILITY_UNKNOWN."""
    is_roaming: bool
    """False also where the network does not say; always with data_source MNP_DB."""
    current_carrier: str | None
    """The carrier the number was ported to, else the original one."""
    current_mccmnc: str | None
    """As classification.mccmnc."""
    mccmnc_reason: NotRequired[Literal["INVALID_NUMBER", "NOT_MOBILE", "NOT_REPORTED", "NOT_LISTED", "SEVERAL_NETWORKS"] | str]
    """Only when mccmnc is null. INVALID_NUMBER: the number cannot exist. NOT_MOBILE: a landline or internet line, which has none. NOT_REPORTED: no source says whose network it is. NOT_LISTED: no operating mobile network of the United States or Canada bears the name of the carrier, and elsewhere it is not the holder of the range. SEVERAL_NETWORKS: several do, with other codes."""
    original_carrier: str | None
    """The carrier the number was first given to."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """ISO 3166-1 alpha-2 code of the country."""
    country_prefix: str
    """International calling code with +."""
    ported_carrier: str | None
    """Null unless the number was ported."""
    ported_country: str | None
    """Null unless the number was ported."""
    roaming_carrier: str | None
    """Null unless the handset roams."""
    roaming_country: str | None
    """Null unless the handset roams."""
    imsi: str | None
    """Null when the network hides it."""
    data_source: Literal["LIVE_HLR", "MNP_DB"] | str | None
    """What was asked, whether or not it knew the number. LIVE_HLR: the network, now. MNP_DB: a portability database, which shows that the number is assigned, not that the handset is on. Null: nothing, as the number cannot exist."""
    timestamp: str
    """When the network or the record said so."""


class HlrLookupInsights(TypedDict):
    hlr_result: HlrLookupInsightsHlrResult
    """What the network or the portability database said."""
    country_assumed: NotRequired[str]
    """Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then."""
    possible_countries: NotRequired[list[str]]
    """Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +."""


class HlrLookupRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class IpAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["ip"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class IpAnswer(TypedDict):
    """The answer."""

    request: IpAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: IpClassification
    insights: IpInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class IpClassification(TypedDict):
    connection_type: Literal["RESIDENTIAL_ISP", "MOBILE_NETWORK", "DATACENTER", "CDN_NETWORK", "PUBLIC_DNS", "PROXY_SERVER", "UNKNOWN"] | str
    """RESIDENTIAL_ISP: a line that people use, also on the own network of a company, a school or an authority: network_class says which, residential_probability how likely a home is. UNKNOWN for reserved addresses, transit and networks of no known kind."""
    service_type: Literal["STANDARD_ISP", "HOSTING_SERVICE", "VPN_SERVICE", "PUBLIC_DNS"] | str | None
    """Null when the kind of service is not known."""
    anonymity_level: Literal["NONE", "MEDIUM", "HIGH"] | str
    """HIGH: listed Tor exit, VPN or proxy. MEDIUM: relay or rentable server. NONE: neither is known."""
    organization_type: Literal["ISP", "HOSTING_PROVIDER", "TECH_GIANT", "BUSINESS", "EDUCATION", "GOVERNMENT", "INFRASTRUCTURE"] | str | None
    """Null where the kind of the network is not known."""
    residential_probability: float
    """How likely it is a home connection, 0 to 1."""


class IpInsightsAddress(TypedDict):
    """What the address itself says."""

    version: Literal[4] | Literal[6]
    """Of the Internet Protocol."""
    kind: str
    """Global unicast, or what the IANA special-purpose registries keep its range for, such as Private use."""
    is_global: bool
    """Whether the IANA registries let its range be reached from everywhere."""
    reverse_name: str
    """The name under which reverse DNS has it (PTR)."""


class IpInsightsNetwork(TypedDict):
    """Who runs the network."""

    isp: str | None
    """Registered name of the network."""
    org: str | None
    """Brand of the operator when known, else the registered name."""
    asn: str
    """"AS" and the number, or Unknown."""
    asn_country_code: NotRequired[str]
    """Where most of what the network announces was delegated to."""
    asn_reputation: Literal["EXCELLENT", "GOOD", "POOR"] | str | None
    """Reputation of the network."""
    prefix: str
    """The longest prefix around the address of which the tables say the same: one network in one place, no larger than what it announces. Of a reserved address the reserved range."""
    registry: NotRequired[Literal["AFRINIC", "APNIC", "ARIN", "LACNIC", "RIPE NCC"] | str]
    """The regional registry that IANA names for the range."""
    registered_country_code: NotRequired[str]
    """That the registries name for the range, which may be used in another."""
    network_class: NotRequired[str]
    """Kind of network, where it is known: isp, mobile, hosting, vpn, cdn, public_dns, transit, education, …"""
    class_rule: NotRequired[str]
    """What the class rests on: asn (listed number), brand (well-known name), name:<rule> (a word in the registered name, or all of it) or spread (small blocks strewn over countries are rented out, addresses in several towns of one country are lines)."""


class IpInsightsGeographic(TypedDict):
    """What kind of place the address is at."""

    datacenter_location: bool
    """Whether it is in a data center."""
    vpn_exit_probability: float
    """How likely it is the exit of a VPN, 0 to 1."""
    tor_exit_node: bool
    """Listed as a Tor exit. Also false while tor_exits is among missing_feeds."""
    hosting_facility: str | None
    """Of a server's address: the provider, with the cloud region where its own feed gives it."""


class IpInsightsLocation(TypedDict):
    """Below the country: null where a city would be a guess; city_unknown_reason says why."""

    city: str | None
    """City; null when it is not known."""
    city_unknown_reason: NotRequired[Literal["RESERVED_ADDRESS", "UNANNOUNCED_ADDRESS", "SHARED_NETWORK", "UNRELIABLE_NETWORK", "UNRELIABLE_COUNTRY", "LISTED_RANGE", "NOT_IN_SOURCE"] | str]
    """Why there is no city. SHARED_NETWORK, LISTED_RANGE: served from many cities. UNRELIABLE_NETWORK (mobile, transit, government), UNRELIABLE_COUNTRY: address sets contradict each other."""
    city_source: NotRequired[Literal["address_table", "cloud_region"] | str]
    """cloud_region: of the region that the provider's own feed names."""
    city_confidence: NotRequired[float | None]
    """How often two address sets name cities within 50 km of each other for networks of this kind: how far the city can be trusted."""
    region: str | None
    """State, province or region."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """ISO 3166-1 alpha-2 code of the country."""
    latitude: float | None
    """Degrees north."""
    longitude: float | None
    """Degrees east."""
    timezone: str | None
    """IANA name of the time zone."""
    timezone_source: NotRequired[Literal["coordinates", "country", "most_people"] | str]
    """most_people: the zone most people of a country with several live in."""
    continent: str | None
    """Name of the continent."""
    continent_code: str | None
    """Two letters of the continent."""
    zip: str | None
    """Postcode nearest to the city's point, of US and Canadian cities; null elsewhere, where no free source has it."""
    district: str | None
    """Part of the city, where the city's source names one; the coordinates are the city's."""


class IpInsightsCountryCurrenciesItem(TypedDict):
    code: str
    """ISO 4217."""
    name: str
    """In English."""
    symbol: str
    """As prices have it."""


class IpInsightsCountryLanguagesItem(TypedDict):
    code: str
    """ISO 639-1."""
    name: str
    """In English."""


class IpInsightsCountry(TypedDict):
    """Of the country in location; left out where none is known."""

    code3: str | None
    """ISO 3166-1 alpha-3."""
    flag: str
    """As an emoji: the two regional indicators of its code."""
    capital: str | None
    """Its seat of government, in English; null of a country without one."""
    is_in_eu: bool
    """A member of the European Union."""
    calling_code: str
    """Digits behind the + of its phone numbers."""
    currencies: list[IpInsightsCountryCurrenciesItem]
    """What it pays with."""
    languages: list[IpInsightsCountryLanguagesItem]
    """The official ones."""


class IpInsightsSecurity(TypedDict):
    """What speaks against the address."""

    reputation_score: float
    """Higher is better, 0 to 100."""
    tor_exit_node: bool
    """Listed as a Tor exit. Also false while tor_exits is among missing_feeds."""


class IpInsightsNetworkIntelligenceReservedFor(TypedDict):
    """Why an address is a bogon: the entry of the IANA registries."""

    prefix: str
    """The reserved range."""
    name: str
    """Name of the range in the registry of IANA."""
    rfc: str
    """What reserves it."""


class IpInsightsNetworkIntelligenceEmbeddedIpv4(TypedDict):
    """The IPv4 address that an IPv6 one carries, and how: the answer is about it."""

    address: str
    """The IPv4 address inside."""
    embedding: Literal["6to4", "teredo", "nat64"] | str
    """How it is embedded."""


class IpInsightsNetworkIntelligenceVerifiedCrawler(TypedDict):
    operator: str
    """Who runs the crawler."""
    bot: str
    """Name of the crawler."""


class IpInsightsNetworkIntelligenceListedInItem(TypedDict):
    feed: str
    """Name of the list, as in checked_feeds."""
    kind: str
    """What it lists: tor, vpn, datacenter, cloud, cdn, relay, …"""
    operator: str
    """Whose the address is by the list."""


class IpInsightsNetworkIntelligence(TypedDict):
    """What the lists of networks say."""

    is_datacenter: bool
    """Whether it is in a data center."""
    is_tor_exit: bool
    """Whether it is on the list of Tor exits."""
    is_bogon: bool
    """Reserved or unroutable."""
    reserved_for: NotRequired[IpInsightsNetworkIntelligenceReservedFor]
    """Why an address is a bogon: the entry of the IANA registries."""
    embedded_ipv4: NotRequired[IpInsightsNetworkIntelligenceEmbeddedIpv4]
    """The IPv4 address that an IPv6 one carries, and how: the answer is about it."""
    cloud_provider: str | None
    """Cloud the address belongs to; null when none is known."""
    cloud_region: str | None
    """Only from the provider's own feed."""
    cloud_service: str | None
    """Only from the provider's own feed."""
    verified_crawler: IpInsightsNetworkIntelligenceVerifiedCrawler | None
    """Set when the address lies in the ranges a crawler's operator publishes. There is no user agent to compare with."""
    coverage: Literal["complete", "partial", "unavailable"] | str
    """How far feeds that can know such an address were checked: risk_factors names a check that was not made."""
    listed_in: list[IpInsightsNetworkIntelligenceListedInItem]
    """The lists that name the address; of each kind the most specific."""
    checked_feeds: list[str]
    """Lists that were looked into."""
    missing_feeds: list[str]
    """Never loaded, or too old to count."""
    data_as_of: str | None
    """Date or time of the oldest feed checked."""
    feeds_as_of: dict[str, str]
    """Date or time of each feed checked."""


class IpInsightsUsagePatterns(TypedDict):
    """What the address is probably used for."""

    likely_automation: bool
    """Whether a program is likely behind it."""
    api_usage: bool
    """Whether calls between servers are likely."""
    business_usage: bool
    """Whether a business is likely behind it."""
    human_probability: float
    """How likely a person is behind it, 0 to 1."""


class IpInsights(TypedDict):
    address: IpInsightsAddress
    """What the address itself says."""
    network: IpInsightsNetwork
    """Who runs the network."""
    geographic: IpInsightsGeographic
    """What kind of place the address is at."""
    location: IpInsightsLocation
    """Below the country: null where a city would be a guess; city_unknown_reason says why."""
    country: NotRequired[IpInsightsCountry]
    """Of the country in location; left out where none is known."""
    security: IpInsightsSecurity
    """What speaks against the address."""
    network_intelligence: IpInsightsNetworkIntelligence
    """What the lists of networks say."""
    usage_patterns: IpInsightsUsagePatterns
    """What the address is probably used for."""


class IpRequest(TypedDict):
    ip: str
    """IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; of a 6to4, Teredo or NAT64 address the answer is about the IPv4 address it carries."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class JobChangeMonitorAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    name: str
    """As you gave it."""
    frequency: Literal["daily", "weekly"] | str
    """How often members are looked up again."""
    alert_email: bool
    """Whether the owner gets a mail when a run finds changes."""
    webhook_url: str | None
    """Receiver of its changes; null without one of its own."""
    webhook_endpoint_id: str | None
    """The webhook endpoint they are sent to; null without one of its own."""
    active: bool
    """False stops runs."""
    contact_count: int
    """Members."""
    run_id: str | None
    """The run under way; null when none is."""
    next_run_at: str | None
    """When the next scheduled run begins; null when none will."""
    last_run_at: str | None
    """When the last run ended that looked anything up."""
    last_outcome: Literal["completed", "insufficient_credits", "daily_limit", "no_plan", "organization_closed", "organization_suspended", "no_members", "no_source", "stopped", "lost"] | str | None
    """How the last run ended, or why there was none; null before the first."""
    credits_per_run: int
    """What a run costs at most with the members it has now: 5 credits each."""
    last_run_credits: int | None
    """What the last run cost that looked anything up, as last_run_at; null before it."""
    created_at: str
    """When it was made."""
    webhook_secret: NotRequired[str]
    """Signs the deliveries. Shown once, when the webhook is registered."""


class JobChangeMonitorChanges(TypedDict):
    name: NotRequired[str]
    """Yours."""
    frequency: NotRequired[Literal["weekly"]]
    """How often members are looked up again."""
    alert_email: NotRequired[bool]
    """One mail to the owner for a run with changes."""
    active: NotRequired[bool]
    """False stops runs; a run under way goes on."""
    webhook_url: NotRequired[str | None]
    """Null removes the receiver; another address gets a new secret."""
    webhook_endpoint_id: NotRequired[str | None]
    """A webhook endpoint instead of `webhook_url`. Null removes the receiver."""


class JobChangeMonitorCountAnswer(TypedDict):
    """The answer."""

    contact_count: int
    """Members now."""


class JobChangeMonitorDeletedAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    deleted: Literal[True]
    """Always true."""


class JobChangeMonitorEventBefore(TypedDict):
    title: str | None
    """Null where the source does not say."""
    company: str | None
    """Null where the source does not say."""
    location: str | None
    """Null where the source does not say."""


class JobChangeMonitorEventAfter(TypedDict):
    title: str | None
    """Null where the source does not say."""
    company: str | None
    """Null where the source does not say."""
    location: str | None
    """Null where the source does not say."""


class JobChangeMonitorEvent(TypedDict):
    id: str
    """Id of the event."""
    profile_url: str
    """Address of the profile."""
    label: str | None
    """As you gave it; null for none."""
    type: Literal["job_change", "title_change", "profile_unreachable", "baseline"] | str
    """baseline: the first find. profile_unreachable: no source had it three times in a row."""
    before: JobChangeMonitorEventBefore | None
    """What the same source said before."""
    after: JobChangeMonitorEventAfter | None
    """What it says now."""
    detected_at: str
    """When the run that found it wrote it down."""


class JobChangeMonitorEventListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class JobChangeMonitorEventListAnswer(TypedDict):
    """The answer."""

    events: list[JobChangeMonitorEvent]
    """Newest first."""
    pagination: JobChangeMonitorEventListAnswerPagination
    """Which page this is, and how to get the next."""


class JobChangeMonitorListAnswerMonitorsItem(TypedDict):
    id: str
    """Id of the monitor."""
    name: str
    """As you gave it."""
    frequency: Literal["daily", "weekly"] | str
    """How often members are looked up again."""
    alert_email: bool
    """Whether the owner gets a mail when a run finds changes."""
    webhook_url: str | None
    """Receiver of its changes; null without one of its own."""
    webhook_endpoint_id: str | None
    """The webhook endpoint they are sent to; null without one of its own."""
    active: bool
    """False stops runs."""
    contact_count: int
    """Members."""
    run_id: str | None
    """The run under way; null when none is."""
    next_run_at: str | None
    """When the next scheduled run begins; null when none will."""
    last_run_at: str | None
    """When the last run ended that looked anything up."""
    last_outcome: Literal["completed", "insufficient_credits", "daily_limit", "no_plan", "organization_closed", "organization_suspended", "no_members", "no_source", "stopped", "lost"] | str | None
    """How the last run ended, or why there was none; null before the first."""
    credits_per_run: int
    """What a run costs at most with the members it has now: 5 credits each."""
    last_run_credits: int | None
    """What the last run cost that looked anything up, as last_run_at; null before it."""
    created_at: str
    """When it was made."""
    webhook_secret: NotRequired[str]
    """Signs the deliveries. Shown once, when the webhook is registered."""


class JobChangeMonitorListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class JobChangeMonitorListAnswer(TypedDict):
    """The answer."""

    monitors: list[JobChangeMonitorListAnswerMonitorsItem]
    """One page of monitors."""
    pagination: JobChangeMonitorListAnswerPagination
    """Which page this is, and how to get the next."""


class JobChangeMonitorMemberListAnswerContactsItemLastSnapshot(TypedDict):
    title: str | None
    """Null where the source does not say."""
    company: str | None
    """Null where the source does not say."""
    location: str | None
    """Null where the source does not say."""


class JobChangeMonitorMemberListAnswerContactsItem(TypedDict):
    profile_url: str
    """Address of the profile."""
    label: str | None
    """As you gave it; null for none."""
    last_checked_at: str | None
    """When it was looked up last; null before the first run."""
    last_snapshot: JobChangeMonitorMemberListAnswerContactsItemLastSnapshot | None
    """What was found last."""


class JobChangeMonitorMemberListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class JobChangeMonitorMemberListAnswer(TypedDict):
    """The answer."""

    contacts: list[JobChangeMonitorMemberListAnswerContactsItem]
    """In the order they were added."""
    pagination: JobChangeMonitorMemberListAnswerPagination
    """Which page this is, and how to get the next."""


class JobChangeMonitorMembersContactsItem(TypedDict):
    profile_url: str
    """URL of a public profile on the professional network, or its name."""
    label: NotRequired[str | None]
    """Yours; comes back with every event."""


class JobChangeMonitorMembers(TypedDict):
    contacts: NotRequired[list[JobChangeMonitorMembersContactsItem]]
    """Each once."""
    profile_urls: NotRequired[list[str]]
    """The profile_url of each, instead of contacts or beside them."""


class JobChangeMonitorMembersToRemoveContactsItem(TypedDict):
    profile_url: str
    """URL of a public profile on the professional network, or its name."""
    label: NotRequired[str | None]
    """Yours; comes back with every event."""


class JobChangeMonitorMembersToRemove(TypedDict):
    contacts: NotRequired[list[JobChangeMonitorMembersToRemoveContactsItem]]
    """Each once."""
    profile_urls: NotRequired[list[str]]
    """The profile_url of each, instead of contacts or beside them."""


class JobChangeMonitorRequestContactsItem(TypedDict):
    profile_url: str
    """URL of a public profile on the professional network, or its name."""
    label: NotRequired[str | None]
    """Yours; comes back with every event."""


class JobChangeMonitorRequest(TypedDict):
    name: str
    """Yours."""
    frequency: Literal["weekly"]
    """How often members are looked up again."""
    alert_email: NotRequired[bool]
    """One mail to the owner for a run with changes."""
    webhook_url: NotRequired[str]
    """Public HTTPS address that changes and skipped runs are sent to."""
    webhook_endpoint_id: NotRequired[str]
    """Instead of `webhook_url`: a webhook endpoint, with its secret and its retries."""
    contacts: list[JobChangeMonitorRequestContactsItem]
    """Each once."""


class JobChangeMonitorRunAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    run_id: str
    """Comes back in the events of the run."""


class KeywordMetricsAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["keyword_metrics"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class KeywordMetricsAnswer(TypedDict):
    """The answer."""

    request: KeywordMetricsAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: KeywordMetricsClassification
    insights: KeywordMetricsInsights


class KeywordMetricsClassification(TypedDict):
    found: bool
    """Whether a source knows the keyword. Nothing is charged if not."""
    keyword: str
    """The keyword as it was looked up."""
    search_volume: int | None
    """Searches a month."""
    cpc_usd: float | None
    """Price of a click, US dollars."""
    keyword_difficulty: float | None
    """How hard it is to rank for, 0 to 100."""
    difficulty_band: Literal["VERY_EASY", "EASY", "POSSIBLE", "DIFFICULT", "HARD", "VERY_HARD"] | str | None
    """The same in words: below 15, 30, 50, 70, 85, and the rest."""
    primary_intent: Literal["informational", "navigational", "commercial", "transactional"] | str | None
    """What most who search for it want."""


class KeywordMetricsInsightsKeywordMetricsResult(TypedDict):
    """What follows from it; null is what no source says."""

    trend_direction: Literal["UP", "DOWN", "STABLE"] | str | None
    """The last three months against the three before: more than ten per cent."""
    has_ai_overview: bool | None
    """Whether the page of results begins with a generated answer."""
    serp_features: list[str]
    """What the page of results shows besides results; empty also when unknown."""
    estimated_monthly_traffic_value_usd: float | None
    """Searches a month times the price of a click."""


class KeywordMetricsInsights(TypedDict):
    keyword_metrics_result: KeywordMetricsInsightsKeywordMetricsResult
    """What follows from it; null is what no source says."""


class KeywordMetricsRequest(TypedDict):
    keyword: str
    """The keyword, at most 200 characters; case and spaces do not matter."""
    country: NotRequired[str | None]
    """Country of the searches: ISO 3166-1, two letters; default US."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class LinkInBioLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["link_in_bio_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class LinkInBioLookupAnswer(TypedDict):
    """The answer."""

    request: LinkInBioLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: LinkInBioLookupClassification
    insights: LinkInBioLookupInsights


class LinkInBioLookupClassification(TypedDict):
    matched: bool
    """Whether the page is there and leads anywhere. Nothing is charged if not."""
    platform: str | None
    """Service that hosts the page, such as linktree; website for one of its own."""
    username: str | None
    """The owner's name with the service."""
    display_name: str | None
    """The name the page shows."""
    links_count: int
    """Links of the page, profiles without a title left out."""
    has_email: bool
    """Whether it shows an email address."""


class LinkInBioLookupInsightsLinkInBioResultLinksItem(TypedDict):
    title: str | None
    """What the page calls it."""
    url: str
    """Where it leads."""


class LinkInBioLookupInsightsLinkInBioResult(TypedDict):
    """What the page says."""

    bio: str | None
    """What the owner says of themselves."""
    avatar_url: str | None
    """Picture of the owner."""
    links: list[LinkInBioLookupInsightsLinkInBioResultLinksItem]
    """In the order of the page, at most 200."""
    socials: dict[str, str]
    """Platform to profile address, as the website contacts scraper names them."""
    emails: list[str]
    """Email addresses, lower case."""


class LinkInBioLookupInsights(TypedDict):
    link_in_bio_result: LinkInBioLookupInsightsLinkInBioResult
    """What the page says."""


class LinkInBioLookupRequest(TypedDict):
    url: str
    """Address of the page; `https://` and parameters of tracking may be left out."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class ListBulkJobsQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""


class ListEventsQuery(TypedDict):
    limit: NotRequired[int]
    """Most events of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""
    type: NotRequired[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"]]
    """Events of this type alone."""
    since: NotRequired[str]
    """Events recorded then or later."""


class ListJobChangeMonitorContactsQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""


class ListJobChangeMonitorEventsQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""
    profile_url: NotRequired[str]
    """Only events of this one."""
    since: NotRequired[str]
    """Only events detected at this moment or later, ISO 8601."""


class ListJobChangeMonitorsQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""


class ListNumberMonitorEventsQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""
    phone_number: NotRequired[str]
    """Only events of this one."""
    since: NotRequired[str]
    """Only events detected at this moment or later, ISO 8601."""


class ListNumberMonitorNumbersQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""


class ListNumberMonitorsQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""


class ListRequestsQuery(TypedDict):
    limit: NotRequired[int]
    """Most entries of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""
    since: NotRequired[str]
    """Only calls that arrived at this moment or later, ISO 8601."""
    until: NotRequired[str]
    """Only calls that arrived before this moment, ISO 8601."""
    product: NotRequired[str]
    """By any of its names."""
    status: NotRequired[int]
    """HTTP status."""
    code: NotRequired[str]
    """Error code."""
    key_id: NotRequired[str]
    """`key.id` of an entry."""
    request_id: NotRequired[str]
    """`id` or `batch_id` of an entry."""


class ListWebhookDeliveriesQuery(TypedDict):
    limit: NotRequired[int]
    """Most attempts of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""


class ListWebhookEndpointsQuery(TypedDict):
    limit: NotRequired[int]
    """Most endpoints of a page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the page before."""


class Metadata(TypedDict):
    api_version: str
    """Version of the interface."""
    schema_version: str
    """Version of the shape of the answer."""
    credits_used: int
    """Cost of this call in credits."""
    credits_remaining: int
    """Balance after this call in credits."""
    cache_hit: bool
    """True when served from the 7-day cache."""
    cached_at: NotRequired[str]
    """Only on cache hits: when the stored result was first looked up."""
    data_sources: list[str]
    """Generic labels of the kinds of data consulted."""
    fallback_used: NotRequired[bool]
    """Email verification only: a second mailbox check ran, as the first settled nothing."""
    lookup_source: NotRequired[Literal["standard", "premium"] | str]
    """Reverse phone lookup only: which record was read."""
    rows_returned: NotRequired[int]
    """Searches only: rows of this page."""
    credits_per_row: NotRequired[float]
    """Searches only: price of the page, divided by its rows; 0 for a page without rows."""


class MnpLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["mnp_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class MnpLookupAnswer(TypedDict):
    """The answer."""

    request: MnpLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: MnpLookupClassification
    insights: MnpLookupInsights


class MnpLookupClassification(TypedDict):
    lookup_type: Literal["MNP"]
    """Kind of lookup that was made."""
    query_status: Literal["OK", "ERROR"] | str
    """ERROR, which is free: the number cannot exist, no source knows it, or its query failed."""
    number_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line the number belongs to."""
    is_ported: bool
    """False also where no source says, see portability_known."""
    portability_known: bool
    """Whether a source says if the number was ported."""
    mccmnc: str | None
    """Null unless both codes are known; mccmnc_reason says why."""
    mcc: str | None
    """Mobile country code."""
    mnc: str | None
    """Mobile network code."""


class MnpLookupInsightsCarrier(TypedDict):
    """The carriers by name."""

    current: str | None
    """Who serves the number now."""
    original: str | None
    """Who it was first given to."""


class MnpLookupInsightsMnpResult(TypedDict):
    """What the portability database said."""

    id: str
    """Id of the query; else that of this lookup."""
    msisdn: str
    """International format without +."""
    query_status: Literal["OK", "ERROR"] | str
    """ERROR, which is free: the number cannot exist, no source knows it, or its query failed."""
    number_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line the number belongs to."""
    is_ported: bool
    """False also where no source says, see portability_known."""
    portability_known: bool
    """Whether a source says if the number was ported."""
    current_carrier: str | None
    """The carrier the number was ported to, else the original one."""
    current_mccmnc: str | None
    """As classification.mccmnc."""
    mccmnc_reason: NotRequired[Literal["INVALID_NUMBER", "NOT_MOBILE", "NOT_REPORTED", "NOT_LISTED", "SEVERAL_NETWORKS"] | str]
    """Only when mccmnc is null. INVALID_NUMBER: the number cannot exist. NOT_MOBILE: a landline or internet line, which has none. NOT_REPORTED: no source says whose network it is. NOT_LISTED: no operating mobile network of the United States or Canada bears the name of the carrier, and elsewhere it is not the holder of the range. SEVERAL_NETWORKS: several do, with other codes."""
    original_carrier: str | None
    """The carrier the number was first given to."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """ISO 3166-1 alpha-2 code of the country."""
    country_prefix: str
    """International calling code with +."""
    ported_carrier: str | None
    """Null unless the number was ported."""
    ported_country: str | None
    """Null unless the number was ported."""
    data_source: Literal["LIVE_HLR", "MNP_DB"] | str | None
    """As in an HLR result. Null: nothing was asked, as the number cannot exist."""
    timestamp: str
    """When the network or the record said so."""


class MnpLookupInsights(TypedDict):
    carrier: MnpLookupInsightsCarrier
    """The carriers by name."""
    mnp_result: MnpLookupInsightsMnpResult
    """What the portability database said."""
    country_assumed: NotRequired[str]
    """Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then."""
    possible_countries: NotRequired[list[str]]
    """Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +."""


class MnpLookupRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class MobileFinderAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["mobile_finder"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class MobileFinderAnswer(TypedDict):
    """The answer."""

    request: MobileFinderAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: MobileFinderClassification
    insights: MobileFinderInsights


class MobileFinderClassification(TypedDict):
    matched: bool
    """A mobile number was found."""
    mobile_number: str | None
    """E.164."""
    line_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str | None
    """What the line is by plan, portability and carrier, as number validation has it."""
    do_not_call: bool | None
    """On a Do Not Call registry; null when none that covers the number is imported."""
    confidence: int | None
    """How sure it is that the number reaches the person: what the source says of the match, 60 where it does not, raised by a line known to be mobile and lowered by one out of service."""


class MobileFinderInsightsMobileFinderResult(TypedDict):
    """What the record says besides."""

    full_name: str | None
    """Whose number it is."""
    title: str | None
    """Title at the company."""
    company: str | None
    """Company the person works for."""
    network_url: str | None
    """Page on the professional network."""
    line_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE", "CONTACT_RECORD"] | str | None
    """What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014. CONTACT_RECORD: the record of the person calls it so."""


class MobileFinderInsights(TypedDict):
    mobile_finder_result: MobileFinderInsightsMobileFinderResult
    """What the record says besides."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class MobileFinderRequest(TypedDict):
    profile_url: NotRequired[str]
    """Address of the person's public page on the professional network, or its vanity name."""
    work_email: NotRequired[str]
    """Email address at the company; with the others it is more likely to match."""
    personal_email: NotRequired[str]
    """Private email address; with the others it is more likely to match."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class NetworkCompanyLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["network_company_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class NetworkCompanyLookupAnswer(TypedDict):
    """The answer."""

    request: NetworkCompanyLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: NetworkCompanyLookupClassification
    insights: NetworkCompanyLookupInsights


class NetworkCompanyLookupClassification(TypedDict):
    matched: bool
    """The company was found."""
    company_name: str | None
    """Name."""
    industry: str | None
    """Industry, as the source calls it."""
    company_size: str | None
    """Employees as the professional network shows them, in figures such as 51-200."""
    headquarters: str | None
    """City and region of the headquarters."""
    founded: int | None
    """Year it was founded."""
    followers: int | None
    """Followers on the professional network."""


class NetworkCompanyLookupInsightsNetworkCompanyLookupResult(TypedDict):
    country_code: str | None
    """Country of the headquarters, ISO 3166-1 alpha-2; null for no known country."""
    employees_min: float | None
    """Employees, at least; null where the source does not say."""
    employees_max: float | None
    """Employees, at most; null where the source does not say."""
    revenue_min: float | None
    """A year's revenue in US dollars, at least; null where the source does not say."""
    revenue_max: float | None
    """A year's revenue in US dollars, at most; null where the source does not say."""
    revenue_band: str | None
    """The band that holds all of the revenue: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+."""
    description: str | None
    """What it does."""
    website: str | None
    """Address of its web site."""
    network_url: str | None
    """Page on the professional network."""
    lei: str | None
    """Legal Entity Identifier (ISO 17442)."""
    ticker: str | None
    """Symbol at an exchange."""
    country: str | None
    """Country of the headquarters, by its English name."""
    employees_on_platform: int | None
    """Employees with a profile on the professional network."""
    specialties: list[str]
    """What the company says it is good at."""


class NetworkCompanyLookupInsightsSourcesItem(TypedDict):
    field: str
    """Field of this answer."""
    source: str
    """Who states it, as metadata.data_sources names it."""
    as_of: str | None
    """As of when: YYYY, YYYY-MM or YYYY-MM-DD; null when the source does not say."""


class NetworkCompanyLookupInsights(TypedDict):
    network_company_lookup_result: NetworkCompanyLookupInsightsNetworkCompanyLookupResult | None
    """The company in detail; null when none was found."""
    sources: list[NetworkCompanyLookupInsightsSourcesItem]
    """Where each field comes from, and as of when. A field that is not here is not known."""
    as_of: str | None
    """The oldest as_of among sources: no field that is dated is older. Null when none is dated."""


class NetworkCompanyLookupRequest(TypedDict):
    profile_url: str
    """Address of the company's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts do not matter."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class NetworkEmailFinderAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["network_email_finder"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class NetworkEmailFinderAnswer(TypedDict):
    """The answer."""

    request: NetworkEmailFinderAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: NetworkEmailFinderClassification
    insights: NetworkEmailFinderInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class NetworkEmailFinderClassification(TypedDict):
    matched: bool
    """A work address was found."""
    work_email: str | None
    """Work email address; null when none was found."""
    full_name: str | None
    """Whose page it is."""
    job_title: str | None
    """Title at the company."""
    company: str | None
    """Company the person works for."""
    company_domain: str | None
    """The company's domain."""
    city: str | None
    """City of the person; null when it is not known."""
    region: str | None
    """State or region of the person."""
    country: str | None
    """Country of the person, by code or name."""
    profile_url: str | None
    """The page that was looked up; null on a no-match."""
    query: str | None
    """Vanity name of the page that was looked up; only on a no-match."""


class NetworkEmailFinderInsightsNetworkEmailFinder(TypedDict):
    work_email: str
    """Work email address."""
    email_verified: bool | None
    """True: a mail server confirmed the mailbox. Any other address is free of charge."""
    first_name: str | None
    """Given name."""
    full_name: str | None
    """Whose page it is."""
    job_title: str | None
    """Title at the company."""
    company: str | None
    """Company the person works for."""
    company_domain: str | None
    """The company's domain."""
    city: str | None
    """City of the person; null when it is not known."""
    region: str | None
    """State or region of the person."""
    country: str | None
    """Country of the person, by code or name."""
    profile_url: str
    """The page that was looked up."""
    company_city: str | None
    """City of the company."""
    company_region: str | None
    """State or region of the company."""
    company_country: str | None
    """Country of the company."""


class NetworkEmailFinderInsights(TypedDict):
    network_email_finder: NetworkEmailFinderInsightsNetworkEmailFinder | None
    """The address and its owner; null on a no-match."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class NetworkEmailFinderRequest(TypedDict):
    profile_url: NotRequired[str]
    """Address of the person's public page on the professional network, or its vanity name."""
    profileUrl: NotRequired[str]
    """Another name of profile_url."""
    network_url: NotRequired[str]
    """Another name of profile_url."""
    networkUrl: NotRequired[str]
    """Another name of profile_url."""
    url: NotRequired[str]
    """Another name of profile_url."""
    username: NotRequired[str]
    """Another name of profile_url."""
    vanity: NotRequired[str]
    """Another name of profile_url."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class NetworkProfileLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["network_profile_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class NetworkProfileLookupAnswer(TypedDict):
    """The answer."""

    request: NetworkProfileLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: NetworkProfileLookupClassification
    insights: NetworkProfileLookupInsights


class NetworkProfileLookupClassification(TypedDict):
    matched: bool
    """A public profile was found."""
    name: str | None
    """Full name."""
    current_title: str | None
    """Title of the current role; null where the public page does not show it."""
    current_company: str | None
    """Company of the current role."""
    followers: int | None
    """Followers on the professional network."""


class NetworkProfileLookupInsightsNetworkProfileLookupResultRoleHistoryItem(TypedDict):
    title: str | None
    """Title; public pages show none."""
    company: str | None
    """Company."""
    location: str | None
    """Where."""
    started_at: str | None
    """When it began, as precise as the source states it."""
    ended_at: str | None
    """When it ended; null while it lasts or where no source says, as precise as the source states it."""


class NetworkProfileLookupInsightsNetworkProfileLookupResultEducationItem(TypedDict):
    school: str | None
    """School."""
    degrees: list[str]
    """Degrees."""
    started_at: str | None
    """When it began, as precise as the source states it."""
    ended_at: str | None
    """When it ended, as precise as the source states it."""


class NetworkProfileLookupInsightsNetworkProfileLookupResult(TypedDict):
    profile_url: str
    """Address of the page."""
    location: str | None
    """Where the person says to be."""
    about: str | None
    """What the person says of himself or herself."""
    role_history: list[NetworkProfileLookupInsightsNetworkProfileLookupResultRoleHistoryItem]
    """Roles, the newest first."""
    education: list[NetworkProfileLookupInsightsNetworkProfileLookupResultEducationItem]
    """Schools."""
    skills: list[str]
    """Skills."""


class NetworkProfileLookupInsights(TypedDict):
    network_profile_lookup_result: NetworkProfileLookupInsightsNetworkProfileLookupResult | None
    """The profile in detail; null when none was found."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class NetworkProfileLookupRequest(TypedDict):
    profile_url: str
    """Address of the person's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts do not matter."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class NtLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["nt_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class NtLookupAnswer(TypedDict):
    """The answer."""

    request: NtLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: NtLookupClassification
    insights: NtLookupInsights


class NtLookupClassification(TypedDict):
    lookup_type: Literal["NT"]
    """Kind of lookup that was made."""
    number_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line the number belongs to."""
    query_status: Literal["OK", "ERROR"] | str
    """OK whenever an answer is returned; a failed query is an error response."""
    is_valid: bool
    """False: it cannot exist, or its network says that it is not assigned."""
    is_possibly_ported: bool
    """True unless the number is known not to be ported or cannot be."""
    is_vanity_number: bool
    """The number was sent with letters."""
    qualifies_for_hlr_lookup: bool
    """The number is, or may be, a mobile number."""
    number_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014."""
    mccmnc: str | None
    """Null unless both codes are settled."""
    mcc: str | None
    """Mobile country code."""
    mnc: str | None
    """Mobile network code."""


class NtLookupInsightsNtResult(TypedDict):
    """The whole result."""

    id: str
    """Id of this lookup, as in request.id."""
    number: str
    """The number in E.164."""
    number_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line the number belongs to."""
    query_status: Literal["OK", "ERROR"] | str
    """OK whenever an answer is returned; a failed query is an error response."""
    is_valid: bool
    """False: it cannot exist, or its network says that it is not assigned."""
    is_possibly_ported: bool
    """True unless the number is known not to be ported or cannot be."""
    is_vanity_number: bool
    """The number was sent with letters."""
    qualifies_for_hlr_lookup: bool
    """The number is, or may be, a mobile number."""
    number_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014."""
    mccmnc: str | None
    """Null unless both codes are settled."""
    invalid_reason: str | None
    """Why it cannot exist; null when it can."""
    carrier: str | None
    """Best known carrier; info_text says how it is known."""
    carrier_source: NotRequired[Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "BLOCK_HOLDER", "NUMBERING_PLAN"] | str]
    """Where the carrier comes from. BLOCK_HOLDER: who held the number block in 2014; NUMBERING_PLAN: who the range was first given to. Both may have lost the number by porting. Only with a carrier."""
    carrier_as_of: NotRequired[str]
    """Date of that source, where it has one."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """ISO 3166-1 alpha-2 code of the country."""
    regions: list[str]
    """Regions of the country that the number may belong to."""
    timezones: list[str]
    """IANA names of the time zones of its region."""
    info_text: str
    """What else is worth knowing, for people."""
    timestamp: str
    """When the answer was found; earlier than the request when it was cached."""


class NtLookupInsights(TypedDict):
    nt_result: NtLookupInsightsNtResult
    """The whole result."""
    country_assumed: NotRequired[str]
    """Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then."""
    possible_countries: NotRequired[list[str]]
    """Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +."""


class NtLookupRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class NumberMonitorAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    name: str
    """As you gave it."""
    frequency: Literal["daily", "weekly"] | str
    """How often members are looked up again."""
    include_spam_check: bool
    """Whether a recheck asks for spam reports too."""
    alert_email: bool
    """Whether the owner gets a mail when a run finds changes."""
    webhook_url: str | None
    """Receiver of its changes; null without one of its own."""
    webhook_endpoint_id: str | None
    """The webhook endpoint they are sent to; null without one of its own."""
    active: bool
    """False stops runs."""
    number_count: int
    """Members."""
    run_id: str | None
    """The run under way; null when none is."""
    next_run_at: str | None
    """When the next scheduled run begins; null when none will."""
    last_run_at: str | None
    """When the last run ended that looked anything up."""
    last_outcome: Literal["completed", "insufficient_credits", "daily_limit", "no_plan", "organization_closed", "organization_suspended", "no_members", "no_source", "stopped", "lost"] | str | None
    """How the last run ended, or why there was none; null before the first."""
    credits_per_run: int
    """What a run costs at most with the members it has now: 1 credit each, 2 with the spam check."""
    last_run_credits: int | None
    """What the last run cost that looked anything up, as last_run_at; null before it."""
    created_at: str
    """When it was made."""
    webhook_secret: NotRequired[str]
    """Signs the deliveries. Shown once, when the webhook is registered."""


class NumberMonitorChanges(TypedDict):
    name: NotRequired[str]
    """Yours."""
    frequency: NotRequired[Literal["daily", "weekly"]]
    """How often members are looked up again."""
    include_spam_check: NotRequired[bool]
    """Also look up spam reports: 2 credits a recheck instead of 1."""
    alert_email: NotRequired[bool]
    """One mail to the owner for a run with changes."""
    active: NotRequired[bool]
    """False stops runs; a run under way goes on."""
    webhook_url: NotRequired[str | None]
    """Null removes the receiver; another address gets a new secret."""
    webhook_endpoint_id: NotRequired[str | None]
    """A webhook endpoint instead of `webhook_url`. Null removes the receiver."""


class NumberMonitorCountAnswer(TypedDict):
    """The answer."""

    number_count: int
    """Members now."""


class NumberMonitorDeletedAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    deleted: Literal[True]
    """Always true."""


NumberMonitorEventChangesStatus = TypedDict("NumberMonitorEventChangesStatus", {
    "from": "str | bool",
    "to": "str | bool",
})


NumberMonitorEventChangesLineType = TypedDict("NumberMonitorEventChangesLineType", {
    "from": "str | bool",
    "to": "str | bool",
})


NumberMonitorEventChangesCarrier = TypedDict("NumberMonitorEventChangesCarrier", {
    "from": "str | bool",
    "to": "str | bool",
})


NumberMonitorEventChangesPorted = TypedDict("NumberMonitorEventChangesPorted", {
    "from": "str | bool",
    "to": "str | bool",
})


NumberMonitorEventChangesDncListed = TypedDict("NumberMonitorEventChangesDncListed", {
    "from": "str | bool",
    "to": "str | bool",
})


NumberMonitorEventChangesSpamRiskLevel = TypedDict("NumberMonitorEventChangesSpamRiskLevel", {
    "from": "str | bool",
    "to": "str | bool",
})


class NumberMonitorEventChanges(TypedDict):
    """Each field that was known and is known to be another now."""

    status: NotRequired[NumberMonitorEventChangesStatus]
    """Status of the number, as `classification.number_status`."""
    lineType: NotRequired[NumberMonitorEventChangesLineType]
    """Type of the line, unless only the old block table has it."""
    carrier: NotRequired[NumberMonitorEventChangesCarrier]
    """Name of the carrier, unless only the old block table has it."""
    ported: NotRequired[NumberMonitorEventChangesPorted]
    """Whether the number was ported."""
    dncListed: NotRequired[NumberMonitorEventChangesDncListed]
    """Whether it is on a Do Not Call registry."""
    spamRiskLevel: NotRequired[NumberMonitorEventChangesSpamRiskLevel]
    """Level of the spam risk; only with the spam check."""


class NumberMonitorEventPreviousSnapshot(TypedDict):
    status: str | bool | None
    """Status of the number, as `classification.number_status`. Null where it is not known."""
    lineType: str | bool | None
    """Type of the line, unless only the old block table has it. Null where it is not known."""
    carrier: str | bool | None
    """Name of the carrier, unless only the old block table has it. Null where it is not known."""
    ported: str | bool | None
    """Whether the number was ported. Null where it is not known."""
    dncListed: str | bool | None
    """Whether it is on a Do Not Call registry. Null where it is not known."""
    spamRiskLevel: str | bool | None
    """Level of the spam risk; only with the spam check. Null where it is not known."""
    line_type: str | bool | None
    """As lineType. Null where it is not known."""
    dnc_listed: str | bool | None
    """As dncListed. Null where it is not known."""
    spam_risk_level: str | bool | None
    """As spamRiskLevel. Null where it is not known."""


class NumberMonitorEventCurrentSnapshot(TypedDict):
    status: str | bool | None
    """Status of the number, as `classification.number_status`. Null where it is not known."""
    lineType: str | bool | None
    """Type of the line, unless only the old block table has it. Null where it is not known."""
    carrier: str | bool | None
    """Name of the carrier, unless only the old block table has it. Null where it is not known."""
    ported: str | bool | None
    """Whether the number was ported. Null where it is not known."""
    dncListed: str | bool | None
    """Whether it is on a Do Not Call registry. Null where it is not known."""
    spamRiskLevel: str | bool | None
    """Level of the spam risk; only with the spam check. Null where it is not known."""
    line_type: str | bool | None
    """As lineType. Null where it is not known."""
    dnc_listed: str | bool | None
    """As dncListed. Null where it is not known."""
    spam_risk_level: str | bool | None
    """As spamRiskLevel. Null where it is not known."""


class NumberMonitorEvent(TypedDict):
    id: str
    """Id of the event."""
    phone_number: str
    """In E.164."""
    label: str | None
    """As you gave it; null for none."""
    changes: NumberMonitorEventChanges
    """Each field that was known and is known to be another now."""
    previous_snapshot: NumberMonitorEventPreviousSnapshot | None
    """The last known value of each field."""
    current_snapshot: NumberMonitorEventCurrentSnapshot | None
    """As the run found it."""
    detected_at: str
    """When the run that found it wrote it down."""


class NumberMonitorEventListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class NumberMonitorEventListAnswer(TypedDict):
    """The answer."""

    events: list[NumberMonitorEvent]
    """Newest first."""
    pagination: NumberMonitorEventListAnswerPagination
    """Which page this is, and how to get the next."""


class NumberMonitorListAnswerMonitorsItem(TypedDict):
    id: str
    """Id of the monitor."""
    name: str
    """As you gave it."""
    frequency: Literal["daily", "weekly"] | str
    """How often members are looked up again."""
    include_spam_check: bool
    """Whether a recheck asks for spam reports too."""
    alert_email: bool
    """Whether the owner gets a mail when a run finds changes."""
    webhook_url: str | None
    """Receiver of its changes; null without one of its own."""
    webhook_endpoint_id: str | None
    """The webhook endpoint they are sent to; null without one of its own."""
    active: bool
    """False stops runs."""
    number_count: int
    """Members."""
    run_id: str | None
    """The run under way; null when none is."""
    next_run_at: str | None
    """When the next scheduled run begins; null when none will."""
    last_run_at: str | None
    """When the last run ended that looked anything up."""
    last_outcome: Literal["completed", "insufficient_credits", "daily_limit", "no_plan", "organization_closed", "organization_suspended", "no_members", "no_source", "stopped", "lost"] | str | None
    """How the last run ended, or why there was none; null before the first."""
    credits_per_run: int
    """What a run costs at most with the members it has now: 1 credit each, 2 with the spam check."""
    last_run_credits: int | None
    """What the last run cost that looked anything up, as last_run_at; null before it."""
    created_at: str
    """When it was made."""
    webhook_secret: NotRequired[str]
    """Signs the deliveries. Shown once, when the webhook is registered."""


class NumberMonitorListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class NumberMonitorListAnswer(TypedDict):
    """The answer."""

    monitors: list[NumberMonitorListAnswerMonitorsItem]
    """One page of monitors."""
    pagination: NumberMonitorListAnswerPagination
    """Which page this is, and how to get the next."""


class NumberMonitorMemberListAnswerNumbersItemLastSnapshot(TypedDict):
    status: str | bool | None
    """Status of the number, as `classification.number_status`. Null where it is not known."""
    lineType: str | bool | None
    """Type of the line, unless only the old block table has it. Null where it is not known."""
    carrier: str | bool | None
    """Name of the carrier, unless only the old block table has it. Null where it is not known."""
    ported: str | bool | None
    """Whether the number was ported. Null where it is not known."""
    dncListed: str | bool | None
    """Whether it is on a Do Not Call registry. Null where it is not known."""
    spamRiskLevel: str | bool | None
    """Level of the spam risk; only with the spam check. Null where it is not known."""
    line_type: str | bool | None
    """As lineType. Null where it is not known."""
    dnc_listed: str | bool | None
    """As dncListed. Null where it is not known."""
    spam_risk_level: str | bool | None
    """As spamRiskLevel. Null where it is not known."""


class NumberMonitorMemberListAnswerNumbersItem(TypedDict):
    phone_number: str
    """In E.164."""
    label: str | None
    """As you gave it; null for none."""
    last_checked_at: str | None
    """When it was looked up last; null before the first run."""
    last_snapshot: NumberMonitorMemberListAnswerNumbersItemLastSnapshot | None
    """As the last recheck found it; null before it."""


class NumberMonitorMemberListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class NumberMonitorMemberListAnswer(TypedDict):
    """The answer."""

    numbers: list[NumberMonitorMemberListAnswerNumbersItem]
    """In the order they were added."""
    pagination: NumberMonitorMemberListAnswerPagination
    """Which page this is, and how to get the next."""


class NumberMonitorMembersNumbersItem(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    label: NotRequired[str | None]
    """Yours; comes back with every event."""


class NumberMonitorMembers(TypedDict):
    numbers: NotRequired[list[NumberMonitorMembersNumbersItem]]
    """Each once."""
    phone_numbers: NotRequired[list[str]]
    """The phone_number of each, instead of numbers or beside them."""


class NumberMonitorMembersToRemoveNumbersItem(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    label: NotRequired[str | None]
    """Yours; comes back with every event."""


class NumberMonitorMembersToRemove(TypedDict):
    numbers: NotRequired[list[NumberMonitorMembersToRemoveNumbersItem]]
    """Each once."""
    phone_numbers: NotRequired[list[str]]
    """The phone_number of each, instead of numbers or beside them."""


class NumberMonitorRequestNumbersItem(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    label: NotRequired[str | None]
    """Yours; comes back with every event."""


class NumberMonitorRequest(TypedDict):
    name: str
    """Yours."""
    frequency: Literal["daily", "weekly"]
    """How often members are looked up again."""
    include_spam_check: NotRequired[bool]
    """Also look up spam reports: 2 credits a recheck instead of 1."""
    alert_email: NotRequired[bool]
    """One mail to the owner for a run with changes."""
    webhook_url: NotRequired[str]
    """Public HTTPS address that changes and skipped runs are sent to."""
    webhook_endpoint_id: NotRequired[str]
    """Instead of `webhook_url`: a webhook endpoint, with its secret and its retries."""
    numbers: list[NumberMonitorRequestNumbersItem]
    """Each once."""


class NumberMonitorRunAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    run_id: str
    """Comes back in the events of the run."""


class PhoneAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["phone"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class PhoneAnswer(TypedDict):
    """The answer."""

    request: PhoneAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: PhoneClassification
    insights: PhoneInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class PhoneAppendAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["phone_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class PhoneAppendAnswer(TypedDict):
    """The answer."""

    request: PhoneAppendAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: PhoneAppendClassification
    insights: PhoneAppendInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class PhoneAppendClassification(TypedDict):
    matched: bool
    """Whether the person was found with what was asked for."""
    coverage_supported: bool
    """False for a ZIP code of none of the United States: no source is asked, nothing charged."""
    phone: str | None
    """The best number, E.164: connected, then newest."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Kind of line; null where the source does not say."""
    lookup_type: Literal["phone_append"]
    """Kind of lookup that was made."""


class PhoneAppendInsightsContactOtherPhonesItem(TypedDict):
    """A number."""

    phone: str | None
    """The best number, E.164: connected, then newest."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Kind of line; null where the source does not say."""


class PhoneAppendInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """First name, as the source has it."""
    last_name: str | None
    """Last name, as the source has it."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """State, two letters."""
    zip: str | None
    """ZIP code."""
    phone: str | None
    """The best number, E.164: connected, then newest."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Kind of line; null where the source does not say."""
    connected: bool | None
    """Whether the source says that the number is connected; null where it does not."""
    last_reported: str | None
    """Day the number was last reported as the person’s, YYYY-MM-DD."""
    other_phones: list[PhoneAppendInsightsContactOtherPhonesItem]
    """Further numbers of the person, the best first."""


class PhoneAppendInsights(TypedDict):
    contact: PhoneAppendInsightsContact
    """The person or company found."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class PhoneAppendRequestInput(TypedDict):
    """The person, by name and postal address in the United States."""

    firstName: str
    """First name."""
    lastName: str
    """Last name."""
    address: str
    """House number and street, with the unit."""
    city: str
    """City."""
    zip: str
    """ZIP code of five digits, or nine. The state is read off it."""


class PhoneAppendRequest(TypedDict):
    input: PhoneAppendRequestInput
    """The person, by name and postal address in the United States."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class PhoneClassification(TypedDict):
    line_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line the number belongs to."""
    line_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014."""
    line_type_confidence: float
    """How sure the kind of line is, 0 to 100."""
    plan_type: Literal["FIXED_LINE", "MOBILE", "FIXED_LINE_OR_MOBILE", "TOLL_FREE", "PREMIUM_RATE", "SHARED_COST", "VOIP", "PERSONAL_NUMBER", "PAGER", "UAN", "VOICEMAIL"] | str | None
    """What the numbering plan calls the number; null when it is invalid."""
    carrier_type: Literal["MAJOR_CARRIER", "REGIONAL_CARRIER", "VOIP_PROVIDER", "INTERNATIONAL_CARRIER", "UNKNOWN"] | str
    """Kind of carrier."""
    number_status: Literal["ACTIVE", "INACTIVE", "INVALID", "VALID", "UNKNOWN"] | str
    """United States and Canada: UNKNOWN until a record of the number or its carrier says more. Elsewhere VALID or INVALID."""
    portability_status: Literal["PORTED", "NOT_PORTED", "POSSIBLY_PORTED"] | str
    """Whether the number has moved to another carrier."""
    service_type: Literal["POSTPAID", "LANDLINE", "TOLL_FREE", "UNKNOWN"] | str
    """Kind of service on the line."""
    connection_quality: Literal["EXCELLENT", "GOOD", "POOR", "UNKNOWN"] | str
    """Expected quality of a connection."""
    coverage: NotRequired[Literal["international"]]
    """Only outside the United States and Canada."""
    country_code: str | None
    """ISO 3166-1; null for numbers of no one country."""


class PhoneInsightsNumber(TypedDict):
    """Written forms of the number, and what its numbering plan says of it."""

    e164: str
    """ITU-T E.164: + and digits alone."""
    national_format: str
    """As it is written and dialled within its country."""
    international_format: str
    """In the groups of its plan, ITU-T E.123."""
    rfc3966: str
    """As a tel: link."""
    calling_code: str
    """Digits behind the +."""
    national_number: str
    """National significant number: without prefixes."""
    area_code: NotRequired[str]
    """Only of North American numbers (+1): their first three digits."""
    region_code: NotRequired[str]
    """ISO 3166-2: the one state or province that the area code belongs to."""
    is_possible: bool
    """It has a length that its plan knows."""
    is_valid: bool
    """A range of its plan contains it, and no network says that it is not assigned. Not that it is in service."""
    invalid_reason: NotRequired[str]
    """Only of a number that is not valid."""
    is_vanity_number: bool
    """The number was sent with letters."""
    qualifies_for_hlr_lookup: bool
    """The number is, or may be, a mobile number."""


class PhoneInsightsLocation(TypedDict):
    """Where it is, or where its number range belongs."""

    timezone: str | None
    """IANA zone; UNKNOWN when the number may be in several; null when it is invalid."""
    timezones: list[str]
    """Every zone the number may be in."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """ISO 3166-1 alpha-2 code of the country."""
    regions: list[str]
    """Area the number belongs to, as fine as its plan has it."""


class PhoneInsightsCarrier(TypedDict):
    """The carrier as raw_api_fields.network_source knows it; the first holder of a range may have lost the number by porting. Codes (ITU-T E.212) are null of landlines and internet lines, which have none, and where the network is not known; in the United States and Canada name and codes are there only when known."""

    name: NotRequired[str | None]
    """Name of the carrier."""
    mcc: NotRequired[str | None]
    """Mobile country code."""
    mnc: NotRequired[str | None]
    """Mobile network code."""


class PhoneInsightsRouting(TypedDict):
    """How a call to the number is routed."""

    lrn: str
    """Location routing number, or N/A."""
    original_number: str
    """The number that was asked for, in E.164."""
    is_ported: bool | None
    """Null when porting is possible but unconfirmed."""
    port_type: int | str
    """As the source codes it; UNKNOWN where the source that answered does not say, NOT_CHECKED where none did."""


class PhoneInsightsReachability(TypedDict):
    """Whether the number can be reached, and how that is known."""

    is_reachable: bool | None
    """Null when no source has checked; always null for toll-free and outside the United States and Canada."""
    reachable_status: str
    """The flag as its source gave it; UNKNOWN where the source that answered gives none, NOT_CHECKED where none did."""
    verification_method: Literal["NUMBERING_PLAN", "PORTABILITY_RECORD", "CARRIER_QUERY"] | str
    """How it was checked."""
    reason: str
    """Why is_reachable is what it is."""


class PhoneInsightsCompliance(TypedDict):
    """Whether the number may be called."""

    dnc_listed: bool | None
    """Whether it is on the Do Not Call registry; null when no source knows."""
    dnc_status: Literal["LISTED", "NOT_LISTED", "NOT_APPLICABLE"] | str
    """NOT_APPLICABLE whenever dnc_listed is null; dnc_reason says why."""
    dnc_reason: NotRequired[Literal["NOT_CHECKED", "OUT_OF_SCOPE"] | str]
    """Only when dnc_listed is null: NOT_CHECKED, no imported registry covers the number, which may well be listed; OUT_OF_SCOPE, it is outside the United States, its territories and Canada, or invalid."""
    dno_flag: bool | None
    """Whether its owner never calls from it (Do Not Originate); null when no source knows."""
    number_quality: Literal["GOOD", "POOR", "UNKNOWN"] | str
    """Worth of the number for reaching its holder, as quality_basis knows it. POOR: it cannot exist, is out of service, never calls, or costs a premium rate. GOOD: a record shows it in service, or, outside the United States and Canada, where the plan is what is checked, its plan gives it to subscribers."""
    quality_basis: NotRequired[Literal["NUMBERING_PLAN", "NUMBER_RECORD"] | str]
    """What number_quality rests on; absent when it is UNKNOWN."""
    good_number: bool
    """False unless number_quality is GOOD."""


class PhoneInsightsRiskIndicators(TypedDict):
    """What speaks against the number."""

    voip_detected: bool
    """False says nothing while LINE_TYPE_UNKNOWN is among the risk factors."""
    burner_probability: float
    """How likely it is a throwaway number, 0 to 1."""


PhoneInsightsRawApiFields = TypedDict("PhoneInsightsRawApiFields", {
    "number": "str",
    "lrn": "str",
    "network": "str | None",
    "network_source": "NotRequired[Literal[\"PORTABILITY_RECORD\", \"CARRIER_QUERY\", \"PORTABILITY_DATABASE\", \"BLOCK_HOLDER\", \"NUMBERING_PLAN\"] | str]",
    "class": "Literal[\"W\", \"L\", \"V\"] | str | None",
    "country": "str | None",
    "as_of": "NotRequired[str]",
    "block_holder_type": "NotRequired[str]",
    "rate_center": "NotRequired[str]",
    "state": "NotRequired[str]",
    "spid": "NotRequired[str]",
    "ported_at": "NotRequired[str]",
})


class PhoneInsights(TypedDict):
    number: PhoneInsightsNumber
    """Written forms of the number, and what its numbering plan says of it."""
    location: PhoneInsightsLocation
    """Where it is, or where its number range belongs."""
    carrier: PhoneInsightsCarrier
    """The carrier as raw_api_fields.network_source knows it; the first holder of a range may have lost the number by porting. Codes (ITU-T E.212) are null of landlines and internet lines, which have none, and where the network is not known; in the United States and Canada name and codes are there only when known."""
    routing: PhoneInsightsRouting
    """How a call to the number is routed."""
    reachability: PhoneInsightsReachability
    """Whether the number can be reached, and how that is known."""
    compliance: PhoneInsightsCompliance
    """Whether the number may be called."""
    risk_indicators: PhoneInsightsRiskIndicators
    """What speaks against the number."""
    raw_api_fields: PhoneInsightsRawApiFields
    """The record as the source gives it."""
    country_assumed: NotRequired[str]
    """Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then."""
    possible_countries: NotRequired[list[str]]
    """Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +."""


class PhoneRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class PhoneScrubAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["phone_scrub"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class PhoneScrubAnswer(TypedDict):
    """The answer."""

    request: PhoneScrubAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: PhoneScrubClassification
    insights: PhoneScrubInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class PhoneScrubClassification(TypedDict):
    matched: bool
    """The number is on at least one list."""
    phone: str
    """Phone number."""
    formattedPhone: str | None
    """As (NPA) NXX-XXXX; null outside calling code 1."""
    phoneTypeCode: Literal["W", "L", "V"] | str | None
    """W mobile, L landline, V VoIP; null when the line type is not known."""
    phoneTypeLabel: Literal["MOBILE", "LANDLINE", "VOIP", "LITIGATOR", "UNKNOWN"] | str | None
    """LITIGATOR whatever the line, when the number is one."""
    phone_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014."""
    doNotCall: bool
    """On an imported Do Not Call registry. False says nothing while do_not_call is in missing_lists."""
    litigator: bool
    """Known litigator, serial complainer or attorney: never contact. False says nothing while litigators is in missing_lists."""
    reassigned: bool
    """Disconnected for good at some time: consent may have been given by an earlier owner."""
    missing_lists: list[str]
    """Lists that could not name the number: not imported, or not for where it lies."""
    do_not_call: bool
    """The same as doNotCall."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP", "LITIGATOR", "UNKNOWN"] | str | None
    """The same as phoneTypeLabel."""


class PhoneScrubInsightsPhoneScrubResultListsAsOf(TypedDict):
    """Dates of the lists that name the number."""

    do_not_call: str | None
    """Date of the Do Not Call list; null when there is none."""
    litigators: str | None
    """Date of the list of litigators; null when there is none."""
    reassigned_numbers: str | None
    """Date of the list of reassigned numbers; null when there is none."""


class PhoneScrubInsightsPhoneScrubResult(TypedDict):
    """The whole result."""

    matched: bool
    """The number is on at least one list."""
    phone: str
    """Phone number."""
    formattedPhone: str | None
    """As (NPA) NXX-XXXX; null outside calling code 1."""
    phoneTypeCode: Literal["W", "L", "V"] | str | None
    """W mobile, L landline, V VoIP; null when the line type is not known."""
    phoneTypeLabel: Literal["MOBILE", "LANDLINE", "VOIP", "LITIGATOR", "UNKNOWN"] | str | None
    """LITIGATOR whatever the line, when the number is one."""
    phone_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014."""
    doNotCall: bool
    """On an imported Do Not Call registry. False says nothing while do_not_call is in missing_lists."""
    litigator: bool
    """Known litigator, serial complainer or attorney: never contact. False says nothing while litigators is in missing_lists."""
    reassigned: bool
    """Disconnected for good at some time: consent may have been given by an earlier owner."""
    missing_lists: list[str]
    """Lists that could not name the number: not imported, or not for where it lies."""
    litigator_kind: Literal["LITIGATOR", "SERIAL_COMPLAINER", "ATTORNEY"] | str | None
    """Kind of litigator; null when the number is none."""
    disconnected_at: str | None
    """Day of the last permanent disconnection, when the list says."""
    lists_as_of: PhoneScrubInsightsPhoneScrubResultListsAsOf
    """Dates of the lists that name the number."""
    processedTime: str | None
    """When the number was scrubbed."""


class PhoneScrubInsights(TypedDict):
    phone_scrub_result: PhoneScrubInsightsPhoneScrubResult
    """The whole result."""
    country_assumed: NotRequired[str]
    """Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then."""
    possible_countries: NotRequired[list[str]]
    """Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +."""


class PhoneScrubRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class PhoneSpamAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["phone_spam"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class PhoneSpamAnswer(TypedDict):
    """The answer."""

    request: PhoneSpamAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: PhoneSpamClassification
    insights: PhoneSpamInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class PhoneSpamClassification(TypedDict):
    caller_type: Literal["LEGITIMATE_PERSONAL", "LEGITIMATE_AUTOMATED", "SPAM_HUMAN", "SPAM_ROBOCALL", "SPOOFED", "LEGITIMATE", "SUSPICIOUS_CALLER", "HIGH_RISK_CALLER", "UNKNOWN"] | str
    """UNKNOWN unless something speaks for or against the caller. Without a report a number is legitimate where a current record shows the line in service, a reputation service knows nothing against it, or much complaint data is silent about it and its block; insights.reputation has the evidence."""
    threat_category: Literal["LEGITIMATE", "SPAM_CALLER", "AUTOMATED_SCAM", "SUSPICIOUS_ACTIVITY", "FRAUD_RISK", "SPOOFED_NUMBER", "NONE_REPORTED", "NOT_CHECKED", "UNKNOWN"] | str
    """NONE_REPORTED: complaint data was checked and holds no report of the number. NOT_CHECKED: no complaint data is loaded and no reputation service answered."""
    industry_category: str
    """Trade that most reports name; UNKNOWN where they name none, NONE_REPORTED without a report, NOT_CHECKED where no complaint data covers the number."""
    persistence_level: Literal["HIGH", "MEDIUM", "LOW", "NONE", "NOT_CHECKED"] | str
    """How long and how often the caller was reported. NONE: complaint data holds no report. NOT_CHECKED: none covers the number."""
    sophistication_level: Literal["HIGH", "MEDIUM", "LOW", "UNKNOWN", "NONE_REPORTED", "NOT_CHECKED"] | str
    """How much work the deception shows. UNKNOWN: no report says whether it was a robocall. NONE_REPORTED: without a report there is none. NOT_CHECKED: no complaint data covers the number."""
    line_status: NotRequired[Literal["ACTIVE", "DISCONNECTED", "UNKNOWN"] | str]
    """Only outside the United States and Canada. DISCONNECTED: the number cannot exist, or a source says that it is out of service; UNKNOWN: no source says."""


class PhoneSpamInsightsNumber(TypedDict):
    """Written forms of the number, and what its numbering plan says of it."""

    e164: str
    """ITU-T E.164: + and digits alone."""
    national_format: str
    """As it is written and dialled within its country."""
    international_format: str
    """In the groups of its plan, ITU-T E.123."""
    rfc3966: str
    """As a tel: link."""
    calling_code: str
    """Digits behind the +."""
    national_number: str
    """National significant number: without prefixes."""
    area_code: NotRequired[str]
    """Only of North American numbers (+1): their first three digits."""
    region_code: NotRequired[str]
    """ISO 3166-2: the one state or province that the area code belongs to."""
    is_possible: bool
    """It has a length that its plan knows."""
    is_valid: bool
    """A range of its plan contains it, and no network says that it is not assigned. Not that it is in service."""
    invalid_reason: NotRequired[str]
    """Only of a number that is not valid."""
    is_vanity_number: bool
    """The number was sent with letters."""
    qualifies_for_hlr_lookup: bool
    """The number is, or may be, a mobile number."""


class PhoneSpamInsightsReputationRange(TypedDict):
    """Complaints about the thousand numbers it was given out with, in the United States and Canada, where complaint data is complete there."""

    block: str
    """First digits that the numbers of the block share."""
    numbers_reported: int
    """Of its other numbers, how many were reported."""
    numbers: int
    """Its other numbers."""
    reports: int
    """Reports of those."""
    reports_loaded: int
    """Reports of any number these were counted among; below 50000 a block without one says nothing."""
    data_as_of: str
    """Date of the newest of them."""


class PhoneSpamInsightsReputationService(TypedDict):
    """What a reputation service says, where one is configured and knows the number."""

    fraud_score: float
    """From 75 suspicious, from 85 high risk."""
    recent_abuse: bool | None
    """Abuse was reported lately."""
    spammer: bool | None
    """It is known for spam."""
    in_service: bool | None
    """Whether the line is in service."""


class PhoneSpamInsightsReputation(TypedDict):
    """What is known for and against it."""

    report_count: int | None
    """Reports of the number; null when no complaint data is loaded."""
    recent_report_count: NotRequired[int]
    """Those of this calendar month and the two before; only of a reported number."""
    first_reported_on: NotRequired[str]
    """Day of the first report; null when there is none."""
    last_reported_on: NotRequired[str]
    """Day of the latest report; null when there is none."""
    data_as_of: NotRequired[str]
    """Date of the newest complaint data, when it has a report of the number."""
    reason: str
    """What the counts rest on."""
    range: NotRequired[PhoneSpamInsightsReputationRange]
    """Complaints about the thousand numbers it was given out with, in the United States and Canada, where complaint data is complete there."""
    service: NotRequired[PhoneSpamInsightsReputationService]
    """What a reputation service says, where one is configured and knows the number."""


class PhoneSpamInsightsBehavior(TypedDict):
    """How it calls."""

    callback_probability: float
    """Chance that calling back reaches the caller; 0 when callback_basis is NONE."""
    callback_basis: Literal["NUMBERING_PLAN", "NUMBER_RECORD", "COMPLAINTS", "NONE"] | str
    """What callback_probability rests on."""
    robocall_share: NotRequired[float]
    """Share of a recording or robocall among the reports that say whether it was one."""


class PhoneSpamInsightsThreatIntelligenceSubjectsItem(TypedDict):
    subject: Literal["IMPERSONATION", "DEBT_REDUCTION", "TECHNICAL_SUPPORT", "PRIZES", "MAKE_MONEY", "MEDICAL", "WARRANTIES", "TRAVEL", "CHARITIES", "HOME_SECURITY", "HOME_IMPROVEMENT", "ENERGY", "DROPPED_CALL", "OTHER", "NOT_PROVIDED"] | str
    """What was complained of."""
    reports: int
    """How many reports name it."""


class PhoneSpamInsightsThreatIntelligence(TypedDict):
    """What the calls are about."""

    scam_types: list[str]
    """Scams that calls about the reported subjects often are, the most reported first."""
    financial_loss_risk: Literal["HIGH", "MEDIUM", "LOW", "UNKNOWN"] | str
    """Of the reported subjects; HIGH also of a premium-rate number, which costs the one who calls back."""
    speaks_against: list[str]
    """Risk factors for which answer_allowed is false; empty where nothing speaks against the caller, which is not that something speaks for them."""
    subjects: list[PhoneSpamInsightsThreatIntelligenceSubjectsItem]
    """What was complained of, the most frequent first."""


class PhoneSpamInsightsNetworkAnalysis(TypedDict):
    """Where the calls come from."""

    origin_country: str
    """Country of the number's plan, or UNKNOWN. A caller can show a number of another country."""
    origin_country_code: str | None
    """ISO 3166-1 alpha-2 code of the country the number belongs to."""
    origin_region: NotRequired[str]
    """Area of the number's plan, where it has one."""
    carrier: NotRequired[str]
    """Best known carrier, where one is known."""
    carrier_source: NotRequired[Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "BLOCK_HOLDER", "NUMBERING_PLAN"] | str]
    """Where the carrier comes from. BLOCK_HOLDER: who held the number block in 2014; NUMBERING_PLAN: who the range was first given to. Both may have lost the number by porting. Only with a carrier."""
    carrier_as_of: NotRequired[str]
    """Date of that source, where it has one."""
    carrier_type: Literal["MAJOR_CARRIER", "REGIONAL_CARRIER", "VOIP_PROVIDER", "INTERNATIONAL_CARRIER", "UNKNOWN"] | str
    """Kind of carrier."""
    line_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line the number belongs to."""
    line_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type rests on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER is a hint: who held the number block when the block table was made, in 2014."""
    line_type_confidence: float
    """How sure the kind of line is, 0 to 100."""
    portability_status: Literal["PORTED", "NOT_PORTED", "POSSIBLY_PORTED"] | str
    """Whether the number has moved to another carrier."""
    timezones: list[str]
    """Every IANA zone the number may be in."""
    voip_detected: bool
    """False says nothing while LINE_TYPE_UNKNOWN is among the risk factors."""
    burner_probability: float
    """Chance that the number is thrown away soon."""
    spoofing_suspected: NotRequired[bool]
    """The number cannot place calls: impossible, kept for fiction, or never used to call. Absent, and SPOOFING_NOT_CHECKED among the risk factors, when no list of such numbers tells."""


class PhoneSpamInsights(TypedDict):
    number: PhoneSpamInsightsNumber
    """Written forms of the number, and what its numbering plan says of it."""
    reputation: PhoneSpamInsightsReputation
    """What is known for and against it."""
    behavior: PhoneSpamInsightsBehavior
    """How it calls."""
    threat_intelligence: PhoneSpamInsightsThreatIntelligence
    """What the calls are about."""
    network_analysis: PhoneSpamInsightsNetworkAnalysis
    """Where the calls come from."""
    country_assumed: NotRequired[str]
    """Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then."""
    possible_countries: NotRequired[list[str]]
    """Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +."""


class PhoneSpamRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class ProductListAnswerProductsItemPricesItem(TypedDict):
    credits: int
    """Credits of one unit."""
    when: str | None
    """What has to be asked for; null: it is the only price."""
    available: bool
    """Whether a lookup at this price can be answered."""


class ProductListAnswerProductsItemSourcesItem(TypedDict):
    label: str
    """As in metadata.data_sources."""
    kind: Literal["compiled", "records", "open", "upstream"] | str
    """compiled: tables of ours; records: imported files; open: public protocols; upstream: paid."""
    available: bool
    """Whether it can be asked now."""
    missing: list[str]
    """What would make it available: a provider, lists, or record data sets."""


class ProductListAnswerProductsItem(TypedDict):
    path: str
    """Where to post."""
    type: str
    """As in request.type."""
    summary: str
    """What the product answers, in one sentence."""
    price: int
    """The most one unit can cost, in credits."""
    prices: list[ProductListAnswerProductsItemPricesItem]
    """Each price of a unit, the most it can cost."""
    price_per: str
    """The unit: a lookup, or for example a minute of audio or a page of up to 25 rows."""
    tier: Literal["standard", "live"] | str
    """Rate window it is counted in."""
    bulk_type: str | None
    """Null: single calls only."""
    cache_days: int
    """How long the own answer is free to ask for again."""
    available: bool
    """Whether a body without options can be answered."""
    missing: list[str]
    """While it is not available: what its sources miss, any of which would do."""
    sources: list[ProductListAnswerProductsItemSourcesItem]
    """Where answers come from."""


class ProductListAnswerMonitorsItemPricesItem(TypedDict):
    credits: int
    """Credits of one unit."""
    when: str | None
    """What has to be asked for; null: it is the only price."""


class ProductListAnswerMonitorsItem(TypedDict):
    path: str
    """Where to post."""
    type: Literal["number", "job_change"] | str
    """What it rechecks."""
    summary: str
    """What the product answers, in one sentence."""
    price: int
    """The most one unit can cost, in credits."""
    prices: list[ProductListAnswerMonitorsItemPricesItem]
    """Each price of a unit, the most it can cost."""
    price_per: str
    """The unit: a recheck of one member."""


class ProductListAnswer(TypedDict):
    """The answer."""

    products: list[ProductListAnswerProductsItem]
    """Every product, in the order of the reference."""
    monitors: list[ProductListAnswerMonitorsItem]
    """Rechecks, which are paid by the member."""


class PropertyLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["property_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class PropertyLookupAnswer(TypedDict):
    """The answer."""

    request: PropertyLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: PropertyLookupClassification
    insights: PropertyLookupInsights


class PropertyLookupClassification(TypedDict):
    matched: bool
    """Whether one property was found. Nothing is charged if not, as for several units."""
    coverage_supported: bool
    """Whether a source covers the place; false: no source knows it, and nothing is charged."""
    user_message: str | None
    """What a no-match means, in one plain sentence; null on a match."""
    address: str | None
    """Address as the record has it."""
    city: str | None
    """City."""
    state: str | None
    """State, two letters."""
    zip: str | None
    """ZIP code."""
    county: str | None
    """County."""
    property_type: str | None
    """As the source names it, such as Single Family; of a New York City lot its building class in words, with the code in features.building_class."""
    bedrooms: float | None
    """Bedrooms."""
    bathrooms: float | None
    """Bathrooms."""
    square_feet: float | None
    """Area of the building, square feet."""
    lot_size: float | None
    """Area of the lot, square feet."""
    year_built: int | None
    """Year the building was built."""
    owner_occupied: bool | None
    """Whether an owner lives there."""


class PropertyLookupInsightsPropertyLookupResultLastSale(TypedDict):
    """The last recorded sale."""

    date: str | None
    """Day, YYYY-MM-DD."""
    price: float | None
    """US dollars."""


class PropertyLookupInsightsPropertyLookupResultAssessment(TypedDict):
    """The newest assessment."""

    year: int | None
    """Year of the assessment."""
    value: float | None
    """Assessed value, US dollars."""
    land: float | None
    """Of that, the land."""
    improvements: float | None
    """Of that, what is built on it."""


class PropertyLookupInsightsPropertyLookupResultTax(TypedDict):
    """The newest property tax."""

    year: int | None
    """Year of the tax."""
    amount: float | None
    """Property tax of that year, US dollars."""


class PropertyLookupInsightsPropertyLookupResult(TypedDict):
    """All that the record says of the property."""

    address: str | None
    """Address as the record has it."""
    city: str | None
    """City."""
    state: str | None
    """State, two letters."""
    zip: str | None
    """ZIP code."""
    county: str | None
    """County."""
    property_type: str | None
    """As the source names it, such as Single Family; of a New York City lot its building class in words, with the code in features.building_class."""
    bedrooms: float | None
    """Bedrooms."""
    bathrooms: float | None
    """Bathrooms."""
    square_feet: float | None
    """Area of the building, square feet."""
    lot_size: float | None
    """Area of the lot, square feet."""
    year_built: int | None
    """Year the building was built."""
    owner_occupied: bool | None
    """Whether an owner lives there."""
    owner_names: list[str]
    """Owners of record."""
    last_sale: PropertyLookupInsightsPropertyLookupResultLastSale
    """The last recorded sale."""
    assessment: PropertyLookupInsightsPropertyLookupResultAssessment
    """The newest assessment."""
    tax: PropertyLookupInsightsPropertyLookupResultTax
    """The newest property tax."""
    features: dict[str, str | float | bool]
    """What else the source says of the property, as it names it."""


class PropertyLookupInsights(TypedDict):
    property_lookup_result: PropertyLookupInsightsPropertyLookupResult
    """All that the record says of the property."""


class PropertyLookupRequest(TypedDict):
    address: str
    """Address of the property in the United States: house number and street, with or without unit, city, state and ZIP code."""
    city: NotRequired[str | None]
    """City, where the address does not name it."""
    state: NotRequired[str | None]
    """State, by code or name, where the address does not name it."""
    zip: NotRequired[str | None]
    """ZIP code, five digits or nine, where the address does not name it."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class ProspectSearchAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["prospect_search"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class ProspectSearchAnswer(TypedDict):
    """The answer."""

    request: ProspectSearchAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: ProspectSearchClassification
    insights: ProspectSearchInsights


class ProspectSearchClassification(TypedDict):
    found: bool
    """There is at least one row."""
    count: int
    """Rows of this answer."""
    next_cursor: str | None
    """Send it as `cursor` with the same search for the rows after these; null after the last."""


class ProspectSearchInsightsProspectSearchResultRowsItem(TypedDict):
    id: str | None
    """Send it as `person_id` to b2b-contact-append; null where only the other fields name the person."""
    full_name: str | None
    """Full name."""
    title: str | None
    """Current title."""
    seniority: str | None
    """Level, for example cxo, vp, director, manager."""
    location: str | None
    """City, region and country."""
    company: str | None
    """Current company."""
    company_domain: str | None
    """The company's domain."""
    network_url: str | None
    """Page on the professional network."""
    has_email: bool | None
    """Whether an email address is known, to be revealed; null when the source does not say."""
    has_phone: bool | None
    """Whether a phone number is known, to be revealed; null when the source does not say."""


class ProspectSearchInsightsProspectSearchResult(TypedDict):
    """Who was found."""

    rows: list[ProspectSearchInsightsProspectSearchResultRowsItem]
    """People, without contact data."""
    total: int | None
    """Rows of the whole search as the source counts them; null when it does not."""


class ProspectSearchInsights(TypedDict):
    prospect_search_result: ProspectSearchInsightsProspectSearchResult
    """Who was found."""


class ProspectSearchRequest(TypedDict):
    title: NotRequired[str]
    """Words of the title."""
    seniority: NotRequired[str]
    """Level: cxo, owner, partner, vp, director, manager, senior, entry, training or unpaid."""
    location: NotRequired[str]
    """City, region or country, or several of them with commas: people in all of them. Two letters are the ISO code of a country."""
    company: NotRequired[str]
    """Name of the current company."""
    company_domain: NotRequired[str]
    """The company's domain; an address is reduced to it."""
    limit: NotRequired[int]
    """Rows wanted at most, 1 to 25; the operator may have set fewer."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the answer before, with the same search: the rows after it."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class Recommendations(TypedDict):
    primary_action: Literal["APPROVE", "VERIFY", "REVIEW", "BLOCK"] | str
    """What to do with the record."""
    secondary_actions: list[str]
    """What to do besides, for example SEND_SMS_OTP."""
    user_message: str
    """One plain sentence."""
    business_rules: dict[str, bool]
    """Product-specific yes/no rules."""


class RedeliverFailedJobWebhooksRequest(TypedDict):
    since: str
    """ISO 8601 date or date-time."""


class RedeliverFailedWebhooksRequest(TypedDict):
    since: str
    """ISO 8601 date or date-time."""


class RedeliveredWebhooksAnswer(TypedDict):
    """The answer."""

    deliveries: int
    """How many are sent again."""


class RequestListAnswerRequestsItemKey(TypedDict):
    """The API key, agent or dashboard it was made with."""

    id: str
    """As `key_id` takes it."""
    name: str | None
    """Null where it is gone."""


class RequestListAnswerRequestsItem(TypedDict):
    id: str
    """The X-Request-Id of the call; of an entry of a batch, its own; of a replayed lookup, whose answer names the first call, one that only the log has."""
    batch_id: str | None
    """The X-Request-Id of the batch it came in."""
    at: str
    """When it arrived."""
    method: str
    """HTTP method."""
    path: str
    """Where it came in: the path as it is documented, `/mcp` or `/app/try`."""
    tool: str | None
    """Tool of agents that was called; null elsewhere."""
    product: str | None
    """As in request.type; null for what is no lookup."""
    mode: Literal["live", "test"] | str
    """Of its key."""
    key: RequestListAnswerRequestsItemKey
    """The API key, agent or dashboard it was made with."""
    status: int
    """HTTP status of the answer."""
    code: Literal["INVALID_REQUEST", "INVALID_INPUT", "MISSING_FIELD", "VALIDATION_FAILED", "UPSTREAM_ERROR", "INVALID_TYPE", "INPUT_LIMIT_EXCEEDED", "UNAUTHORIZED", "INSUFFICIENT_CREDITS", "UPGRADE_REQUIRED", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_CONFLICT", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE", "SERVICE_BUSY", "UPSTREAM_QUOTA_EXHAUSTED", "UPSTREAM_TIMEOUT"] | str | None
    """As in error.code; null where it was answered."""
    credits: int
    """What it was charged."""
    processing_time_ms: int
    """From its arrival to its answer."""


class RequestListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class RequestListAnswer(TypedDict):
    """The answer."""

    requests: list[RequestListAnswerRequestsItem]
    """Newest first."""
    pagination: RequestListAnswerPagination
    """Which page this is, and how to get the next."""


class ReverseEmailAppendAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["reverse_email_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class ReverseEmailAppendAnswer(TypedDict):
    """The answer."""

    request: ReverseEmailAppendAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: ReverseEmailAppendClassification
    insights: ReverseEmailAppendInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class ReverseEmailAppendClassification(TypedDict):
    matched: bool
    """Whether a person was found."""
    email: str
    """The address that was looked up."""
    first_name: str | None
    """First name, as the source has it."""
    last_name: str | None
    """Last name, as the source has it."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """State, two letters."""
    zip_code: str | None
    """ZIP code."""
    country: str | None
    """Country, by code or name."""
    phone: str | None
    """Number that is not known to be a mobile one, E.164."""
    cell: str | None
    """Mobile number, E.164."""
    phone_dnc: bool | None
    """Whether phone is on the registry. Null: no imported Do Not Call registry covers it, or there is no number."""
    cell_dnc: bool | None
    """Whether cell is on the registry. Null: no imported Do Not Call registry covers it, or there is no number."""
    lookup_type: Literal["reverse_email"]
    """Kind of lookup that was made."""


class ReverseEmailAppendInsightsReverseEmailResultContact(TypedDict):
    """The person or company found."""

    fullName: str | None
    """Full name."""
    firstName: str | None
    """First name."""
    lastName: str | None
    """Last name."""


class ReverseEmailAppendInsightsReverseEmailResultPhones(TypedDict):
    """Numbers of the person."""

    phoneNumber: str | None
    """Number that is not known to be a mobile one, E.164."""
    phoneDnc: bool | None
    """Whether phone is on the registry. Null: no imported Do Not Call registry covers it, or there is no number."""
    cellNumber: str | None
    """Mobile number, E.164."""
    cellDnc: bool | None
    """Whether cell is on the registry. Null: no imported Do Not Call registry covers it, or there is no number."""


class ReverseEmailAppendInsightsReverseEmailResultAddress(TypedDict):
    """Where the person lives."""

    line1: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """State, two letters."""
    country: str | None
    """Country, by code or name."""
    zipCode: str | None
    """ZIP code."""


class ReverseEmailAppendInsightsReverseEmailResultCompany(TypedDict):
    """Where the person works."""

    name: str | None
    """Company."""
    jobTitle: str | None
    """Title the person has there."""
    industry: str | None
    """Industry of the company."""
    networkUrl: str | None
    """Page of the person on the professional network."""
    website: str | None
    """Address of its web site."""
    country: str | None
    """Country of the company."""


class ReverseEmailAppendInsightsReverseEmailResult(TypedDict):
    """Whose the address is."""

    matched: bool
    """Whether a person was found."""
    contact: ReverseEmailAppendInsightsReverseEmailResultContact
    """The person or company found."""
    email: str
    """The address that was looked up."""
    phones: ReverseEmailAppendInsightsReverseEmailResultPhones
    """Numbers of the person."""
    address: ReverseEmailAppendInsightsReverseEmailResultAddress
    """Where the person lives."""
    company: ReverseEmailAppendInsightsReverseEmailResultCompany
    """Where the person works."""
    self_declared: bool
    """True: the person wrote this on a public page; it is not verified."""


class ReverseEmailAppendInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """First name, as the source has it."""
    last_name: str | None
    """Last name, as the source has it."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """State, two letters."""
    zip: str | None
    """ZIP code."""


class ReverseEmailAppendInsights(TypedDict):
    reverse_email_result: ReverseEmailAppendInsightsReverseEmailResult
    """Whose the address is."""
    contact: ReverseEmailAppendInsightsContact
    """The person or company found."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class ReverseEmailAppendRequest(TypedDict):
    email: str
    """One bare email address. The domain is lower-cased; the local part is kept as it is."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class ReverseIpAppendAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["reverse_ip_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class ReverseIpAppendAnswer(TypedDict):
    """The answer."""

    request: ReverseIpAppendAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: ReverseIpAppendClassification
    insights: ReverseIpAppendInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class ReverseIpAppendClassification(TypedDict):
    matched: bool
    """Whether a record was found."""
    ip: str
    """The address."""
    network: str | None
    """Longest listed prefix of the file that covers the address, CIDR; null when something else named the company."""
    company_name: str | None
    """Who uses the address. Without a record: the company, university or authority that announces the range, as registered. The user of an access or rented line, or of a network that connects universities, is never named."""
    company_domain: str | None
    """Domain of the company."""
    lookup_type: Literal["reverse_ip"]
    """Kind of lookup that was made."""


class ReverseIpAppendInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """Given name."""
    last_name: str | None
    """Family name."""
    email: str | None
    """Email address."""


class ReverseIpAppendInsightsGeolocation(TypedDict):
    """Where the address is."""

    city: str | None
    """City; null when it is not known."""
    region: str | None
    """State, province or region."""
    country_code: str | None
    """ISO 3166-1 alpha-2 code of the country."""
    zip: str | None
    """Postal code."""


class ReverseIpAppendInsights(TypedDict):
    contact: ReverseIpAppendInsightsContact
    """The person or company found."""
    geolocation: ReverseIpAppendInsightsGeolocation
    """Where the address is."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""


class ReverseIpAppendRequest(TypedDict):
    ip: str
    """IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; of a 6to4, Teredo or NAT64 address the answer is about the IPv4 address it carries."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class ReversePhoneLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["reverse_phone_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class ReversePhoneLookupAnswer(TypedDict):
    """The answer."""

    request: ReversePhoneLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: ReversePhoneLookupClassification
    insights: ReversePhoneLookupInsights
    risk_assessment: RiskAssessment
    recommendations: Recommendations


class ReversePhoneLookupClassification(TypedDict):
    matched: bool
    """Whether a record was found."""
    primary_name: str | None
    """Name of the person or company."""
    secondary_name: str | None
    """Another person of the household."""
    company_name: str | None
    """Name of the company."""
    email: str | None
    """Email address."""
    phone: str
    """Phone number."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Kind of line."""
    coverage_supported: bool
    """False outside the United States: no record was asked for and nothing is charged."""
    coverage_region: Literal["UNITED_STATES", "CANADA", "CARIBBEAN", "PACIFIC", "INTERNATIONAL"] | str
    """Part of the world the records cover."""
    lookup_type: Literal["reverse_phone"]
    """Kind of lookup that was made."""


class ReversePhoneLookupInsightsReverseLookupResultAddress(TypedDict):
    """Postal address."""

    line1: str | None
    """Street and number."""
    line2: str | None
    """Apartment or suite."""
    city: str | None
    """City; null when it is not known."""
    state: str | None
    """State or province, by its code."""
    zip: str | None
    """Postal code."""
    zip4: str | None
    """The last four digits of a ZIP+4 code."""


class ReversePhoneLookupInsightsReverseLookupResult(TypedDict):
    """The whole result."""

    matched: bool
    """Whether a record was found."""
    primary_name: str | None
    """Name of the person or company."""
    secondary_name: str | None
    """Another person of the household."""
    company_name: str | None
    """Name of the company."""
    email: str | None
    """Email address."""
    phone: str
    """Phone number."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Kind of line."""
    coverage_supported: bool
    """False outside the United States: no record was asked for and nothing is charged."""
    coverage_region: Literal["UNITED_STATES", "CANADA", "CARIBBEAN", "PACIFIC", "INTERNATIONAL"] | str
    """Part of the world the records cover."""
    address: ReversePhoneLookupInsightsReverseLookupResultAddress
    """Postal address."""
    processed_time: str
    """When the record was read."""


class ReversePhoneLookupInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """Given name."""
    last_name: str | None
    """Family name."""
    address: str | None
    """Street and number."""
    city: str | None
    """City; null when it is not known."""
    state: str | None
    """State or province, by its code."""
    zip: str | None
    """Postal code."""
    email: str | None
    """Email address."""


class ReversePhoneLookupInsights(TypedDict):
    reverse_lookup_result: ReversePhoneLookupInsightsReverseLookupResult
    """The whole result."""
    contact: ReversePhoneLookupInsightsContact
    """The person or company found."""
    as_of: str | None
    """As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say."""
    country_assumed: NotRequired[str]
    """Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Only then."""
    possible_countries: NotRequired[list[str]]
    """Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +."""


class ReversePhoneLookupRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored."""
    country: NotRequired[str]
    """Country a number without + is read in, ISO 3166-1 alpha-2; without it the organization's default country, else US, and the answer says so in insights.country_assumed."""
    lookup_source: NotRequired[Literal["standard", "premium"]]
    """standard reads caller names, which a minority of numbers have; premium the full consumer record."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class RiskAssessment(TypedDict):
    fraud_score: NotRequired[float]
    """Higher is riskier."""
    risk_level: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"] | str
    """The score in words."""
    risk_factors: list[str]
    """Codes of the factors that fired."""
    confidence_level: float
    """How sure the assessment is, 0 to 100."""


class SearchIntentLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["search_intent_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class SearchIntentLookupAnswer(TypedDict):
    """The answer."""

    request: SearchIntentLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: SearchIntentLookupClassification
    insights: SearchIntentLookupInsights


class SearchIntentLookupClassification(TypedDict):
    query: str
    """The query as it was sent to the search engine."""
    country: str
    """Where the search was made."""
    language: str
    """Language of the results."""
    page: int
    """Which page of results this is."""
    organicCount: int
    """How many results there are. Nothing is charged for none."""


class SearchIntentLookupInsightsSearchIntentResultOrganicItem(TypedDict):
    position: int
    """From 1, the best of this page."""
    title: str
    """Title of the page."""
    link: str
    """Address of the page."""
    snippet: str | None
    """Words of the page that the engine shows."""


class SearchIntentLookupInsightsSearchIntentResult(TypedDict):
    """One page of results."""

    organic: list[SearchIntentLookupInsightsSearchIntentResultOrganicItem]
    """Unpaid results, best first."""
    peopleAlsoAsk: list[str]
    """Questions others asked; not every source says."""
    relatedSearches: list[str]
    """What others searched for."""


class SearchIntentLookupInsights(TypedDict):
    search_intent_result: SearchIntentLookupInsightsSearchIntentResult
    """One page of results."""


class SearchIntentLookupRequest(TypedDict):
    q: str
    """What to search for, at most 700 characters."""
    country: NotRequired[str | None]
    """Where the search is made: ISO 3166-1, two letters; default US."""
    language: NotRequired[str | None]
    """Language of the results: ISO 639-1, two letters; default en."""
    page: NotRequired[int | None]
    """Which page of results, from 1 to 5; default 1."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class SocialPostLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["social_post_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class SocialPostLookupAnswer(TypedDict):
    """The answer."""

    request: SocialPostLookupAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: SocialPostLookupClassification
    insights: SocialPostLookupInsights


class SocialPostLookupClassification(TypedDict):
    matched: bool
    """The post was found and can be seen."""
    exists: bool
    """The post is there, whether everybody sees it or not."""
    platform: Literal["instagram", "tiktok", "youtube", "twitter", "facebook", "threads", "bluesky", "truthsocial", "pinterest", "network"] | str
    """The platform."""
    author_handle: str | None
    """Account that posted it, without @."""
    likes: int | None
    """Likes, or reactions of every kind; null where the source does not tell."""
    views: int | None
    """Views; null where the platform counts none or the source does not tell."""


class SocialPostLookupInsightsSocialPostLookupResult(TypedDict):
    """The post in detail."""

    url: str
    """Address of the post."""
    post_state: Literal["live", "private", "gated", "suspended", "deactivated", "not_found"] | str
    """live; private: for followers only; gated: for those who sign in or prove their age only; suspended by the platform; deactivated by its owner; not_found: not there now, and most platforms do not tell what was deleted from what never was."""
    caption: str | None
    """Text of the post, or title of the video."""
    author_name: str | None
    """Name the author shows."""
    comments: int | None
    """Comments or replies."""
    shares: int | None
    """Shares, reposts or saves."""
    posted_at: str | None
    """When it was posted, ISO 8601."""
    rounded_counts: bool
    """The source rounds its counts: 2,708,400 may stand for any number near it."""


class SocialPostLookupInsights(TypedDict):
    social_post_lookup_result: SocialPostLookupInsightsSocialPostLookupResult
    """The post in detail."""


class SocialPostLookupRequest(TypedDict):
    url: str
    """Full address of the post, video or pin. Mobile hosts, short addresses and tracking parameters do not matter."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class SocialProfileCheckAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["social_profile_check"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class SocialProfileCheckAnswer(TypedDict):
    """The answer."""

    request: SocialProfileCheckAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: SocialProfileCheckClassification
    insights: SocialProfileCheckInsights


class SocialProfileCheckClassification(TypedDict):
    matched: bool
    """There is a live profile."""
    exists: bool
    """The same: the profile is there, for everybody or for followers."""
    platform: Literal["instagram", "tiktok", "youtube", "twitter", "facebook", "threads", "twitch", "snapchat", "bluesky", "truthsocial"] | str
    """The platform."""
    handle: str
    """Name of the account, without @."""
    display_name: str | None
    """Name that is shown."""
    followers: int | None
    """Followers or subscribers."""
    verified: bool | None
    """The platform has verified the account."""
    private: bool | None
    """Only followers see what is posted."""


class SocialProfileCheckInsightsSocialProfileCheckResult(TypedDict):
    """The profile in detail."""

    url: str
    """Address of the profile."""
    account_state: Literal["live", "private", "gated", "suspended", "deactivated", "not_found"] | str
    """live; private: for followers only; gated: for those who sign in or prove their age only; suspended by the platform; deactivated by its owner; not_found: not there now, and most platforms do not tell what was deleted from what never was."""
    following: int | None
    """Accounts it follows."""
    posts_or_videos: int | None
    """Posts, or videos."""
    engagement_rate: float | None
    """Reactions to a post in the mean, by followers; 0.03 is three in a hundred. Null where the platform does not show what it takes."""
    business_account: bool | None
    """The account is that of a business."""
    bio: str | None
    """What the account says of itself."""
    rounded_counts: bool
    """The source rounds its counts: 2,708,400 may stand for any number near it."""


class SocialProfileCheckInsights(TypedDict):
    social_profile_check_result: SocialProfileCheckInsightsSocialProfileCheckResult
    """The profile in detail."""


class SocialProfileCheckRequest(TypedDict):
    handle: NotRequired[str]
    """Name of the account on the platform, with or without @. An address of the profile is read too."""
    platform: NotRequired[str]
    """The platform; required with `handle`. One of: instagram, tiktok, youtube, twitter, facebook, threads, twitch, snapchat, bluesky, truthsocial. `x` is the same as `twitter`."""
    url: NotRequired[str]
    """Address of the profile: replaces `platform` and `handle`."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class SocialSearchAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["social_search"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class SocialSearchAnswer(TypedDict):
    """The answer."""

    request: SocialSearchAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: SocialSearchClassification
    insights: SocialSearchInsights


class SocialSearchClassification(TypedDict):
    found: bool
    """There is at least one row."""
    count: int
    """Rows of this answer."""
    next_cursor: str | None
    """Send it as `cursor` with the same search for the rows after these; null after the last."""


class SocialSearchInsightsSocialSearchResultRowsItem(TypedDict):
    id: str | None
    """What the platform calls the post; of a person, the account."""
    url: str | None
    """Address."""
    caption: str | None
    """Text or title; of a person, what they say of themselves."""
    author_handle: str | None
    """Account, without @."""
    author_name: str | None
    """Name the author shows."""
    likes: int | None
    """Likes or votes."""
    views: int | None
    """Views."""
    posted_at: str | None
    """When it was posted: ISO 8601, or the words of a platform that says no more."""


class SocialSearchInsightsSocialSearchResult(TypedDict):
    """What was found."""

    rows: list[SocialSearchInsightsSocialSearchResultRowsItem]
    """Posts, videos or people."""


class SocialSearchInsights(TypedDict):
    social_search_result: SocialSearchInsightsSocialSearchResult
    """What was found."""


class SocialSearchRequest(TypedDict):
    query: str
    """Words to search for."""
    platform: str
    """Where to search: tiktok, instagram, youtube, threads, reddit, pinterest, network, bluesky. On bluesky people are found, elsewhere posts and videos."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the answer before, with the same search: the rows after it."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class TestWebhookRequest(TypedDict):
    webhook_url: NotRequired[str]
    """Public HTTPS address of the receiver."""
    url: NotRequired[str]
    """The earlier name of `webhook_url`."""


class VideoTranscriptAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["video_transcript"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class VideoTranscriptAnswer(TypedDict):
    """The answer."""

    request: VideoTranscriptAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: VideoTranscriptClassification
    insights: VideoTranscriptInsights


class VideoTranscriptClassification(TypedDict):
    matched: bool
    """There is a transcript."""
    transcript_available: bool
    """The same."""
    platform: Literal["tiktok", "instagram", "youtube", "facebook", "twitter", "network", "reddit"] | str
    """The platform."""
    word_count: int | None
    """Words of the transcript; null without one."""
    language: str | None
    """Language: ISO 639, such as en."""


class VideoTranscriptInsightsVideoTranscriptResultSegmentsItem(TypedDict):
    start: float | None
    """Where it begins, in seconds."""
    end: float | None
    """Where it ends, in seconds."""
    text: str
    """What is said."""
    speaker: str | None
    """Who speaks, as the source names them; null where it does not."""


class VideoTranscriptInsightsVideoTranscriptResult(TypedDict):
    """The transcript."""

    url: str
    """Address of the video."""
    transcript: str | None
    """What is said, without times and cue numbers; null without one."""
    segments: list[VideoTranscriptInsightsVideoTranscriptResultSegmentsItem] | None
    """The same in stretches with their times; null where the source gives none."""
    language: str | None
    """Language: ISO 639, such as en."""
    word_count: int | None
    """Words of the transcript; null without one."""
    recognized: bool | None
    """True: recognised from the sound of a video of at most ten minutes, as the platform has no captions of it. False: the captions. Null without a transcript."""


class VideoTranscriptInsights(TypedDict):
    video_transcript_result: VideoTranscriptInsightsVideoTranscriptResult
    """The transcript."""


class VideoTranscriptRequest(TypedDict):
    url: str
    """Full address of the video. Mobile hosts, short addresses and tracking parameters do not matter."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class WebhookDelivery(TypedDict):
    id: str
    """Also the X-Service-Delivery header."""
    event_id: str
    """The body's id; the same for every delivery of one event."""
    type: Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped", "webhook.test"] | str
    """Type of the event."""
    url: str
    """The receiver."""
    webhook_endpoint_id: str | None
    """The endpoint it goes to; null for the `webhook_url` of a job or monitor."""
    status: Literal["pending", "delivered", "failed"] | str
    """Delivered: the receiver answered 2xx within five seconds. Pending: an attempt is under way or due."""
    attempts: int
    """Made so far, with one under way: one, or up to 8 at an endpoint."""
    next_attempt_at: str | None
    """Null when no attempt is due."""
    http_status: int | None
    """Of the last attempt; null when there was no reply."""
    duration_ms: int | None
    """How long the attempt took, in milliseconds; null when it was not made."""
    error_code: Literal["TIMEOUT", "CONNECTION_FAILED", "ADDRESS_FORBIDDEN", "NAME_UNRESOLVED", "REDIRECTED", "HTTP_STATUS", "INTERRUPTED", "SECRET_UNREADABLE", "MAIL_NOT_CONFIGURED", "MAIL_REFUSED", "ORGANIZATION_CLOSED", "ENDPOINT_INACTIVE"] | str | None
    """Why it failed."""
    redelivery_of: str | None
    """The first attempt, when this one was asked for."""
    created_at: str
    """When it was made."""


class WebhookDeliveryListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class WebhookDeliveryListAnswer(TypedDict):
    """The answer."""

    deliveries: list[WebhookDelivery]
    """One page of attempts."""
    pagination: WebhookDeliveryListAnswerPagination
    """Which page this is, and how to get the next."""


class WebhookEndpoint(TypedDict):
    id: str
    """Begins with `we_`."""
    url: str
    """The receiver."""
    description: str
    """Empty where none was given."""
    events: list[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"] | str]
    """Types of events it is sent."""
    active: bool
    """False: nothing is sent to it."""
    disabled_reason: Literal["requested", "failing"] | str | None
    """Why it is off. failing: every attempt of 3 days failed."""
    failing_since: str | None
    """When attempts began to fail; null when the last one did not."""
    previous_secret_ends_at: str | None
    """Until when the secret that was replaced last signs too; null when it does not."""
    created_at: str
    """When it was made."""


class WebhookEndpointChanges(TypedDict):
    url: NotRequired[str]
    """Public HTTPS address of the receiver."""
    events: NotRequired[list[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"]]]
    """Types of events it is sent."""
    description: NotRequired[str]
    """For people."""
    active: NotRequired[bool]
    """Whether anything is sent to it."""


class WebhookEndpointListAnswerPagination(TypedDict):
    """Which page this is, and how to get the next."""

    limit: int
    """Most entries of a page."""
    next_cursor: str | None
    """Pass as `cursor` for the next page; null on the last."""
    has_more: bool
    """Whether another page follows."""


class WebhookEndpointListAnswer(TypedDict):
    """The answer."""

    endpoints: list[WebhookEndpoint]
    """A page of them."""
    pagination: WebhookEndpointListAnswerPagination
    """Which page this is, and how to get the next."""


class WebhookEndpointRequest(TypedDict):
    url: str
    """Public HTTPS address of the receiver."""
    events: NotRequired[list[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"]]]
    """Types of events it is sent; by default all."""
    description: NotRequired[str]
    """For people."""
    active: NotRequired[bool]
    """false: nothing is sent to it until it is switched on."""


class WebhookEndpointSecretAnswer(TypedDict):
    """The answer."""

    id: str
    """Begins with `we_`."""
    url: str
    """The receiver."""
    description: str
    """Empty where none was given."""
    events: list[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"] | str]
    """Types of events it is sent."""
    active: bool
    """False: nothing is sent to it."""
    disabled_reason: Literal["requested", "failing"] | str | None
    """Why it is off. failing: every attempt of 3 days failed."""
    failing_since: str | None
    """When attempts began to fail; null when the last one did not."""
    previous_secret_ends_at: str | None
    """Until when the secret that was replaced last signs too; null when it does not."""
    created_at: str
    """When it was made."""
    secret: str
    """Signs the deliveries. Shown this once."""


class WebhookExchangeAnswerRequest(TypedDict):
    headers: dict[str, str]
    """Without the signatures."""
    body: str
    """The first 4096 bytes of it."""
    body_bytes: int
    """Of the whole body."""


class WebhookExchangeAnswerResponse(TypedDict):
    content_type: str | None
    """Media type of the page."""
    body: str
    """The first 4096 bytes of it."""


class WebhookExchangeAnswer(TypedDict):
    """The answer."""

    id: str
    """Also the X-Service-Delivery header."""
    event_id: str
    """The body's id; the same for every delivery of one event."""
    type: Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped", "webhook.test"] | str
    """Type of the event."""
    url: str
    """The receiver."""
    webhook_endpoint_id: str | None
    """The endpoint it goes to; null for the `webhook_url` of a job or monitor."""
    status: Literal["pending", "delivered", "failed"] | str
    """Delivered: the receiver answered 2xx within five seconds. Pending: an attempt is under way or due."""
    attempts: int
    """Made so far, with one under way: one, or up to 8 at an endpoint."""
    next_attempt_at: str | None
    """Null when no attempt is due."""
    http_status: int | None
    """Of the last attempt; null when there was no reply."""
    duration_ms: int | None
    """How long the attempt took, in milliseconds; null when it was not made."""
    error_code: Literal["TIMEOUT", "CONNECTION_FAILED", "ADDRESS_FORBIDDEN", "NAME_UNRESOLVED", "REDIRECTED", "HTTP_STATUS", "INTERRUPTED", "SECRET_UNREADABLE", "MAIL_NOT_CONFIGURED", "MAIL_REFUSED", "ORGANIZATION_CLOSED", "ENDPOINT_INACTIVE"] | str | None
    """Why it failed."""
    redelivery_of: str | None
    """The first attempt, when this one was asked for."""
    created_at: str
    """When it was made."""
    request: WebhookExchangeAnswerRequest | None
    """What was sent; null of a mail."""
    response: WebhookExchangeAnswerResponse | None
    """What the last attempt was answered; null when there was no reply."""


class WebhookTestAnswer(TypedDict):
    """The answer."""

    webhook_secret: str
    """Signed this event, and no other."""
    delivery: WebhookDelivery


class WebsiteContactsScraperAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["website_contacts_scraper"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class WebsiteContactsScraperAnswer(TypedDict):
    """The answer."""

    request: WebsiteContactsScraperAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: WebsiteContactsScraperClassification
    insights: WebsiteContactsScraperInsights


class WebsiteContactsScraperClassification(TypedDict):
    domain: str
    """Registrable domain of the site"""
    hasEmails: bool
    """Whether the site names an email address."""
    hasPhones: bool
    """Whether the site names a phone number."""
    emailsCount: int
    """How many email addresses it names."""
    phonesCount: int
    """How many phone numbers it names."""
    socialsCount: int
    """Profile addresses on all platforms"""


class WebsiteContactsScraperInsights(TypedDict):
    emails: list[str]
    """Lower case, in the order found"""
    phones: list[str]
    """E.164, in the order found; faxes left out"""
    socials: dict[str, list[str]]
    """Platform to profile addresses: instagram, tiktok, youtube, twitter, facebook, threads, twitch, snapchat, bluesky, truthsocial, pinterest, network (the professional one), github, telegram, whatsapp (channels, groups), reddit, discord, medium, vimeo, xing, yelp, tumblr, soundcloud, behance, dribbble, vk, flickr, mastodon"""
    pages: list[str]
    """Pages read, the home page first"""
    found_on: dict[str, str]
    """Address, number or profile to the page that names it first"""
    country: str | None
    """Country whose numbers are read without a country code"""


class WebsiteContactsScraperRequest(TypedDict):
    domain: str
    """Domain or full address of the site; the registrable domain is what is looked up."""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""


class WebsiteScraperAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup; also the X-Request-Id header."""
    type: Literal["website_scraper"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalisation."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class WebsiteScraperAnswer(TypedDict):
    """The answer."""

    request: WebsiteScraperAnswerRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: WebsiteScraperClassification
    insights: WebsiteScraperInsights


class WebsiteScraperClassification(TypedDict):
    name: str | None
    """The page's title; null when it has none"""
    characterCount: int
    """Unicode characters of the Markdown"""
    linksCount: int
    """Links in the Markdown"""


class WebsiteScraperInsightsLinksItem(TypedDict):
    url: str
    """In full"""
    text: str | None
    """Its words, or what names it aloud"""


class WebsiteScraperInsightsMetadata(TypedDict):
    canonical_url: str | None
    """Address the page names as its own"""
    site_name: str | None
    """Name the page gives its site"""
    type: str | None
    """Open Graph type, such as article"""
    image: str | None
    """Picture for sharing"""
    icon: str | None
    """Address of the site's icon"""
    author: str | None
    """As written"""
    published_at: str | None
    """As written"""
    modified_at: str | None
    """As written"""
    keywords: str | None
    """As written"""
    robots: str | None
    """What search engines may do"""


class WebsiteScraperInsights(TypedDict):
    website_scraper_result: str | None
    """The page as Markdown; null when `formats` leaves it out"""
    html: str | None
    """Without scripts, styles and hidden parts, addresses in full; null when not asked for"""
    links: list[WebsiteScraperInsightsLinksItem] | None
    """Each address once, at most 5,000; null when not asked for"""
    metadata: WebsiteScraperInsightsMetadata | None
    """What the head of the page says; null when not asked for"""
    final_url: str
    """Where the last redirect ended"""
    status: int | None
    """HTTP status of the site; null for a rendered page"""
    content_type: str | None
    """Media type of the page."""
    language: str | None
    """As the page declares it"""
    description: str | None
    """As the page declares it"""
    truncated: bool
    """Markdown or HTML was cut at 1,000,000 characters, or links at 5,000"""
    rendered: bool
    """A browser ran the page before it was read"""


class WebsiteScraperRequest(TypedDict):
    url: str
    """Address of the page: starts with http:// or https://, or is a bare domain, which is read as https."""
    formats: NotRequired[list[Literal["markdown", "html", "links", "metadata"]]]
    """What to give: markdown (as without this field), html, links, metadata"""
    only_main_content: NotRequired[bool]
    """false gives the whole page: navigation, header, footer, and what stands beside the text"""
    render: NotRequired[bool]
    """true runs the page in a browser first, false never; without it that is done where the page is empty as served. Needs the Browser Rendering binding"""
    bypass_cache: NotRequired[bool]
    """Skip the 7-day cache and look up afresh at full price."""
