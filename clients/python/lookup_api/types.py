"""What is sent to the service, and what it answers.

Lists of values are those known today; new values can appear at any time.
"""
# Written by `npm run clients` from the OpenAPI document. Do not edit.
# ruff: noqa
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AccountAnswerUser(TypedDict):
    """User to whom the key belongs."""

    email: str | None
    """Email address of the user who created the key, or of the account owner."""


class AccountAnswerOrganization(TypedDict):
    """The organization that is billed."""

    id: str
    """Id of the organization."""
    name: str
    """Name of the organization."""
    active: bool
    """Whether it can be used."""
    created_at: str
    """When it was created."""


class AccountAnswerSubscriptionPlan(TypedDict):
    """The plan of the subscription."""

    name: str
    """Id of the plan."""
    tokens_per_month: int
    """Credits per billing period."""


class AccountAnswerSubscription(TypedDict):
    status: str
    """Status of the subscription, for example active or trialing."""
    is_trial: bool
    """Whether the plan is in its trial period."""
    trial_end: str | None
    """When the trial ends; null if there is none."""
    current_period_start: str
    """When the current billing period began."""
    current_period_end: str
    """When the current billing period ends."""
    plan: AccountAnswerSubscriptionPlan
    """The plan of the subscription."""


class AccountAnswerTokensSubscription(TypedDict):
    """Plan credits of this period."""

    total: int
    """Credits of the plan in this period."""
    used: int
    """Plan credits spent."""
    available: int
    """Plan credits left."""


class AccountAnswerTokens(TypedDict):
    """Credits by origin."""

    subscription: AccountAnswerTokensSubscription
    """Plan credits of this period."""
    rollover: int
    """Credits carried over from earlier periods."""
    purchased: int
    """Purchased credits. They do not expire."""
    total_available: int
    """All credits that can be spent now."""


class AccountAnswerUsageCurrentPeriod(TypedDict):
    """Usage since the current billing period began."""

    lookups: int | None
    """Number; null if it cannot be read."""
    tokens_consumed: int | None
    """Number; null if it cannot be read."""


class AccountAnswerUsageAllTime(TypedDict):
    """Usage since the organization was created."""

    lookups: int | None
    """Number; null if it cannot be read."""
    tokens_consumed: int | None
    """Number; null if it cannot be read."""


class AccountAnswerUsage(TypedDict):
    """Lookups made and credits spent."""

    current_period: AccountAnswerUsageCurrentPeriod
    """Usage since the current billing period began."""
    all_time: AccountAnswerUsageAllTime
    """Usage since the organization was created."""


class AccountAnswerApiKey(TypedDict):
    """The API key of the call."""

    id: str
    """Id of the API key; empty if the call was not made with one."""
    total_lookups: int | None
    """Number; null if it cannot be read."""
    total_tokens_consumed: int | None
    """Number; null if it cannot be read."""


class AccountAnswer(TypedDict):
    """The answer."""

    user: AccountAnswerUser
    """User to whom the key belongs."""
    organization: AccountAnswerOrganization
    """The organization that is billed."""
    subscription: AccountAnswerSubscription | None
    """The subscription; null if there is none."""
    tokens: AccountAnswerTokens
    """Credits by origin."""
    usage: AccountAnswerUsage
    """Lookups made and credits spent."""
    api_key: AccountAnswerApiKey
    """The API key of the call."""


class AccountSearchAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["account_search"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether there is at least one row."""
    count: int
    """Number of rows in this answer."""
    next_cursor: str | None
    """Value to send as `cursor` with the same search for the next rows; null after the last."""


class AccountSearchInsightsAccountSearchResultRowsItem(TypedDict):
    company_name: str | None
    """Name of the company."""
    domain: str | None
    """Domain of the company."""
    industry: str | None
    """Industry."""
    employee_band: str | None
    """Range of the number of employees, for example 51-200."""
    revenue_band: str | None
    """Range of annual revenue, for example $10M-$25M."""
    country: str | None
    """Country of the headquarters, by its English name."""
    country_code: str | None
    """Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known."""
    employees_min: float | None
    """Number of employees, lower bound; null if the source does not say."""
    employees_max: float | None
    """Number of employees, upper bound; null if the source does not say."""
    revenue_min: float | None
    """Annual revenue in US dollars, lower bound; null if the source does not say."""
    revenue_max: float | None
    """Annual revenue in US dollars, upper bound; null if the source does not say."""
    technologies: list[str]
    """Technologies that its sites use, if the source says."""
    network_url: str | None
    """URL of its page on the professional network."""


class AccountSearchInsightsAccountSearchResult(TypedDict):
    """The companies that were found."""

    rows: list[AccountSearchInsightsAccountSearchResultRowsItem]
    """Companies that match the search."""
    total: int | None
    """Total number of rows as counted by the source; null if it does not count them."""


class AccountSearchInsights(TypedDict):
    account_search_result: AccountSearchInsightsAccountSearchResult
    """The companies that were found."""


class AccountSearchRequest(TypedDict):
    keywords: NotRequired[str | None]
    """Words that describe what the company does."""
    industry: NotRequired[str | None]
    """Industry, by the name that company databases use."""
    location: NotRequired[str | None]
    """City, region or country, or several of them separated by commas; finds companies to which all of them apply. Two letters are an ISO country code."""
    employees_min: NotRequired[int | None]
    """Minimum number of employees."""
    employees_max: NotRequired[int | None]
    """Maximum number of employees."""
    revenue_min: NotRequired[int | None]
    """Minimum annual revenue, in US dollars."""
    revenue_max: NotRequired[int | None]
    """Maximum annual revenue, in US dollars."""
    technology: NotRequired[str | None]
    """A technology that its sites use."""
    limit: NotRequired[int | None]
    """Maximum number of rows, 1 to 100. The operator may have set a lower maximum."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous answer to the same search. Returns the rows that follow."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class AdLibraryLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["ad_library_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the library has an ad. Nothing is charged if not."""
    platform: Literal["meta", "google", "tiktok", "network", "microsoft"] | str
    """The library that was searched."""
    advertiser: str | None
    """Advertiser of all the ads; null if there are several advertisers."""
    ads_count: int
    """Number of ads in the whole search if the library counts them, otherwise in this answer."""
    next_cursor: str | None
    """Value to send as `cursor` for the next ads; null after the last."""


class AdLibraryLookupInsightsAdLibraryResultAdsItem(TypedDict):
    id: str
    """Id of the ad in the library."""
    advertiser: str | None
    """Advertiser who runs the ad."""
    title: str | None
    """Headline of the ad."""
    text: str | None
    """Text of the ad."""
    format: str | None
    """Format of the ad, for example image, video, text."""
    destination_url: str | None
    """URL to which the ad leads."""
    snapshot_url: str | None
    """URL of the ad in the library."""
    started_at: str | None
    """When the ad was first shown."""
    ended_at: str | None
    """When the ad was last shown, or ends."""
    active: bool | None
    """Whether the ad is running now; null if the library does not say."""
    placements: list[str]
    """Places where the platform shows the ad."""


class AdLibraryLookupInsightsAdLibraryResult(TypedDict):
    """The ads of this page."""

    ads: list[AdLibraryLookupInsightsAdLibraryResultAdsItem]
    """Ads in the order of the library."""


class AdLibraryLookupInsights(TypedDict):
    ad_library_result: AdLibraryLookupInsightsAdLibraryResult
    """The ads of this page."""


class AdLibraryLookupRequest(TypedDict):
    company: NotRequired[str | None]
    """Name of the advertiser. The google library requires its domain."""
    keyword: NotRequired[str | None]
    """Subject of the ads. If company is also given, company is used."""
    platform: NotRequired[str | None]
    """The library, one of: meta, google, tiktok, network, microsoft. Default meta, or microsoft if the operator has no source for meta. network is the professional network; `linkedin` is an alias of it."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous answer to the same search. Returns the rows that follow."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class AudienceDemographicsAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["audience_demographics"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether anything is known about the followers."""
    handle: str
    """Name of the account, without @."""
    sample_size: int | None
    """Number of followers whose country is known: a sample, not all followers."""
    countries_count: int
    """Number of countries in which they are."""


class AudienceDemographicsInsightsAudienceDemographicsResultCountriesItem(TypedDict):
    country: str
    """Name of the country."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""
    count: int
    """Number of followers in the sample who are in the country."""
    share: float | None
    """Share of the sample, as in the source: 0.1596 is 15.96%."""


class AudienceDemographicsInsightsAudienceDemographicsResult(TypedDict):
    """Countries of the followers."""

    countries: list[AudienceDemographicsInsightsAudienceDemographicsResultCountriesItem]
    """Countries, in the order of the source. A row without a code is the remainder."""


class AudienceDemographicsInsights(TypedDict):
    audience_demographics_result: AudienceDemographicsInsightsAudienceDemographicsResult
    """Countries of the followers."""


class AudienceDemographicsRequest(TypedDict):
    handle: str
    """Name of the account, with or without @, or the URL of its profile. Short-video accounts only."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class AudienceIntelligenceAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["audience_intelligence"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the report has any rows. Nothing is charged if not."""
    target: str
    """The registrable domain."""
    report: Literal["summary", "geo", "age_sex", "income", "sources", "destinations"] | str
    """The report that is returned."""
    report_label: str
    """Title of the report."""
    row_count: int
    """Number of rows."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem(TypedDict):
    """Row of the report summary."""

    target: str | None
    """The domain."""
    rank: float | None
    """Rank among all domains by visits."""
    visits: float | None
    """Visits in the month."""
    users: float | None
    """People who visited in the month."""
    pages_per_visit: float | None
    """Average number of pages per visit."""
    time_on_site: float | None
    """Average duration of a visit, in seconds."""
    bounce_rate: float | None
    """Share of visits that end on the first page, 0 to 1."""
    direct: float | None
    """Visits by typing in the address."""
    referral: float | None
    """Visits through links on other sites."""
    social: float | None
    """Visits from social platforms."""
    search: float | None
    """Visits from search results."""
    paid: float | None
    """Visits from advertisements."""
    mail: float | None
    """Visits from email."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem2(TypedDict):
    """Row of the report sources."""

    from_target: str | None
    """Site from which visitors came."""
    channel: str | None
    """Kind of site."""
    traffic_type: str | None
    """Kind of visit."""
    traffic: float | None
    """Visits."""
    traffic_share: float | None
    """Share of all visits, 0 to 1."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem3(TypedDict):
    """Row of the report geo."""

    geo: str | None
    """Country."""
    traffic: float | None
    """Visits."""
    traffic_share: float | None
    """Share of all visits, 0 to 1."""
    users: float | None
    """People who visited in the month."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem4(TypedDict):
    """Row of the report age_sex."""

    age: str | None
    """Age group."""
    female_users: float | None
    """Women in the age group."""
    male_users: float | None
    """Men in the age group."""
    female_share: float | None
    """Share of women, 0 to 1."""
    male_share: float | None
    """Share of men, 0 to 1."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem5(TypedDict):
    """Row of the report income."""

    income_type: str | None
    """Income group: high, middle or low."""
    users: float | None
    """People who visited in the month."""
    users_share: float | None
    """Share of all visitors, 0 to 1."""


class AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem6(TypedDict):
    """Row of the report destinations."""

    to_target: str | None
    """Site to which visitors went."""
    traffic: float | None
    """Visits."""
    traffic_share: float | None
    """Share of all visits, 0 to 1."""


class AudienceIntelligenceInsightsAudienceIntelligenceResult(TypedDict):
    """The report."""

    month: str | None
    """First day of the month that the figures cover; null if the source does not say."""
    rows: list[AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem2 | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem3 | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem4 | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem5 | AudienceIntelligenceInsightsAudienceIntelligenceResultRowsItem6]
    """Rows of the report, highest first. Shares are fractions of 1."""


class AudienceIntelligenceInsights(TypedDict):
    audience_intelligence_result: AudienceIntelligenceInsightsAudienceIntelligenceResult
    """The report."""


class AudienceIntelligenceRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    report: NotRequired[Literal["summary", "geo", "age_sex", "income", "sources", "destinations"] | None]
    """Report to return; default summary. Each report is a separate lookup."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class AudioTranscriptionAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["audio_transcription"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether there is speech. Audio without speech is charged as well."""
    language: str | None
    """Language, ISO 639 code such as en."""
    duration_seconds: float
    """Actual length of the audio in seconds, which is charged."""
    word_count: int
    """Number of words in the transcript."""
    speakers_count: int | None
    """Number of speakers; null if they were not requested or the source cannot distinguish them."""


class AudioTranscriptionInsightsAudioTranscriptionResultSegmentsItem(TypedDict):
    start: float | None
    """Start of the segment, in seconds."""
    end: float | None
    """End of the segment, in seconds."""
    text: str
    """Text of the segment."""
    speaker: str | None
    """Speaker, as the source names them; null if it does not."""


class AudioTranscriptionInsightsAudioTranscriptionResult(TypedDict):
    """The transcript, as a whole and in segments."""

    transcript: str
    """The transcript; empty if there is no speech."""
    segments: list[AudioTranscriptionInsightsAudioTranscriptionResultSegmentsItem]
    """Segments in the order spoken."""


class AudioTranscriptionInsights(TypedDict):
    audio_transcription_result: AudioTranscriptionInsightsAudioTranscriptionResult
    """The transcript, as a whole and in segments."""


class AudioTranscriptionRequest(TypedDict):
    url: str
    """URL of the audio or video file itself, served as audio/*, video/* or application/octet-stream. Not a page that plays it."""
    expected_duration_minutes: float
    """Expected length of the audio in minutes. Its price is held during the lookup, with each minute begun counted as a whole one. The actual length is charged."""
    language: NotRequired[str | None]
    """Spoken language, ISO 639 code such as en. If absent, the source detects it."""
    speaker_labels: NotRequired[bool | None]
    """Distinguish speakers, if the source can; default false."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class B2bContactAppendAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["b2b_contact_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether a record names the person."""
    full_name: str | None
    """Full name."""
    work_email: str | None
    """Email address at the current company."""
    email_confidence: float | None
    """Confidence of the source in the address, 0 to 100; null if it does not say."""
    title: str | None
    """Current job title."""
    seniority: str | None
    """Seniority level, for example cxo, vp, director, manager."""
    company: str | None
    """Current company."""


class B2bContactAppendInsightsB2bContactAppendResult(TypedDict):
    """Further facts from the record."""

    departments: list[str]
    """Departments or roles, such as sales."""
    email_verified: bool | None
    """Whether a mail server confirmed the mailbox of `work_email`. False: no server could confirm it. Null: not checked."""
    work_phone: str | None
    """Phone number that the source does not call a mobile number, as the source writes it."""
    mobile_phone: str | None
    """Mobile number in E.164."""
    network_url: str | None
    """URL of the page on the professional network."""
    company_domain: str | None
    """Domain of the company."""
    current_role_started: str | None
    """When the current role began: YYYY, YYYY-MM or YYYY-MM-DD."""
    city: str | None
    """City where the person is."""
    region: str | None
    """State or region."""
    country: str | None
    """Country, by its English name."""


class B2bContactAppendInsights(TypedDict):
    b2b_contact_append_result: B2bContactAppendInsightsB2bContactAppendResult
    """Further facts from the record."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class B2bContactAppendRequest(TypedDict):
    email: NotRequired[str | None]
    """Email address of the person, work or private."""
    network_url: NotRequired[str | None]
    """URL of the person's public page on the professional network, or its vanity name."""
    name: NotRequired[str | None]
    """First and last name. Use together with company_domain."""
    company_domain: NotRequired[str | None]
    """Domain of the person's company. Use together with name."""
    person_id: NotRequired[str | None]
    """person_id of a prospect-search row. Reveals who the person is."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class BacklinkOverviewAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["backlink_overview"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Authority of the domain based on its links, 0 to 100."""
    total_backlinks: int | None
    """Number of links to the domain."""
    referring_domains: int | None
    """Number of domains with links to the domain."""


class BacklinkOverviewInsightsBacklinkOverviewResult(TypedDict):
    """Figures about the links. Null or an empty list: no source says."""

    referring_main_domains: int | None
    """Number of registrable domains with links to the domain."""
    referring_ips: int | None
    """Number of IP addresses with links to the domain."""
    referring_subnets: int | None
    """Number of networks of 256 addresses with links to the domain."""
    nofollow_backlinks: int | None
    """Number of links that pass no weight (nofollow)."""
    broken_backlinks: int | None
    """Number of links that lead nowhere."""
    spam_score: float | None
    """Amount of spam among the links, 0 to 100."""
    first_seen: str | None
    """Date on which the first link was seen, ISO 8601."""
    top_tlds: list[str]
    """Top-level domains from which most links come."""
    top_countries: list[str]
    """Countries from which most links come."""
    link_types: dict[str, int | None]
    """Number of links of each kind; null if not counted."""


class BacklinkOverviewInsights(TypedDict):
    backlink_overview_result: BacklinkOverviewInsightsBacklinkOverviewResult
    """Figures about the links. Null or an empty list: no source says."""


class BacklinkOverviewRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class BatchAnswerResultsItemDataRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: str
    """Lookup type."""
    input: str
    """Input as looked up, after normalization."""
    timestamp: str
    """When the lookup ran."""
    processing_time_ms: int
    """Server-side processing time in milliseconds."""


class BatchAnswerResultsItemData(TypedDict):
    """The answer, if the lookup was answered."""

    request: BatchAnswerResultsItemDataRequest
    """What was looked up, and when."""
    metadata: Metadata
    classification: dict[str, Any]
    """The product's conclusion."""
    insights: NotRequired[dict[str, Any]]
    """What the conclusion is based on."""
    risk_assessment: NotRequired[RiskAssessment]
    recommendations: NotRequired[Recommendations]


class BatchAnswerResultsItemError(TypedDict):
    """The error, if the lookup was refused."""

    message: str
    """Error message in words. It may change, so branch on `code`."""
    code: Literal["INVALID_REQUEST", "INVALID_INPUT", "MISSING_FIELD", "VALIDATION_FAILED", "UPSTREAM_ERROR", "INVALID_TYPE", "INPUT_LIMIT_EXCEEDED", "UNAUTHORIZED", "INSUFFICIENT_CREDITS", "UPGRADE_REQUIRED", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_CONFLICT", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE", "SERVICE_BUSY", "UPSTREAM_QUOTA_EXHAUSTED", "UPSTREAM_TIMEOUT"] | str
    """Error code."""
    type: Literal["api_error"]
    """Error type, the same for every refusal."""
    param: NotRequired[str]
    """The field that is wrong, if there is one."""
    details: NotRequired[dict[str, Any]]
    """Further facts about the error. `available: false`: this service has no source for the lookup, so waiting does not help. `billing_url`: credits or a plan are missing; this is the page that sells them."""
    doc_url: str
    """URL of the page that explains what to do about the code."""
    request_id: str
    """Request id, as in the X-Request-Id header."""


class BatchAnswerResultsItem(TypedDict):
    status: int
    """HTTP status that the lookup would have had on its own."""
    success: bool
    """Whether `data` has an answer."""
    data: NotRequired[BatchAnswerResultsItemData]
    """The answer, if the lookup was answered."""
    error: NotRequired[BatchAnswerResultsItemError]
    """The error, if the lookup was refused."""
    retry_after: NotRequired[int]
    """Seconds to wait before the next request, if known."""


class BatchAnswer(TypedDict):
    """The answer."""

    results: list[BatchAnswerResultsItem]
    """One result per lookup, in the same order."""
    succeeded: int
    """Lookups that were answered."""
    failed: int
    """Lookups that were refused. Free."""
    credits_used: int
    """Total cost in credits."""
    credits_remaining: int
    """Balance after the batch in credits."""


class BatchRequest(TypedDict):
    requests: list[dict[str, Any]]
    """The lookups, answered in this order."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache for every lookup of the batch, at full price."""


class BulkInsufficientCreditsSuggestedPlan(TypedDict):
    id: str
    """Id of the plan."""
    name: str
    """Name of the plan."""
    tier: str
    """Position of the plan among all plans."""
    tokens: int
    """Credits per billing period."""
    monthlyPrice: float
    """Price in US dollars."""
    monthlyPriceId: str
    """Id of the price."""


class BulkInsufficientCredits(TypedDict):
    code: Literal["UPGRADE_REQUIRED"]
    """Always UPGRADE_REQUIRED."""
    error: str
    """Why the job was refused, in words."""
    required: int
    """Sum of the listed prices of all rows, in credits."""
    available: int
    """Credits that can be spent."""
    shortfall: int
    """Credits that are missing."""
    rowCount: int
    """Rows that would be looked up."""
    tokenCostPerRow: int
    """Listed price of the most expensive row."""
    suggestedPlan: BulkInsufficientCreditsSuggestedPlan | None
    """The smallest plan whose credits cover the job; null if none does."""
    maxPlanTokens: int
    """Credits of the largest plan."""
    planFullyCovers: bool
    """Whether the suggested plan covers the job."""
    billing_url: str
    """URL of the page that sells credits and plans."""
    doc_url: str
    """URL of the page that explains what to do about the code."""
    request_id: str
    """Request id, as in the X-Request-Id header."""


class BulkJobAnswer(TypedDict):
    """The answer."""

    id: str
    """Same as `job_id`."""
    job_id: str
    """Id of the job."""
    type: str
    """Bulk type of the product."""
    status: Literal["pending", "processing", "completed", "failed", "paused_insufficient_credits", "cancelled"] | str
    """Current status."""
    file_name: str | None
    """Name of the file that the rows came from."""
    total: int
    """Rows sent."""
    processed: int
    """succeeded + failed + skipped + duplicates"""
    succeeded: int
    """Rows that were answered."""
    failed: int
    """Rows that could not be answered, including unusable ones. Free."""
    skipped: int
    """Empty rows. Free."""
    duplicates: int
    """Rows that repeat an earlier row after normalization. Free."""
    processed_count: int
    """Same as `processed`."""
    successful_count: int
    """Same as `succeeded`."""
    failed_count: int
    """Same as `failed`."""
    credits_used: int
    """Credits charged so far."""
    results_url: str | None
    """CSV of input, status, credits and the classification fields. Link valid for one hour; null until the job has ended."""
    answers_url: str | None
    """The rows as they were sent, each followed by its answer, in the format of the file they came in. Link valid for one hour; null until the job has ended."""
    good_answers_url: str | None
    """Like `answers_url`, with the good rows only: something was found, and the answer recommends neither REVIEW nor BLOCK. Link valid for one hour; null until the job has ended."""
    webhook_url: NotRequired[str]
    """Address that receives the event at the end of the job; absent if there is none."""
    webhook_endpoint_id: NotRequired[str]
    """Webhook endpoint that receives the events of the job, if one was named."""
    created_at: str
    """When it was created."""
    completed_at: str | None
    """When it ended; null until then."""


class BulkJobCreatedAnswerUnusableItem(TypedDict):
    row: int
    """Position of the row; 1 is the first."""
    input: str
    """The row as it was sent, trimmed and shortened."""
    message: str
    """The reason, in words."""
    code: str
    """Error code of the refusal."""


class BulkJobCreatedAnswerFreeItem(TypedDict):
    row: int
    """Position of the row; 1 is the first."""
    input: str
    """The row as it was sent, trimmed and shortened."""
    message: str
    """The reason, in words."""


class BulkJobCreatedAnswer(TypedDict):
    """The answer."""

    id: str
    """Same as `job_id`."""
    job_id: str
    """Id of the job."""
    status: Literal["pending", "processing", "completed", "failed", "paused_insufficient_credits", "cancelled"] | str
    """`processing` for a new job; on a replay, the current status of the job."""
    accepted: int
    """Rows sent."""
    credits_held: NotRequired[int]
    """Credits held: the most the job can cost. Absent on a replay."""
    columns: NotRequired[dict[str, str]]
    """For a list with columns: each field of the product, with the name or number of the column it is read from."""
    unusable: NotRequired[list[BulkJobCreatedAnswerUnusableItem]]
    """The first ten rows that will fail. Absent on a replay."""
    unusable_count: NotRequired[int]
    """Number of all rows that will fail. They are free."""
    free: NotRequired[list[BulkJobCreatedAnswerFreeItem]]
    """The first ten rows that are answered at no cost because of their input alone, such as numbers that cannot exist in the country they are read in. A list with many of them probably needs another country or column."""
    free_count: NotRequired[int]
    """Number of all rows that cost nothing because of their input."""
    webhook_url: NotRequired[str]
    """Address that receives the event at the end of the job; absent if there is none."""
    webhook_endpoint_id: NotRequired[str]
    """Webhook endpoint that receives the events of the job, if one was named."""
    webhook_secret: NotRequired[str]
    """Secret that signs the deliveries. Shown once, in the response that created the job."""


class BulkJobListAnswerJobsItem(TypedDict):
    id: str
    """Same as `job_id`."""
    job_id: str
    """Id of the job."""
    type: Literal["phone_validation", "nt_lookup", "hlr_lookup", "mnp_lookup", "phone_spam", "phone_scrub", "reverse_phone_lookup", "email_validation", "reverse_email_append", "ip_lookup", "business_lookup", "business_verify", "property_lookup", "network_profile_lookup", "b2b_contact_append", "company_firmographics", "company_profile_lookup", "domain_age", "link_in_bio_lookup", "social_profile_check", "social_post_lookup", "video_transcript", "audience_demographics", "domain_authority", "backlink_overview", "keyword_metrics"] | str
    """Bulk type of the job."""
    status: Literal["pending", "processing", "completed", "failed", "paused_insufficient_credits", "cancelled"] | str
    """Current status."""
    file_name: str | None
    """Name of the file that the rows came from."""
    total: int
    """Rows sent."""
    processed: int
    """succeeded + failed + skipped + duplicates"""
    succeeded: int
    """Rows that were answered."""
    failed: int
    """Rows that could not be answered, including unusable ones. Free."""
    skipped: int
    """Empty rows. Free."""
    duplicates: int
    """Rows that repeat an earlier row after normalization. Free."""
    processed_count: int
    """Same as `processed`."""
    successful_count: int
    """Same as `succeeded`."""
    failed_count: int
    """Same as `failed`."""
    credits_used: int
    """Credits charged so far."""
    results_url: str | None
    """CSV of input, status, credits and the classification fields. Link valid for one hour; null until the job has ended."""
    answers_url: str | None
    """The rows as they were sent, each followed by its answer, in the format of the file they came in. Link valid for one hour; null until the job has ended."""
    good_answers_url: str | None
    """Like `answers_url`, with the good rows only: something was found, and the answer recommends neither REVIEW nor BLOCK. Link valid for one hour; null until the job has ended."""
    webhook_url: NotRequired[str]
    """Address that receives the event at the end of the job; absent if there is none."""
    webhook_endpoint_id: NotRequired[str]
    """Webhook endpoint that receives the events of the job, if one was named."""
    created_at: str
    """When it was created."""
    completed_at: str | None
    """When it ended; null until then."""


class BulkJobListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class BulkJobListAnswer(TypedDict):
    """The answer."""

    jobs: list[BulkJobListAnswerJobsItem]
    """One page of jobs."""
    pagination: BulkJobListAnswerPagination
    """The position of this page, and how to get the next one."""


class BulkJobRequest(TypedDict):
    type: Literal["phone_validation", "nt_lookup", "hlr_lookup", "mnp_lookup", "phone_spam", "phone_scrub", "reverse_phone_lookup", "email_validation", "reverse_email_append", "ip_lookup", "business_lookup", "business_verify", "property_lookup", "network_profile_lookup", "b2b_contact_append", "company_firmographics", "company_profile_lookup", "domain_age", "link_in_bio_lookup", "social_profile_check", "social_post_lookup", "video_transcript", "audience_demographics", "domain_authority", "backlink_overview", "keyword_metrics"]
    """Bulk type of a product, as `GET /v1/products` lists it. Its type or path is also accepted."""
    inputs: list[str | dict[str, Any]]
    """One row per entry: the product's main input as a string, or all its fields as an object or as JSON in a string. At most 4,096 bytes per row."""
    country: NotRequired[str | None]
    """Country of the rows that name none, by code or name: the `country` field of each. Only for products that have one."""
    webhook_url: NotRequired[str | None]
    """Public HTTPS address that receives an event when the job ends or pauses."""
    webhook_endpoint_id: NotRequired[str | None]
    """Id of a webhook endpoint, used instead of `webhook_url`, with its own secret and retries."""
    file_name: NotRequired[str | None]
    """Name of the file that the rows come from. The job shows it, and the result files are named after it."""
    dry_run: NotRequired[bool | None]
    """If true, the job is priced and its unusable rows are listed, but nothing is stored."""


class BulkResultsAnswerLookupsItem(TypedDict):
    id: str
    """Id of the row."""
    input: str
    """The row as it was sent, trimmed."""
    status: Literal["completed", "failed", "skipped", "duplicate"] | str
    """Current status."""
    tokens_consumed: int
    """Credits this row cost."""
    response_data: dict[str, Any] | None
    """`data` of the single lookup; null if there is no answer."""
    error_code: str | None
    """Why the row failed, as in `error.code` of the single lookup; null if it did not."""
    error_message: str | None
    """Why the row failed, in words; null if it did not."""
    repeats_row: int | None
    """For a duplicate, the position of the row whose answer it shares, counted from 1."""
    created_at: str
    """When it was created."""
    completed_at: str | None
    """When it ended; null until then."""


class BulkResultsAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class BulkResultsAnswer(TypedDict):
    """The answer."""

    id: str
    """Same as `job_id`."""
    job_id: str
    """Id of the job."""
    status: Literal["pending", "processing", "completed", "failed", "paused_insufficient_credits", "cancelled"] | str
    """Current status."""
    results_url: str | None
    """CSV of input, status, credits and the classification fields. Link valid for one hour; null until the job has ended."""
    full_results_url: str | None
    """CSV of every field. Link valid for one hour; null until the job has ended."""
    answers_url: str | None
    """The rows as they were sent, each followed by its answer, in the format of the file they came in. Link valid for one hour; null until the job has ended."""
    good_answers_url: str | None
    """Like `answers_url`, with the good rows only: something was found, and the answer recommends neither REVIEW nor BLOCK. Link valid for one hour; null until the job has ended."""
    csv_note: str
    """What each file contains."""
    lookups: list[BulkResultsAnswerLookupsItem]
    """Rows in the order they were sent. Rows that had not begun when a job was cancelled are left out."""
    complete: bool
    """False if the job is running and the page ends at a row that has not ended. `next_cursor` continues with that row, so no row is skipped: wait a few seconds before you follow it."""
    pagination: BulkResultsAnswerPagination
    """The position of this page, and how to get the next one."""


class BusinessLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["business_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Name, as in the record."""
    category: str | None
    """Kind of business."""
    phone: str | None
    """Phone number, as in the record."""
    website: str | None
    """URL of the website."""
    email: str | None
    """Email address of the business."""
    status: Literal["OPEN", "TEMPORARILY_CLOSED", "PERMANENTLY_CLOSED"] | str | None
    """Whether the business is open; null if the record does not say."""
    rating: float | None
    """Average rating of the reviews, 0 to 5."""
    reviews: int | None
    """Number of reviews."""
    claimed: bool | None
    """Whether the owner has claimed the entry."""
    place_id: str | None
    """Id of the place in the source of the record."""
    matched: bool
    """Whether a business of that name was found in that city. Nothing is charged if not."""


class BusinessLookupInsightsBusinessLookupResultAddress(TypedDict):
    """Address of the business."""

    line1: str | None
    """Street and house number."""
    city: str | None
    """City."""
    state: str | None
    """State or region."""
    zip: str | None
    """Postal code."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""


class BusinessLookupInsightsBusinessLookupResult(TypedDict):
    """The complete record of the business."""

    name: str | None
    """Name, as in the record."""
    category: str | None
    """Kind of business."""
    phone: str | None
    """Phone number, as in the record."""
    website: str | None
    """URL of the website."""
    email: str | None
    """Email address of the business."""
    status: Literal["OPEN", "TEMPORARILY_CLOSED", "PERMANENTLY_CLOSED"] | str | None
    """Whether the business is open; null if the record does not say."""
    rating: float | None
    """Average rating of the reviews, 0 to 5."""
    reviews: int | None
    """Number of reviews."""
    claimed: bool | None
    """Whether the owner has claimed the entry."""
    place_id: str | None
    """Id of the place in the source of the record."""
    address: BusinessLookupInsightsBusinessLookupResultAddress
    """Address of the business."""
    latitude: float | None
    """Latitude in degrees north."""
    longitude: float | None
    """Longitude in degrees east."""
    hours: str | None
    """Opening hours in OpenStreetMap notation."""
    attribution: str | None
    """Attribution that the license of the data requires to be shown with it."""
    other_matches: int | None
    """Number of other businesses whose records fit the request as well, of which this is the first; null without a record."""


class BusinessLookupInsights(TypedDict):
    business_lookup_result: BusinessLookupInsightsBusinessLookupResult
    """The complete record of the business."""


class BusinessLookupRequest(TypedDict):
    name: str
    """Name of the business. Legal forms, accents and capitalization are ignored."""
    city: str
    """City of the business."""
    state: NotRequired[str | None]
    """State or region, by code or name. Distinguishes cities with the same name."""
    country: NotRequired[str | None]
    """Country of the business, ISO 3166-1 alpha-2."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class BusinessVerifyAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["business_verify"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether a record of the business was found. Without a record, the checks that need none still run. Nothing is charged without a record, for a record with no more than name and place, or if no check could be decided."""
    verification_status: Literal["VERIFIED", "PARTIAL", "UNVERIFIED", "NOT_FOUND"] | str
    """Outcome of the verification. VERIFIED: a score of 80 or more from at least 3 checks, unless the business has closed permanently, its record has no more than name and place, or several records fit equally well. UNVERIFIED: none of the checks run passed, or fewer than half would even if every source that did not answer spoke for the business. PARTIAL: any other business with a record. NOT_FOUND: no record was found."""
    verification_score: int | None
    """Percentage that passed of the checks run, 0 to 100. A check whose source did not answer counts as not passed, so that an outage never raises the score. Null without a record, and if no check was run."""
    checks_run: int
    """Number of checks that could be decided, apart from `name_match` and `city_match`: they are what the record was found by."""
    checks_passed: int
    """Number of those checks that are true."""
    name: str | None
    """Name, as in the record."""
    phone: str | None
    """Phone number, as in the record."""
    website: str | None
    """URL of the website."""


class BusinessVerifyInsightsBusinessVerifyResultChecks(TypedDict):
    """Every check: true, false, or null if it could not be decided."""

    name_match: bool | None
    """Whether the name in the record, or in a register if there is no record, is at least 85% similar. Null if it could not be decided."""
    city_match: bool | None
    """Whether the record is in the city. Null if it could not be decided."""
    phone_match: bool | None
    """Whether the given number is the number in the record. Null if it could not be decided."""
    website_match: bool | None
    """Whether the given site has the registrable domain of the record. Null if it could not be decided."""
    website_live: bool | None
    """Whether the site answers. False: its name has no address, its home page does not exist, or the domain is parked or for sale. Null if it could not be decided."""
    email_domain_match: bool | None
    """Whether the email address is at the registrable domain of the site. Null if it could not be decided."""
    email_deliverable: bool | None
    """Whether the mail server accepts mail for the address. Null if it could not be decided."""
    registered: bool | None
    """Whether the register of legal entities, or the register of securities, lists the name as active. False: only as inactive. Null if it could not be decided."""
    phone_on_site: bool | None
    """Whether the site shows the given number, or else the number in the record. Null if it could not be decided."""
    address_on_site: bool | None
    """Whether the site shows the street address of the record. Null if it could not be decided."""


class BusinessVerifyInsightsBusinessVerifyResultRecordAddress(TypedDict):
    """Address of the business."""

    line1: str | None
    """Street and house number."""
    city: str | None
    """City."""
    state: str | None
    """State or region."""
    zip: str | None
    """Postal code."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""


class BusinessVerifyInsightsBusinessVerifyResultRecord(TypedDict):
    """The record in which the business was found."""

    name: str | None
    """Name, as in the record."""
    category: str | None
    """Kind of business."""
    phone: str | None
    """Phone number, as in the record."""
    website: str | None
    """URL of the website."""
    email: str | None
    """Email address of the business."""
    status: Literal["OPEN", "TEMPORARILY_CLOSED", "PERMANENTLY_CLOSED"] | str | None
    """Whether the business is open; null if the record does not say."""
    rating: float | None
    """Average rating of the reviews, 0 to 5."""
    reviews: int | None
    """Number of reviews."""
    claimed: bool | None
    """Whether the owner has claimed the entry."""
    place_id: str | None
    """Id of the place in the source of the record."""
    address: BusinessVerifyInsightsBusinessVerifyResultRecordAddress
    """Address of the business."""
    latitude: float | None
    """Latitude in degrees north."""
    longitude: float | None
    """Longitude in degrees east."""
    hours: str | None
    """Opening hours in OpenStreetMap notation."""
    attribution: str | None
    """Attribution that the license of the data requires to be shown with it."""
    other_matches: int | None
    """Number of other businesses whose records fit the request as well, of which this is the first; null without a record."""


class BusinessVerifyInsightsBusinessVerifyResult(TypedDict):
    """The checks, and the record they were made against."""

    checks: BusinessVerifyInsightsBusinessVerifyResultChecks
    """Every check: true, false, or null if it could not be decided."""
    unknown_reasons: dict[str, str]
    """Reason for each null check, by name of the check."""
    record: BusinessVerifyInsightsBusinessVerifyResultRecord
    """The record in which the business was found."""


class BusinessVerifyInsights(TypedDict):
    business_verify_result: BusinessVerifyInsightsBusinessVerifyResult
    """The checks, and the record they were made against."""


class BusinessVerifyRequest(TypedDict):
    name: str
    """Name of the business. Legal forms, accents and capitalization are ignored."""
    city: str
    """City of the business."""
    state: NotRequired[str | None]
    """State or region, by code or name. Distinguishes cities with the same name."""
    country: NotRequired[str | None]
    """Country of the business, ISO 3166-1 alpha-2."""
    phone: NotRequired[str | None]
    """Phone number that the business gives as its own. Without a leading +, it is read as a number of the country of the business."""
    email: NotRequired[str | None]
    """Email address that the business gives as its own."""
    website: NotRequired[str | None]
    """Website that the business gives as its own: a domain or a URL."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class CompanyFirmographicsAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["company_firmographics"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether a company was found behind the domain."""
    company_name: str | None
    """Name of the company."""
    industry: str | None
    """Industry, as the source names it."""
    employee_count: int | None
    """Number of employees."""
    employee_band: str | None
    """Range of the number of employees: 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+; or as the source writes it."""
    annual_revenue: str | None
    """Annual revenue as text: a range such as $10M-$25M, or a figure in US dollars."""
    founded_year: int | None
    """Year of foundation."""
    country: str | None
    """Country of the headquarters, by its English name."""


class CompanyFirmographicsInsightsCompanyFirmographicsResult(TypedDict):
    country_code: str | None
    """Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known."""
    employees_min: float | None
    """Number of employees, lower bound; null if the source does not say."""
    employees_max: float | None
    """Number of employees, upper bound; null if the source does not say."""
    revenue_min: float | None
    """Annual revenue in US dollars, lower bound; null if the source does not say."""
    revenue_max: float | None
    """Annual revenue in US dollars, upper bound; null if the source does not say."""
    revenue_band: str | None
    """The band that contains the whole revenue range: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+."""
    description: str | None
    """What the company does."""
    website: str | None
    """URL of the website."""
    network_url: str | None
    """URL of the page on the professional network."""
    lei: str | None
    """Legal Entity Identifier (ISO 17442)."""
    ticker: str | None
    """Ticker symbol."""
    sic_codes: list[str]
    """Standard Industrial Classification (SIC) codes."""
    naics_codes: list[str]
    """North American Industry Classification System (NAICS) codes."""
    technology_count: int | None
    """Technologies that its sites or its DNS show."""
    headcount_growth_12m: float | None
    """Headcount growth over twelve months, as a fraction."""
    departmental_head_count: dict[str, int] | None
    """Number of employees by department."""
    headquarters: str | None
    """City and region of the headquarters."""


class CompanyFirmographicsInsightsSourcesItem(TypedDict):
    field: str
    """Name of a field in this answer."""
    source: str
    """Source of the value, as named in `metadata.data_sources`."""
    as_of: str | None
    """Date of the value, as YYYY, YYYY-MM or YYYY-MM-DD; null if the source does not say."""


class CompanyFirmographicsInsights(TypedDict):
    company_firmographics_result: CompanyFirmographicsInsightsCompanyFirmographicsResult | None
    """Details of the company; null if none was found."""
    sources: list[CompanyFirmographicsInsightsSourcesItem]
    """The source and date of each field. A field that is not listed is not known."""
    as_of: str | None
    """The oldest `as_of` among the sources: no dated field is older. Null if none is dated."""


class CompanyFirmographicsRequest(TypedDict):
    domain: str
    """Domain or full URL of the site. Its registrable domain is looked up."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class CompanyProfileLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["company_profile_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the company was found."""
    company_name: str | None
    """Name of the company."""
    industry: str | None
    """Industry, as the source names it."""
    company_size: str | None
    """Range of the number of employees as the professional network shows it, such as 51-200."""
    headquarters: str | None
    """City and region of the headquarters."""
    founded: int | None
    """Year of foundation."""
    followers: int | None
    """Number of followers on the professional network."""


class CompanyProfileLookupInsightsCompanyProfileLookupResultFunding(TypedDict):
    total_raised: float | None
    """Funding raised, in US dollars."""
    rounds: int | None
    """Number of funding rounds."""
    last_round_date: str | None
    """Date of the last funding round: YYYY, YYYY-MM or YYYY-MM-DD."""
    ipo_status: Literal["public", "private"] | str | None
    """Whether its shares are listed on an exchange."""


class CompanyProfileLookupInsightsCompanyProfileLookupResult(TypedDict):
    country_code: str | None
    """Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known."""
    employees_min: float | None
    """Number of employees, lower bound; null if the source does not say."""
    employees_max: float | None
    """Number of employees, upper bound; null if the source does not say."""
    revenue_min: float | None
    """Annual revenue in US dollars, lower bound; null if the source does not say."""
    revenue_max: float | None
    """Annual revenue in US dollars, upper bound; null if the source does not say."""
    revenue_band: str | None
    """The band that contains the whole revenue range: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+."""
    description: str | None
    """What the company does."""
    website: str | None
    """URL of the website."""
    network_url: str | None
    """URL of the page on the professional network."""
    lei: str | None
    """Legal Entity Identifier (ISO 17442)."""
    ticker: str | None
    """Ticker symbol."""
    country: str | None
    """Country of the headquarters, by its English name."""
    employees_on_platform: int | None
    """Number of employees with a profile on the professional network."""
    specialties: list[str]
    """Specialties that the company names."""
    funding: CompanyProfileLookupInsightsCompanyProfileLookupResultFunding | None
    """Funding of the company; null if `include_funding` is false."""


class CompanyProfileLookupInsightsSourcesItem(TypedDict):
    field: str
    """Name of a field in this answer."""
    source: str
    """Source of the value, as named in `metadata.data_sources`."""
    as_of: str | None
    """Date of the value, as YYYY, YYYY-MM or YYYY-MM-DD; null if the source does not say."""


class CompanyProfileLookupInsights(TypedDict):
    company_profile_lookup_result: CompanyProfileLookupInsightsCompanyProfileLookupResult | None
    """Details of the company; null if none was found."""
    sources: list[CompanyProfileLookupInsightsSourcesItem]
    """The source and date of each field. A field that is not listed is not known."""
    as_of: str | None
    """The oldest `as_of` among the sources: no dated field is older. Null if none is dated."""


class CompanyProfileLookupRequest(TypedDict):
    domain: NotRequired[str | None]
    """Domain or URL of the company's site. Not needed with profile_url."""
    profile_url: NotRequired[str | None]
    """URL of the company's public page on the professional network, or its vanity name. Replaces the domain."""
    include_funding: NotRequired[bool | None]
    """Whether to look up funding."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class DeletedWebhookEndpointAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the endpoint."""
    deleted: Literal[True]
    """Always true."""


class DomainAgeAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["domain_age"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Age in years and months, or in days if below a month."""
    age_days: int | None
    """Whole days since creation; null if the domain is unregistered or the registry does not say. Without `created_date`, the minimum age: the registry says before which date it was registered."""
    created_date: str | None
    """When the domain was registered; null if the registry does not say."""
    registrar: str | None
    """Registrar of the domain; null if the registry does not say."""


class DomainAgeInsights(TypedDict):
    expiry: str | None
    """When the registration ends; null if the registry does not say."""
    updated_date: str | None
    """When the registration last changed; null if the registry does not say."""
    nameservers: list[str]
    """Name servers of the domain."""
    registry_status: list[str]
    """Statuses, as the registry writes them."""
    registry_server: str
    """Host of the registry that answered."""
    protocol: Literal["RDAP", "WHOIS"] | str
    """Protocol used to query the registry."""
    age_reason: str | None
    """Why `age_days` is null, or why it is the minimum age."""


class DomainAgeRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class DomainAuthorityAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["domain_authority"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Authority of the domain based on its links, 0 to 100."""
    search_rank: int | None
    """Rank of the domain among all domains by visits from search."""
    popularity_rank: int | None
    """Position in a public list of the most visited domains."""
    organic_traffic: int | None
    """Monthly visits from search results."""
    runs_paid_ads: bool | None
    """Whether the domain pays for search advertisements; null if no source says."""


class DomainAuthorityInsightsDomainAuthorityResult(TypedDict):
    """What is known about search traffic and advertisements. Null: no source says."""

    organic_keywords: int | None
    """Number of keywords for which the domain ranks."""
    organic_traffic_value_usd: float | None
    """Cost of the visits from search results if they were paid for as advertisements, in US dollars."""
    paid_keywords: int | None
    """Number of keywords for which the domain pays."""
    paid_traffic: int | None
    """Monthly visits from paid results."""
    paid_share: float | None
    """Share of visits from search that are paid, 0 to 1."""


class DomainAuthorityInsights(TypedDict):
    domain_authority_result: DomainAuthorityInsightsDomainAuthorityResult
    """What is known about search traffic and advertisements. Null: no source says."""


class DomainAuthorityRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class DomainSeoIntelligenceAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["domain_seo_intelligence"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Scores. Null: no source says."""

    domainAuthority: float | None
    """Authority of the domain, 0 to 100."""
    pageAuthority: float | None
    """Authority of the home page, 0 to 100."""
    domainStrength: float | None
    """Strength based on the domains that link to the domain, 0 to 100."""
    trustScore: float | None
    """Trust score, 0 to 100. The less spam among the links, the higher."""


class DomainSeoIntelligenceInsightsBacklinks(TypedDict):
    """Figures about links to the domain."""

    totalBacklinks: int | None
    """Number of links to the domain."""
    referringDomains: int | None
    """Number of domains with links to the domain."""


class DomainSeoIntelligenceInsightsTraffic(TypedDict):
    """Figures about visits from search engines."""

    organicTraffic: int | None
    """Monthly visits from search results."""
    organicKeywords: int | None
    """Number of keywords for which the domain ranks."""


class DomainSeoIntelligenceInsights(TypedDict):
    authority: DomainSeoIntelligenceInsightsAuthority
    """Scores. Null: no source says."""
    backlinks: DomainSeoIntelligenceInsightsBacklinks
    """Figures about links to the domain."""
    traffic: DomainSeoIntelligenceInsightsTraffic
    """Figures about visits from search engines."""


class DomainSeoIntelligenceRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class EmailAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["email"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["email_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the person was found with the requested contact data."""
    coverage_supported: bool
    """Whether the ZIP code belongs to a state of the United States. If false, no source is queried and nothing is charged."""
    email: str | None
    """The best email address. Validated addresses come first, then private ones."""
    lookup_type: Literal["email_append"]
    """Kind of lookup that was run."""


class EmailAppendInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """First name, as in the source."""
    last_name: str | None
    """Last name, as in the source."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter state code."""
    zip: str | None
    """ZIP code."""
    email: str | None
    """The best email address. Validated addresses come first, then private ones."""
    validated: bool | None
    """Whether mail arrives according to the source; null if it does not say."""
    other_emails: list[str]
    """Further email addresses of the person, best first."""


class EmailAppendInsights(TypedDict):
    contact: EmailAppendInsightsContact
    """The person or company found."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class EmailAppendRequestInput(TypedDict):
    """The person, by name and postal address in the United States."""

    firstName: str
    """First name."""
    lastName: str
    """Last name."""
    address: str
    """House number and street, including the unit."""
    city: str
    """City."""
    zip: str
    """ZIP code of five or nine digits. The state is derived from it."""


class EmailAppendRequest(TypedDict):
    input: EmailAppendRequestInput
    """The person, by name and postal address in the United States."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class EmailClassification(TypedDict):
    email_type: Literal["BUSINESS_PERSONAL", "FREE_PROVIDER", "ROLE_BASED", "UNKNOWN"] | str
    """Kind of address."""
    provider_type: Literal["CORPORATE", "FREE", "DISPOSABLE"] | str | None
    """Kind of mail provider; null for a domain that is on no list and is not known to accept mail, and for a known misspelling of a provider."""
    provider_tier: Literal["ENTERPRISE", "TIER_1_FREE", "TIER_2_FREE", "DISPOSABLE"] | str | None
    """Tier of the provider; null if none applies. ENTERPRISE: the domain uses business mail hosts, or has mail exchangers and is at least a year old."""
    deliverability_status: Literal["DELIVERABLE", "RISKY", "UNDELIVERABLE", "TEMPORARY", "UNKNOWN"] | str
    """Whether a message would arrive."""
    deliverability_reason: str
    """Code of the rule that determined the status."""
    mailbox_verification_state: Literal["CONFIRMED", "UNCONFIRMED"] | str
    """CONFIRMED: the mail server said whether the mailbox exists."""
    inbox_placement: Literal["PRIMARY", "PROMOTIONS", "SPAM", "UNCERTAIN"] | str
    """Folder in which a message would probably land."""
    engagement_potential: Literal["HIGH", "MEDIUM", "LOW", "NONE"] | str
    """How likely messages are to be read."""
    is_relay: bool
    """Whether it is a forwarding address that hides the user's own."""


class EmailEnrichmentAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["email_enrichment"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether an address was found."""
    email: str | None
    """Work email address; null if none was found."""
    domain: str
    """The requested domain."""


class EmailEnrichmentInsightsEmailEnrichment(TypedDict):
    """The address and further facts from the source."""

    email: str | None
    """Same as `classification.email`."""
    email_verified: bool | None
    """Whether a mail server confirmed the mailbox. False: it could not. Null: not checked."""
    confidence: float | None
    """Confidence of the source, 0 to 100; null if it does not say."""
    full_name: str | None
    """Name of the person to whom the address belongs."""
    job_title: str | None
    """Job title at the company."""
    company: str | None
    """Company, as the source names it."""


class EmailEnrichmentInsights(TypedDict):
    email_enrichment: EmailEnrichmentInsightsEmailEnrichment
    """The address and further facts from the source."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class EmailEnrichmentRequest(TypedDict):
    domain: str
    """Domain name. A URL or a subdomain is reduced to the registrable domain."""
    firstName: NotRequired[str | None]
    """First name. Required unless fullName or name has both names."""
    lastName: NotRequired[str | None]
    """Last name. Required unless fullName or name has both names."""
    fullName: NotRequired[str | None]
    """First and last name in one field. The separate fields take precedence."""
    name: NotRequired[str | None]
    """Alias of fullName."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class EmailInsightsDeliverabilityFactors(TypedDict):
    """What the score is based on."""

    mx_records: bool | None
    """Whether the domain has MX records; null if DNS was not queried."""
    smtp_valid: bool | None
    """Whether the mail server answered over SMTP; null if it was not contacted."""
    mailbox_exists: bool | None
    """Whether the mailbox exists; null if that could not be confirmed."""
    catch_all: bool
    """Whether the server accepts mail for every name. Also false if this could not be checked: see `not_checked`."""
    greylisted: bool
    """Whether the server defers mail from unknown senders. Also false if this could not be checked: see `not_checked`."""


class EmailInsightsDeliverability(TypedDict):
    """Whether a message would arrive, and why."""

    score: float
    """Higher is better, 0 to 100."""
    factors: EmailInsightsDeliverabilityFactors
    """What the score is based on."""
    not_checked: list[Literal["mailbox", "catch_all", "greylisting", "spam_traps"] | str]
    """Factors that were not checked. The fields about them are not meaningful."""
    upstream_verification_detail: NotRequired[str]
    """Further detail if the mailbox is unconfirmed."""


class EmailInsightsQuality(TypedDict):
    """Assessment of the address by its form."""

    score: float
    """Higher is better, 0 to 100."""
    syntax_valid: bool
    """Whether the syntax is valid (RFC 5321)."""
    syntax_fault: NotRequired[Literal["INVALID_LOCAL_PART", "MISPLACED_DOT", "INVALID_DOMAIN", "LOCAL_PART_TOO_LONG", "ADDRESS_TOO_LONG"] | str]
    """Fault in the syntax; present only if it is invalid."""
    typo_detected: bool
    """Whether the address looks mistyped."""
    suggested_email: str | None
    """The address that was probably meant; null if there is none."""
    professional_format: bool
    """Whether the address looks like a person's work address."""
    name_pattern: Literal["FIRSTNAME_DOT_LASTNAME", "INITIAL_DOT_LASTNAME", "SINGLE_NAME", "NAME_WITH_NUMBERS", "OTHER", "UNKNOWN"] | str
    """Pattern of the name before the @."""
    smtputf8_required: bool
    """Whether the local part is internationalized (RFC 6531)."""


class EmailInsightsReputation(TypedDict):
    """What is known for and against the number."""

    domain_age_days: int | None
    """Days since the domain was registered; null if that is not known."""
    domain_reputation: Literal["EXCELLENT", "GOOD", "FAIR", "POOR", "LOW", "UNKNOWN"] | str
    """Reputation of the domain."""
    spam_trap_risk: Literal["HIGH", "NONE"] | str
    """Risk that the address is a spam trap. NONE: neither the name nor the domain looks like a trap. There is no list of traps to check."""
    honeypot_risk: Literal["MEDIUM", "NONE"] | str
    """How likely the address is a spam trap."""


class EmailInsightsIntelligence(TypedDict):
    """What the address says about its owner."""

    lead_score: float
    """Quality as a sales lead, 0 to 100."""
    b2b_indicator: bool
    """Whether it is an address at a company: neither a free provider nor a role address."""
    seniority_indicator: str
    """Seniority that the name suggests."""
    department_hint: Literal["GENERIC", "PERSONAL"] | str
    """Whether the address belongs to a function or to a person."""


class EmailInsightsDomainIntelligenceRegistration(TypedDict):
    registered: bool
    """Whether the domain is registered."""
    created_date: str | None
    """When the domain was registered; null if the registry does not say."""
    expiry: str | None
    """When the registration ends; null if the registry does not say."""
    registrar: str | None
    """Registrar of the domain; null if the registry does not say."""


class EmailInsightsDomainIntelligenceInfrastructure(TypedDict):
    """Infrastructure of the domain."""

    mail_exchangers: list[str]
    """Mail servers of the domain, in order of preference."""
    mail_provider: str | None
    """Provider of the mailboxes; null if it is not known."""
    mail_gateway: str | None
    """Provider that filters the mail; null if none is known."""
    has_ipv4: bool | None
    """Whether the domain has an IPv4 address; null if that could not be queried."""
    has_ipv6: bool | None
    """Whether the domain has an IPv6 address; null if that could not be queried."""
    nameservers: list[str]
    """Name servers of the domain."""


class EmailInsightsDomainIntelligenceTrustIndicators(TypedDict):
    """What the domain publishes about its senders."""

    spf: bool | None
    """Whether the domain has an SPF record; null if DNS did not answer."""
    spf_policy: Literal["pass", "fail", "softfail", "neutral"] | str | None
    """What the SPF record says about other senders; null if there is none."""
    dmarc: bool | None
    """Whether the domain has a DMARC record; null if DNS did not answer."""
    dmarc_policy: Literal["none", "quarantine", "reject"] | str | None
    """Policy that the DMARC record asks for; null if there is none."""


class EmailInsightsDomainIntelligence(TypedDict):
    """What is known about the domain."""

    registration: EmailInsightsDomainIntelligenceRegistration | None
    """Registration of the domain; null if the registry did not answer, or denies a domain that is in DNS."""
    infrastructure: EmailInsightsDomainIntelligenceInfrastructure
    """Infrastructure of the domain."""
    technologies: list[str]
    """Services that the DNS of the domain shows."""
    trust_indicators: EmailInsightsDomainIntelligenceTrustIndicators
    """What the domain publishes about its senders."""


class EmailInsightsBusinessProfile(TypedDict):
    """Whether a business is behind the domain."""

    legitimacy_score: float
    """Legitimacy of the domain, 0 to 100. Higher is more legitimate."""
    business_signals: list[str]
    """Signs of a business."""
    trust_signals: list[str]
    """Signs of trustworthiness."""
    risk_signals: list[str]
    """Signs of risk."""


class EmailInsights(TypedDict):
    deliverability: EmailInsightsDeliverability
    """Whether a message would arrive, and why."""
    quality: EmailInsightsQuality
    """Assessment of the address by its form."""
    reputation: EmailInsightsReputation
    """What is known for and against the number."""
    intelligence: EmailInsightsIntelligence
    """What the address says about its owner."""
    domain_intelligence: NotRequired[EmailInsightsDomainIntelligence]
    """What is known about the domain."""
    business_profile: NotRequired[EmailInsightsBusinessProfile]
    """Whether a business is behind the domain."""


class EmailRequest(TypedDict):
    email: str
    """One bare email address. The domain is lower-cased; the local part is kept as it is. A full-width at sign is read as @."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class ErrorResponseError(TypedDict):
    """Why there is no answer."""

    message: str
    """Error message in words. It may change, so branch on `code`."""
    code: Literal["INVALID_REQUEST", "INVALID_INPUT", "MISSING_FIELD", "VALIDATION_FAILED", "UPSTREAM_ERROR", "INVALID_TYPE", "INPUT_LIMIT_EXCEEDED", "UNAUTHORIZED", "INSUFFICIENT_CREDITS", "UPGRADE_REQUIRED", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_CONFLICT", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE", "SERVICE_BUSY", "UPSTREAM_QUOTA_EXHAUSTED", "UPSTREAM_TIMEOUT"] | str
    """Error code."""
    type: Literal["api_error"]
    """Error type, the same for every refusal."""
    param: NotRequired[str]
    """The field that is wrong, if there is one."""
    details: NotRequired[dict[str, Any]]
    """Further facts about the error. `available: false`: this service has no source for the lookup, so waiting does not help. `billing_url`: credits or a plan are missing; this is the page that sells them."""
    doc_url: str
    """URL of the page that explains what to do about the code."""
    request_id: str
    """Request id, as in the X-Request-Id header."""


class ErrorResponse(TypedDict):
    success: Literal[False]
    """Always false: there is no `data`."""
    error: ErrorResponseError
    """Why there is no answer."""


class Event(TypedDict):
    id: str
    """Id of the event, the same in every delivery of it."""
    type: Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"] | str
    """Type of the event."""
    created_at: str
    """When it was created."""
    data: dict[str, Any]
    """The status object of a job, or the findings of a monitor's run."""


class EventListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class EventListAnswer(TypedDict):
    """The answer."""

    events: list[Event]
    """One page of results."""
    pagination: EventListAnswerPagination
    """The position of this page, and how to get the next one."""


class GetBulkResultsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""
    offset: NotRequired[int]
    """Position of the row in the list that was sent."""


class Health(TypedDict):
    status: Literal["ok"]
    """Current status."""


class HlrLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["hlr_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Kind of lookup that was run."""
    connectivity_status: str
    """Status as the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free."""
    is_ported: bool
    """Whether the number was ported. Also false if no source says; see the risk factor PORTABILITY_UNKNOWN."""
    is_roaming: bool
    """Whether the handset roams. Also false if the network does not say, and always with `data_source` MNP_DB."""
    is_valid: bool
    """False only for INVALID_MSISDN. Use `connectivity_status` to judge a number."""
    mccmnc: str | None
    """`mcc` and `mnc` joined; null unless both codes are known. `mccmnc_reason` says why."""
    mcc: str | None
    """Mobile country code."""
    mnc: str | None
    """Mobile network code."""


class HlrLookupInsightsHlrResult(TypedDict):
    """Answer of the network or the portability database."""

    id: str
    """Id of the network query, or of this lookup if there is none."""
    msisdn: str
    """Number in international format, without +."""
    connectivity_status: str
    """Status as the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free."""
    is_ported: bool
    """Whether the number was ported. Also false if no source says; see the risk factor PORTABILITY_UNKNOWN."""
    is_roaming: bool
    """Whether the handset roams. Also false if the network does not say, and always with `data_source` MNP_DB."""
    current_carrier: str | None
    """The carrier to which the number was ported, or else the original carrier."""
    current_mccmnc: str | None
    """Same as `classification.mccmnc`."""
    mccmnc_reason: NotRequired[Literal["INVALID_NUMBER", "NOT_MOBILE", "NOT_REPORTED", "NOT_LISTED", "SEVERAL_NETWORKS"] | str]
    """Why mccmnc is null; only then. INVALID_NUMBER: the number cannot exist or is kept for fiction. NOT_MOBILE: a landline, an internet line or a service number, which has none. NOT_REPORTED: no source names the network. NOT_LISTED: no operating mobile network of the country has the name of the carrier. SEVERAL_NETWORKS: several networks have the name, with different codes."""
    original_carrier: str | None
    """The carrier to which the number was first assigned. If it is not `current_carrier`, and no source says whether the number was ported, the number may have been ported, or the carrier has another name now."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""
    country_prefix: str
    """International calling code with +."""
    ported_carrier: str | None
    """Carrier after porting; null unless the number was ported."""
    ported_country: str | None
    """Country of that carrier; null unless the number was ported."""
    roaming_carrier: str | None
    """Carrier in whose network the handset roams; null if it does not roam."""
    roaming_country: str | None
    """Country in which the handset roams; null if it does not roam."""
    imsi: str | None
    """International mobile subscriber identity; null if the network hides it."""
    data_source: Literal["LIVE_HLR", "MNP_DB"] | str | None
    """The source that was queried, whether or not it knew the number. LIVE_HLR: the network, live. MNP_DB: a portability database, which shows that the number is assigned, not that the handset is on. Null: none, because the number cannot exist or is kept for fiction."""
    timestamp: str
    """Time of the statement by the network or the record."""


class HlrLookupInsights(TypedDict):
    hlr_result: HlrLookupInsightsHlrResult
    """Answer of the network or the portability database."""
    country_assumed: NotRequired[str]
    """Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377."""
    possible_countries: NotRequired[list[str]]
    """Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +."""


class HlrLookupRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class IpAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["ip"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Kind of connection. RESIDENTIAL_ISP: a line that people use, including one on the own network of a company, a school or an authority; `network_class` has the kind of network, `residential_probability` the likelihood of a home. MOBILE_NETWORK: a network of mobile lines alone; mobile lines of an operator that announces them in one network with its fixed lines are RESIDENTIAL_ISP. UNKNOWN: reserved addresses, transit, and networks whose kind is not known."""
    service_type: Literal["STANDARD_ISP", "HOSTING_SERVICE", "VPN_SERVICE", "PUBLIC_DNS"] | str | None
    """Kind of service; null if it is not known."""
    anonymity_level: Literal["NONE", "MEDIUM", "HIGH"] | str
    """Degree of anonymity. HIGH: listed Tor exit, VPN or proxy. MEDIUM: relay or rentable server. NONE: neither is known."""
    organization_type: Literal["ISP", "HOSTING_PROVIDER", "TECH_GIANT", "BUSINESS", "EDUCATION", "GOVERNMENT", "INFRASTRUCTURE"] | str | None
    """Kind of organization; null if the kind of network is not known."""
    residential_probability: float
    """Probability that it is a home connection, 0 to 1."""


class IpInsightsAddress(TypedDict):
    """What follows from the address itself."""

    version: Literal[4] | Literal[6]
    """Version of the Internet Protocol."""
    kind: str
    """Kind of address: Global unicast, or the purpose for which the IANA special-purpose registries reserve its range, such as Private use."""
    is_global: bool
    """Whether the range is globally reachable according to the IANA registries."""
    reverse_name: str
    """Name of the address in reverse DNS (PTR)."""


class IpInsightsNetwork(TypedDict):
    """The network and its operator."""

    isp: str | None
    """Registered name of the network; its brand if its registry does not state the holder."""
    org: str | None
    """Brand of the operator if known, otherwise the registered name."""
    asn: str
    """Autonomous system: "AS" followed by the number, or Unknown."""
    asn_country_code: NotRequired[str]
    """Country to which over half of the address space that the network announces was delegated."""
    asn_reputation: Literal["EXCELLENT", "GOOD", "POOR"] | str | None
    """Reputation of the network."""
    prefix: str
    """The largest range around the address with the same data throughout: one network in one place, no larger than what it announces. For a reserved address, the reserved range."""
    registry: NotRequired[Literal["AFRINIC", "APNIC", "ARIN", "LACNIC", "RIPE NCC"] | str]
    """The regional registry that IANA names for the range."""
    registered_country_code: NotRequired[str]
    """Country that the registries name for the range. The range may be used in another country."""
    network_class: NotRequired[str]
    """Kind of network, if it is known: isp, mobile, hosting, vpn, cdn, public_dns, transit, education, …"""
    class_rule: NotRequired[str]
    """What the class is based on: asn (listed number), brand (well-known name), name:<rule> (a word in the registered name, or all of it) or spread (small blocks scattered over countries are rented out; addresses in several towns of one country are lines)."""


class IpInsightsGeographic(TypedDict):
    """Kind of place where the address is used."""

    datacenter_location: bool
    """Whether the address is in a data center."""
    vpn_exit_probability: float
    """Probability that the address is a VPN exit, 0 to 1."""
    tor_exit_node: bool
    """Whether the address is listed as a Tor exit. Also false while `tor_exits` is in `missing_feeds`."""
    hosting_facility: str | None
    """For the address of a server, the provider, with the cloud region if the provider's own feed has it."""


class IpInsightsLocation(TypedDict):
    """Location of the address. Fields below the country are null if a city would be a guess; `city_unknown_reason` says why."""

    city: str | None
    """City; null if it is not known."""
    city_unknown_reason: NotRequired[Literal["RESERVED_ADDRESS", "UNANNOUNCED_ADDRESS", "SHARED_NETWORK", "UNRELIABLE_NETWORK", "UNRELIABLE_COUNTRY", "LISTED_RANGE", "NOT_IN_SOURCE"] | str]
    """Why there is no city. SHARED_NETWORK, LISTED_RANGE: used in many cities. UNRELIABLE_NETWORK (mobile, transit, government), UNRELIABLE_COUNTRY: address sets contradict each other."""
    city_source: NotRequired[Literal["address_table", "cloud_region"] | str]
    """Source of the city. cloud_region: the city of the cloud region that the provider's own feed names."""
    city_confidence: NotRequired[float | None]
    """How far the city can be trusted: how often two address sets name cities within 50 km of each other for networks of this kind."""
    region: str | None
    """State, province or region."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""
    latitude: float | None
    """Latitude in degrees north."""
    longitude: float | None
    """Longitude in degrees east."""
    timezone: str | None
    """IANA name of the time zone."""
    timezone_source: NotRequired[Literal["coordinates", "country", "most_people"] | str]
    """Source of the time zone. most_people: the zone in which most people live, for a country with several."""
    continent: str | None
    """Name of the continent."""
    continent_code: str | None
    """Two-letter code of the continent."""
    zip: str | None
    """Postal code nearest to the city's coordinates, for cities in the US and Canada; null elsewhere, because no free source has it."""
    district: str | None
    """Part of the city, if the source of the city names one. The coordinates are still those of the city."""


class IpInsightsCountryCurrenciesItem(TypedDict):
    code: str
    """Currency code, ISO 4217."""
    name: str
    """English name."""
    symbol: str
    """Currency symbol used in prices."""


class IpInsightsCountryLanguagesItem(TypedDict):
    code: str
    """Language code, ISO 639-1."""
    name: str
    """English name."""


class IpInsightsCountry(TypedDict):
    """Facts about the country in `location`; absent if no country is known."""

    code3: str | None
    """Country code, ISO 3166-1 alpha-3."""
    flag: str
    """Flag emoji: the two regional indicators of the country code."""
    capital: str | None
    """Capital, by its English name; null if the country has none."""
    is_in_eu: bool
    """Whether the country is a member of the European Union."""
    calling_code: str
    """Calling code of its phone numbers, without the +."""
    currencies: list[IpInsightsCountryCurrenciesItem]
    """Currencies of the country."""
    languages: list[IpInsightsCountryLanguagesItem]
    """Official languages."""


class IpInsightsSecurity(TypedDict):
    """Indications against the address."""

    reputation_score: float
    """Higher is better, 0 to 100."""
    tor_exit_node: bool
    """Whether the address is listed as a Tor exit. Also false while `tor_exits` is in `missing_feeds`."""


class IpInsightsNetworkIntelligenceReservedFor(TypedDict):
    """The entry in the IANA registries that makes the address a bogon."""

    prefix: str
    """The reserved range."""
    name: str
    """Name of the range in the IANA registry."""
    rfc: str
    """Document that reserves the range."""


class IpInsightsNetworkIntelligenceEmbeddedIpv4(TypedDict):
    """The IPv4 address embedded in the IPv6 address. The answer is about the IPv4 address."""

    address: str
    """The embedded IPv4 address."""
    embedding: Literal["6to4", "teredo", "nat64"] | str
    """How the IPv4 address is embedded."""


class IpInsightsNetworkIntelligenceVerifiedCrawler(TypedDict):
    operator: str
    """Operator of the crawler."""
    bot: str
    """Name of the crawler."""


class IpInsightsNetworkIntelligenceListedInItem(TypedDict):
    feed: str
    """Name of the list, as in `checked_feeds`."""
    kind: str
    """What the list contains: tor, vpn, datacenter, cloud, cdn, relay, …"""
    operator: str
    """Operator of the address according to the list."""


class IpInsightsNetworkIntelligence(TypedDict):
    """Findings from the lists of networks."""

    is_datacenter: bool
    """Whether the address is in a data center."""
    is_tor_exit: bool
    """Whether the address is on the list of Tor exits."""
    is_bogon: bool
    """Whether the address is reserved or not routable."""
    reserved_for: NotRequired[IpInsightsNetworkIntelligenceReservedFor]
    """The entry in the IANA registries that makes the address a bogon."""
    embedded_ipv4: NotRequired[IpInsightsNetworkIntelligenceEmbeddedIpv4]
    """The IPv4 address embedded in the IPv6 address. The answer is about the IPv4 address."""
    cloud_provider: str | None
    """Cloud provider to which the address belongs; null if none is known."""
    cloud_region: str | None
    """Cloud region; only from the provider's own feed."""
    cloud_service: str | None
    """Cloud service; only from the provider's own feed."""
    verified_crawler: IpInsightsNetworkIntelligenceVerifiedCrawler | None
    """The crawler, if the address is in a range published by a crawler's operator. The user agent is not known and not compared."""
    coverage: Literal["complete", "partial", "unavailable"] | str
    """To what extent the feeds that could list such an address were checked. Checks that were not made are named in `risk_factors`."""
    listed_in: list[IpInsightsNetworkIntelligenceListedInItem]
    """The lists that contain the address: the most specific one of each kind."""
    checked_feeds: list[str]
    """Lists that were checked."""
    missing_feeds: list[str]
    """Lists that were never loaded, or are too old to count."""
    data_as_of: str | None
    """Date or time of the oldest feed checked."""
    feeds_as_of: dict[str, str]
    """Date or time of each feed checked."""


class IpInsightsUsagePatterns(TypedDict):
    """Probable use of the address."""

    likely_automation: bool
    """Whether the user is likely a program."""
    api_usage: bool
    """Whether server-to-server calls are likely."""
    business_usage: bool
    """Whether the user is likely a business."""
    human_probability: float
    """Probability that the user is a person, 0 to 1."""


class IpInsights(TypedDict):
    address: IpInsightsAddress
    """What follows from the address itself."""
    network: IpInsightsNetwork
    """The network and its operator."""
    geographic: IpInsightsGeographic
    """Kind of place where the address is used."""
    location: IpInsightsLocation
    """Location of the address. Fields below the country are null if a city would be a guess; `city_unknown_reason` says why."""
    country: NotRequired[IpInsightsCountry]
    """Facts about the country in `location`; absent if no country is known."""
    security: IpInsightsSecurity
    """Indications against the address."""
    network_intelligence: IpInsightsNetworkIntelligence
    """Findings from the lists of networks."""
    usage_patterns: IpInsightsUsagePatterns
    """Probable use of the address."""


class IpRequest(TypedDict):
    ip: str
    """IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; for a 6to4, Teredo or NAT64 address, the answer is about the embedded IPv4 address."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class JobChangeMonitorAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    name: str
    """Name that you gave the monitor."""
    frequency: Literal["daily", "weekly"] | str
    """How often members are looked up again."""
    alert_email: bool
    """Whether the owner gets an email when a run finds changes."""
    webhook_url: str | None
    """Receiver of the monitor's changes; null if the monitor has no receiver of its own."""
    webhook_endpoint_id: str | None
    """Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own."""
    active: bool
    """Whether the monitor runs."""
    contact_count: int
    """Number of members."""
    run_id: str | None
    """Id of the run in progress; null if there is none."""
    next_run_at: str | None
    """When the next scheduled run begins; null if there is none."""
    last_run_at: str | None
    """When the last run that looked anything up ended."""
    last_outcome: Literal["completed", "insufficient_credits", "daily_limit", "no_plan", "organization_closed", "organization_suspended", "no_members", "no_source", "stopped", "lost"] | str | None
    """How the last run ended, or why it did not take place; null before the first."""
    credits_per_run: int
    """The most a run can cost with the current members: 5 credits each."""
    last_run_credits: int | None
    """Cost of the last run that looked anything up (the run of `last_run_at`); null before the first."""
    created_at: str
    """When it was created."""
    webhook_secret: NotRequired[str]
    """Secret that signs the deliveries. Shown once, when the webhook is registered."""


class JobChangeMonitorChanges(TypedDict):
    name: NotRequired[str | None]
    """Name of your choice."""
    frequency: NotRequired[Literal["weekly", None]]
    """How often members are looked up again."""
    alert_email: NotRequired[bool | None]
    """Send the owner one email for each run with changes."""
    active: NotRequired[bool | None]
    """False stops runs; a run in progress continues."""
    webhook_url: NotRequired[str | None]
    """Public HTTPS address that receives changes and skipped runs. Null removes the receiver; a different address gets a new secret."""
    webhook_endpoint_id: NotRequired[str | None]
    """Id of a webhook endpoint, used instead of `webhook_url`. Null removes the receiver."""


class JobChangeMonitorCountAnswer(TypedDict):
    """The answer."""

    contact_count: int
    """Current number of members."""


class JobChangeMonitorDeletedAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    deleted: Literal[True]
    """Always true."""


class JobChangeMonitorEventBefore(TypedDict):
    title: str | None
    """Job title; null if the source does not have it."""
    company: str | None
    """Company; null if the source does not have it."""
    location: str | None
    """Location; null if the source does not have it."""


class JobChangeMonitorEventAfter(TypedDict):
    title: str | None
    """Job title; null if the source does not have it."""
    company: str | None
    """Company; null if the source does not have it."""
    location: str | None
    """Location; null if the source does not have it."""


class JobChangeMonitorEvent(TypedDict):
    id: str
    """Id of the event."""
    profile_url: str
    """URL of the profile."""
    label: str | None
    """Your label; null if there is none."""
    type: Literal["job_change", "title_change", "profile_unreachable", "baseline"] | str
    """Kind of event. baseline: the first time the profile was found. profile_unreachable: no source had it three times in a row."""
    before: JobChangeMonitorEventBefore | None
    """What the same source gave before."""
    after: JobChangeMonitorEventAfter | None
    """What it gives now."""
    detected_at: str
    """When the run recorded the change."""


class JobChangeMonitorEventListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class JobChangeMonitorEventListAnswer(TypedDict):
    """The answer."""

    events: list[JobChangeMonitorEvent]
    """Events, newest first."""
    pagination: JobChangeMonitorEventListAnswerPagination
    """The position of this page, and how to get the next one."""


class JobChangeMonitorListAnswerMonitorsItem(TypedDict):
    id: str
    """Id of the monitor."""
    name: str
    """Name that you gave the monitor."""
    frequency: Literal["daily", "weekly"] | str
    """How often members are looked up again."""
    alert_email: bool
    """Whether the owner gets an email when a run finds changes."""
    webhook_url: str | None
    """Receiver of the monitor's changes; null if the monitor has no receiver of its own."""
    webhook_endpoint_id: str | None
    """Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own."""
    active: bool
    """Whether the monitor runs."""
    contact_count: int
    """Number of members."""
    run_id: str | None
    """Id of the run in progress; null if there is none."""
    next_run_at: str | None
    """When the next scheduled run begins; null if there is none."""
    last_run_at: str | None
    """When the last run that looked anything up ended."""
    last_outcome: Literal["completed", "insufficient_credits", "daily_limit", "no_plan", "organization_closed", "organization_suspended", "no_members", "no_source", "stopped", "lost"] | str | None
    """How the last run ended, or why it did not take place; null before the first."""
    credits_per_run: int
    """The most a run can cost with the current members: 5 credits each."""
    last_run_credits: int | None
    """Cost of the last run that looked anything up (the run of `last_run_at`); null before the first."""
    created_at: str
    """When it was created."""
    webhook_secret: NotRequired[str]
    """Secret that signs the deliveries. Shown once, when the webhook is registered."""


class JobChangeMonitorListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class JobChangeMonitorListAnswer(TypedDict):
    """The answer."""

    monitors: list[JobChangeMonitorListAnswerMonitorsItem]
    """One page of monitors."""
    pagination: JobChangeMonitorListAnswerPagination
    """The position of this page, and how to get the next one."""


class JobChangeMonitorMemberListAnswerContactsItemLastSnapshot(TypedDict):
    title: str | None
    """Job title; null if the source does not have it."""
    company: str | None
    """Company; null if the source does not have it."""
    location: str | None
    """Location; null if the source does not have it."""


class JobChangeMonitorMemberListAnswerContactsItem(TypedDict):
    profile_url: str
    """URL of the profile."""
    label: str | None
    """Your label; null if there is none."""
    last_checked_at: str | None
    """When a recheck of it was last answered, also if nothing was found; null before the first answer. A recheck that failed, or for which no source was available, changes nothing here."""
    last_snapshot: JobChangeMonitorMemberListAnswerContactsItemLastSnapshot | None
    """Employment that was found last."""


class JobChangeMonitorMemberListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class JobChangeMonitorMemberListAnswer(TypedDict):
    """The answer."""

    contacts: list[JobChangeMonitorMemberListAnswerContactsItem]
    """Members in the order they were added."""
    pagination: JobChangeMonitorMemberListAnswerPagination
    """The position of this page, and how to get the next one."""


class JobChangeMonitorMembersContactsItem(TypedDict):
    profile_url: str
    """URL of a public profile on the professional network, or its vanity name."""
    label: NotRequired[str | None]
    """Your label, repeated in every event."""


class JobChangeMonitorMembers(TypedDict):
    contacts: NotRequired[list[JobChangeMonitorMembersContactsItem] | None]
    """The members, each once."""
    profile_urls: NotRequired[list[str] | None]
    """The `profile_url` of each member, instead of or in addition to `contacts`."""


class JobChangeMonitorMembersToRemoveContactsItem(TypedDict):
    profile_url: str
    """URL of a public profile on the professional network, or its vanity name."""
    label: NotRequired[str | None]
    """Your label, repeated in every event."""


class JobChangeMonitorMembersToRemove(TypedDict):
    contacts: NotRequired[list[JobChangeMonitorMembersToRemoveContactsItem] | None]
    """The members, each once."""
    profile_urls: NotRequired[list[str] | None]
    """The `profile_url` of each member, instead of or in addition to `contacts`."""


class JobChangeMonitorRequestContactsItem(TypedDict):
    profile_url: str
    """URL of a public profile on the professional network, or its vanity name."""
    label: NotRequired[str | None]
    """Your label, repeated in every event."""


class JobChangeMonitorRequest(TypedDict):
    name: str
    """Name of your choice."""
    frequency: Literal["weekly"]
    """How often members are looked up again."""
    alert_email: NotRequired[bool | None]
    """Send the owner one email for each run with changes."""
    active: NotRequired[bool | None]
    """False creates it switched off; its first run is due when it is switched on. True by default."""
    webhook_url: NotRequired[str | None]
    """Public HTTPS address that receives changes and skipped runs."""
    webhook_endpoint_id: NotRequired[str | None]
    """Id of a webhook endpoint, used instead of `webhook_url`, with its own secret and retries."""
    contacts: list[JobChangeMonitorRequestContactsItem]
    """The members, each once."""


class JobChangeMonitorRunAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    run_id: str
    """Id of the run, repeated in its events."""


class KeywordMetricsAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["keyword_metrics"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Searches per month."""
    cpc_usd: float | None
    """Price per click, in US dollars."""
    keyword_difficulty: float | None
    """How hard it is to rank for the keyword, 0 to 100."""
    difficulty_band: Literal["VERY_EASY", "EASY", "POSSIBLE", "DIFFICULT", "HARD", "VERY_HARD"] | str | None
    """`keyword_difficulty` in words. The bands are: below 15, 30, 50, 70 and 85, and the rest."""
    primary_intent: Literal["informational", "navigational", "commercial", "transactional"] | str | None
    """What most people who search for the keyword want."""


class KeywordMetricsInsightsKeywordMetricsResult(TypedDict):
    """Derived figures. Null: no source says."""

    trend_direction: Literal["UP", "DOWN", "STABLE"] | str | None
    """Change of the last three months compared with the three before. UP or DOWN if it is more than ten percent."""
    has_ai_overview: bool | None
    """Whether the results page begins with a generated answer."""
    serp_features: list[str]
    """Features that the results page shows besides results; also empty if unknown."""
    estimated_monthly_traffic_value_usd: float | None
    """Searches per month multiplied by the price per click."""


class KeywordMetricsInsights(TypedDict):
    keyword_metrics_result: KeywordMetricsInsightsKeywordMetricsResult
    """Derived figures. Null: no source says."""


class KeywordMetricsRequest(TypedDict):
    keyword: str
    """The keyword, at most 200 characters. Case and spacing are ignored."""
    country: NotRequired[str | None]
    """Country of the searches, ISO 3166-1 alpha-2; default US."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class LinkInBioLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["link_in_bio_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the page exists and has links. Nothing is charged if not."""
    platform: str | None
    """Service that hosts the page, such as linktree; website if the page is on a site of its own."""
    username: str | None
    """Username of the owner on the service."""
    display_name: str | None
    """Name that the page shows."""
    links_count: int
    """Number of links on the page, not counting profiles without a title."""
    has_email: bool
    """Whether the page shows an email address."""


class LinkInBioLookupInsightsLinkInBioResultLinksItem(TypedDict):
    title: str | None
    """Title of the link."""
    url: str
    """URL to which the link leads."""


class LinkInBioLookupInsightsLinkInBioResult(TypedDict):
    """Content of the page."""

    bio: str | None
    """The owner's own description."""
    avatar_url: str | None
    """URL of the picture of the owner."""
    links: list[LinkInBioLookupInsightsLinkInBioResultLinksItem]
    """Links in the order of the page, at most 200."""
    socials: dict[str, str]
    """Map of platforms to profile URLs. Platform names are those of the website contacts scraper."""
    emails: list[str]
    """Email addresses, in lower case."""


class LinkInBioLookupInsights(TypedDict):
    link_in_bio_result: LinkInBioLookupInsightsLinkInBioResult
    """Content of the page."""


class LinkInBioLookupRequest(TypedDict):
    url: str
    """URL of the page. `https://` and tracking parameters may be left out."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class ListBulkJobsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""


class ListEventsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of events per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""
    type: NotRequired[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"]]
    """Only events of this type."""
    since: NotRequired[str]
    """Only events recorded at or after this time."""


class ListJobChangeMonitorContactsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""


class ListJobChangeMonitorEventsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""
    profile_url: NotRequired[str]
    """Only events of this member."""
    since: NotRequired[str]
    """Only events detected at or after this time, ISO 8601."""


class ListJobChangeMonitorsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""


class ListNumberMonitorEventsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""
    phone_number: NotRequired[str]
    """Only events of this member."""
    since: NotRequired[str]
    """Only events detected at or after this time, ISO 8601."""


class ListNumberMonitorNumbersQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""


class ListNumberMonitorsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""


class ListRequestsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of entries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""
    since: NotRequired[str]
    """Only calls that arrived at or after this time, ISO 8601."""
    until: NotRequired[str]
    """Only calls that arrived before this time, ISO 8601."""
    product: NotRequired[str]
    """Product, by any of its names."""
    status: NotRequired[int]
    """HTTP status."""
    code: NotRequired[str]
    """Error code."""
    key_id: NotRequired[str]
    """Key, by `key.id` of an entry."""
    request_id: NotRequired[str]
    """Call or batch, by `id` or `batch_id` of an entry."""


class ListWebhookDeliveriesQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of deliveries per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""


class ListWebhookEndpointsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of endpoints per page."""
    cursor: NotRequired[str]
    """`pagination.next_cursor` of the previous page."""


class Metadata(TypedDict):
    api_version: str
    """Version of the API."""
    schema_version: str
    """Version of the response format."""
    credits_used: int
    """Cost of this call in credits."""
    credits_remaining: int
    """Balance after this call in credits."""
    cache_hit: bool
    """True if the answer was served from the 7-day cache."""
    cached_at: NotRequired[str]
    """Only on cache hits: when the stored result was first looked up."""
    data_sources: list[str]
    """Generic labels of the kinds of data consulted."""
    fallback_used: NotRequired[bool]
    """Email verification only: whether a second mailbox check ran because the first was inconclusive."""
    lookup_source: NotRequired[Literal["standard", "premium"] | str]
    """Reverse phone lookup only: the record that was read."""
    rows_returned: NotRequired[int]
    """Searches only: number of rows on this page."""
    credits_per_row: NotRequired[float]
    """Searches only: price of the page divided by its rows; 0 for a page without rows."""


class MnpLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["mnp_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Kind of lookup that was run."""
    query_status: Literal["OK", "ERROR"] | str
    """Outcome of the query. ERROR, which is free: the number cannot exist or is kept for fiction, no source knows it, or its query failed."""
    number_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line to which the number belongs."""
    is_ported: bool
    """Whether the number was ported. Also false if no source says; see `portability_known`."""
    portability_known: bool
    """Whether a source says if the number was ported."""
    mccmnc: str | None
    """`mcc` and `mnc` joined; null unless both codes are known. `mccmnc_reason` says why."""
    mcc: str | None
    """Mobile country code."""
    mnc: str | None
    """Mobile network code."""


class MnpLookupInsightsCarrier(TypedDict):
    """Names of the carriers."""

    current: str | None
    """Carrier that serves the number now."""
    original: str | None
    """Carrier to which the number was first assigned."""


class MnpLookupInsightsMnpResult(TypedDict):
    """Answer of the portability database."""

    id: str
    """Id of the query, or of this lookup if there is none."""
    msisdn: str
    """Number in international format, without +."""
    query_status: Literal["OK", "ERROR"] | str
    """Outcome of the query. ERROR, which is free: the number cannot exist or is kept for fiction, no source knows it, or its query failed."""
    number_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line to which the number belongs."""
    is_ported: bool
    """Whether the number was ported. Also false if no source says; see `portability_known`."""
    portability_known: bool
    """Whether a source says if the number was ported."""
    current_carrier: str | None
    """The carrier to which the number was ported, or else the original carrier."""
    current_mccmnc: str | None
    """Same as `classification.mccmnc`."""
    mccmnc_reason: NotRequired[Literal["INVALID_NUMBER", "NOT_MOBILE", "NOT_REPORTED", "NOT_LISTED", "SEVERAL_NETWORKS"] | str]
    """Why mccmnc is null; only then. INVALID_NUMBER: the number cannot exist or is kept for fiction. NOT_MOBILE: a landline, an internet line or a service number, which has none. NOT_REPORTED: no source names the network. NOT_LISTED: no operating mobile network of the country has the name of the carrier. SEVERAL_NETWORKS: several networks have the name, with different codes."""
    original_carrier: str | None
    """The carrier to which the number was first assigned. If it is not `current_carrier`, and no source says whether the number was ported, the number may have been ported, or the carrier has another name now."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""
    country_prefix: str
    """International calling code with +."""
    ported_carrier: str | None
    """Carrier after porting; null unless the number was ported."""
    ported_country: str | None
    """Country of that carrier; null unless the number was ported."""
    data_source: Literal["LIVE_HLR", "MNP_DB"] | str | None
    """The source that was queried, as in an HLR result. Null: none, because the number cannot exist or is kept for fiction."""
    timestamp: str
    """Time of the statement by the network or the record."""


class MnpLookupInsights(TypedDict):
    carrier: MnpLookupInsightsCarrier
    """Names of the carriers."""
    mnp_result: MnpLookupInsightsMnpResult
    """Answer of the portability database."""
    country_assumed: NotRequired[str]
    """Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377."""
    possible_countries: NotRequired[list[str]]
    """Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +."""


class MnpLookupRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class MobileFinderAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["mobile_finder"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether a mobile number was found."""
    mobile_number: str | None
    """Mobile number in E.164."""
    line_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str | None
    """Line type by numbering plan, portability and carrier, as in number validation."""
    do_not_call: bool | None
    """Whether the number is on a Do Not Call registry; null if no registry that covers it is imported."""
    confidence: int | None
    """Confidence that the number reaches the person, 0 to 100: the source's own figure for the match, or 60 if it has none, raised if the line is known to be mobile and lowered if it is out of service."""
    user_message: str | None
    """What the lack of a match means, in one sentence; null if there is a match."""


class MobileFinderInsightsMobileFinderResult(TypedDict):
    """Further facts from the record."""

    full_name: str | None
    """Name of the person to whom the number belongs."""
    title: str | None
    """Job title at the company."""
    company: str | None
    """Company for which the person works."""
    network_url: str | None
    """URL of the page on the professional network."""
    line_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE", "CONTACT_RECORD"] | str | None
    """What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014. CONTACT_RECORD: the record of the person states the line type."""


class MobileFinderInsights(TypedDict):
    mobile_finder_result: MobileFinderInsightsMobileFinderResult
    """Further facts from the record."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class MobileFinderRequest(TypedDict):
    profile_url: NotRequired[str | None]
    """URL of the person's public page on the professional network, or its vanity name."""
    work_email: NotRequired[str | None]
    """Email address at the company. A match is more likely if it is sent with the other fields."""
    personal_email: NotRequired[str | None]
    """Private email address. A match is more likely if it is sent with the other fields."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class NetworkCompanyLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["network_company_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the company was found."""
    company_name: str | None
    """Name of the company."""
    industry: str | None
    """Industry, as the source names it."""
    company_size: str | None
    """Range of the number of employees as the professional network shows it, such as 51-200."""
    headquarters: str | None
    """City and region of the headquarters."""
    founded: int | None
    """Year of foundation."""
    followers: int | None
    """Number of followers on the professional network."""


class NetworkCompanyLookupInsightsNetworkCompanyLookupResult(TypedDict):
    country_code: str | None
    """Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known."""
    employees_min: float | None
    """Number of employees, lower bound; null if the source does not say."""
    employees_max: float | None
    """Number of employees, upper bound; null if the source does not say."""
    revenue_min: float | None
    """Annual revenue in US dollars, lower bound; null if the source does not say."""
    revenue_max: float | None
    """Annual revenue in US dollars, upper bound; null if the source does not say."""
    revenue_band: str | None
    """The band that contains the whole revenue range: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+."""
    description: str | None
    """What the company does."""
    website: str | None
    """URL of the website."""
    network_url: str | None
    """URL of the page on the professional network."""
    lei: str | None
    """Legal Entity Identifier (ISO 17442)."""
    ticker: str | None
    """Ticker symbol."""
    country: str | None
    """Country of the headquarters, by its English name."""
    employees_on_platform: int | None
    """Number of employees with a profile on the professional network."""
    specialties: list[str]
    """Specialties that the company names."""


class NetworkCompanyLookupInsightsSourcesItem(TypedDict):
    field: str
    """Name of a field in this answer."""
    source: str
    """Source of the value, as named in `metadata.data_sources`."""
    as_of: str | None
    """Date of the value, as YYYY, YYYY-MM or YYYY-MM-DD; null if the source does not say."""


class NetworkCompanyLookupInsights(TypedDict):
    network_company_lookup_result: NetworkCompanyLookupInsightsNetworkCompanyLookupResult | None
    """Details of the company; null if none was found."""
    sources: list[NetworkCompanyLookupInsightsSourcesItem]
    """The source and date of each field. A field that is not listed is not known."""
    as_of: str | None
    """The oldest `as_of` among the sources: no dated field is older. Null if none is dated."""


class NetworkCompanyLookupRequest(TypedDict):
    profile_url: str
    """URL of the company's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts are ignored."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class NetworkEmailFinderAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["network_email_finder"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether a work email address was found."""
    work_email: str | None
    """Work email address; null if none was found."""
    full_name: str | None
    """Name of the person to whom the page belongs."""
    job_title: str | None
    """Job title at the company."""
    company: str | None
    """Company for which the person works."""
    company_domain: str | None
    """Domain of the company."""
    city: str | None
    """City of the person; null if it is not known."""
    region: str | None
    """State or region of the person."""
    country: str | None
    """Country of the person, by its English name."""
    profile_url: str | None
    """URL of the page that was looked up; null if there is no match."""
    query: str | None
    """Vanity name of the page that was looked up; only if there is no match."""


class NetworkEmailFinderInsightsNetworkEmailFinder(TypedDict):
    work_email: str
    """Work email address."""
    email_verified: bool | None
    """Whether a mail server confirmed the mailbox. An address that is not confirmed is free."""
    first_name: str | None
    """Given name."""
    full_name: str | None
    """Name of the person to whom the page belongs."""
    job_title: str | None
    """Job title at the company."""
    company: str | None
    """Company for which the person works."""
    company_domain: str | None
    """Domain of the company."""
    city: str | None
    """City of the person; null if it is not known."""
    region: str | None
    """State or region of the person."""
    country: str | None
    """Country of the person, by its English name."""
    profile_url: str
    """URL of the page that was looked up."""
    company_city: str | None
    """City of the company."""
    company_region: str | None
    """State or region of the company."""
    company_country: str | None
    """Country of the company, by its English name."""


class NetworkEmailFinderInsights(TypedDict):
    network_email_finder: NetworkEmailFinderInsightsNetworkEmailFinder | None
    """The address and its owner; null if there is no match."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class NetworkEmailFinderRequest(TypedDict):
    profile_url: NotRequired[str | None]
    """URL of the person's public page on the professional network, or its vanity name."""
    profileUrl: NotRequired[str | None]
    """Alias of profile_url."""
    network_url: NotRequired[str | None]
    """Alias of profile_url."""
    networkUrl: NotRequired[str | None]
    """Alias of profile_url."""
    url: NotRequired[str | None]
    """Alias of profile_url."""
    username: NotRequired[str | None]
    """Alias of profile_url."""
    vanity: NotRequired[str | None]
    """Alias of profile_url."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class NetworkProfileLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["network_profile_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether a public profile was found."""
    name: str | None
    """Full name."""
    current_title: str | None
    """Job title of the current role; null if the public page does not show it."""
    current_company: str | None
    """Company of the current role."""
    followers: int | None
    """Number of followers on the professional network."""


class NetworkProfileLookupInsightsNetworkProfileLookupResultRoleHistoryItem(TypedDict):
    title: str | None
    """Job title. Public pages do not show it."""
    company: str | None
    """Company."""
    location: str | None
    """Location of the role."""
    started_at: str | None
    """When the role began, as precisely as the source states it."""
    ended_at: str | None
    """When the role ended (null if it is current or no source says), as precisely as the source states it."""


class NetworkProfileLookupInsightsNetworkProfileLookupResultEducationItem(TypedDict):
    school: str | None
    """School."""
    degrees: list[str]
    """Degrees."""
    started_at: str | None
    """When the education began, as precisely as the source states it."""
    ended_at: str | None
    """When the education ended, as precisely as the source states it."""


class NetworkProfileLookupInsightsNetworkProfileLookupResult(TypedDict):
    profile_url: str
    """URL of the page."""
    location: str | None
    """Location that the person states."""
    about: str | None
    """The person's own description."""
    role_history: list[NetworkProfileLookupInsightsNetworkProfileLookupResultRoleHistoryItem]
    """Roles, newest first."""
    education: list[NetworkProfileLookupInsightsNetworkProfileLookupResultEducationItem]
    """Schools."""
    skills: list[str]
    """Skills."""


class NetworkProfileLookupInsights(TypedDict):
    network_profile_lookup_result: NetworkProfileLookupInsightsNetworkProfileLookupResult | None
    """Details of the profile; null if none was found."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class NetworkProfileLookupRequest(TypedDict):
    profile_url: str
    """URL of the person's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts are ignored."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class NtLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["nt_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Kind of lookup that was run."""
    number_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line to which the number belongs."""
    query_status: Literal["OK", "ERROR"] | str
    """OK in every answer that is returned; a failed query is an error response."""
    is_valid: bool
    """False if the number cannot exist, or if its network says that it is not assigned."""
    is_possibly_ported: bool
    """Whether the number may have been ported: true unless it is known not to be ported or cannot be."""
    is_vanity_number: bool
    """Whether the number was sent with letters."""
    qualifies_for_hlr_lookup: bool
    """Whether the number is, or may be, a mobile number."""
    number_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014."""
    mccmnc: str | None
    """`mcc` and `mnc` joined; null unless both codes are known."""
    mcc: str | None
    """Mobile country code."""
    mnc: str | None
    """Mobile network code."""


class NtLookupInsightsNtResult(TypedDict):
    """The complete result."""

    id: str
    """Id of this lookup, as in `request.id`."""
    number: str
    """The number in E.164."""
    number_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line to which the number belongs."""
    query_status: Literal["OK", "ERROR"] | str
    """OK in every answer that is returned; a failed query is an error response."""
    is_valid: bool
    """False if the number cannot exist, or if its network says that it is not assigned."""
    is_possibly_ported: bool
    """Whether the number may have been ported: true unless it is known not to be ported or cannot be."""
    is_vanity_number: bool
    """Whether the number was sent with letters."""
    qualifies_for_hlr_lookup: bool
    """Whether the number is, or may be, a mobile number."""
    number_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014."""
    mccmnc: str | None
    """`mcc` and `mnc` joined; null unless both codes are known."""
    invalid_reason: str | None
    """Why the number cannot exist; null if it can."""
    carrier: str | None
    """Best known carrier; `info_text` says how it is known."""
    carrier_source: NotRequired[Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "BLOCK_HOLDER", "NUMBERING_PLAN"] | str]
    """Source of the carrier; only if there is a carrier. BLOCK_HOLDER: the carrier that held the number block in 2014. NUMBERING_PLAN: the carrier to which the range was first assigned. In both cases the number may have been ported since."""
    carrier_as_of: NotRequired[str]
    """Date of that source, if it has one."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""
    regions: list[str]
    """Regions of the country to which the number may belong."""
    timezones: list[str]
    """Time zones of the region, by IANA name."""
    info_text: str
    """Further information, in words."""
    timestamp: str
    """When the answer was found; earlier than the request if it was cached."""


class NtLookupInsights(TypedDict):
    nt_result: NtLookupInsightsNtResult
    """The complete result."""
    country_assumed: NotRequired[str]
    """Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377."""
    possible_countries: NotRequired[list[str]]
    """Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +."""


class NtLookupRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class NumberMonitorAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    name: str
    """Name that you gave the monitor."""
    frequency: Literal["daily", "weekly"] | str
    """How often members are looked up again."""
    include_spam_check: bool
    """Whether a recheck also looks up spam reports."""
    alert_email: bool
    """Whether the owner gets an email when a run finds changes."""
    webhook_url: str | None
    """Receiver of the monitor's changes; null if the monitor has no receiver of its own."""
    webhook_endpoint_id: str | None
    """Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own."""
    active: bool
    """Whether the monitor runs."""
    number_count: int
    """Number of members."""
    run_id: str | None
    """Id of the run in progress; null if there is none."""
    next_run_at: str | None
    """When the next scheduled run begins; null if there is none."""
    last_run_at: str | None
    """When the last run that looked anything up ended."""
    last_outcome: Literal["completed", "insufficient_credits", "daily_limit", "no_plan", "organization_closed", "organization_suspended", "no_members", "no_source", "stopped", "lost"] | str | None
    """How the last run ended, or why it did not take place; null before the first."""
    credits_per_run: int
    """The most a run can cost with the current members: 1 credit each, 2 with the spam check."""
    last_run_credits: int | None
    """Cost of the last run that looked anything up (the run of `last_run_at`); null before the first."""
    created_at: str
    """When it was created."""
    webhook_secret: NotRequired[str]
    """Secret that signs the deliveries. Shown once, when the webhook is registered."""


class NumberMonitorChanges(TypedDict):
    name: NotRequired[str | None]
    """Name of your choice."""
    frequency: NotRequired[Literal["daily", "weekly", None]]
    """How often members are looked up again."""
    include_spam_check: NotRequired[bool | None]
    """Also look up spam reports, at 2 credits per recheck instead of 1."""
    alert_email: NotRequired[bool | None]
    """Send the owner one email for each run with changes."""
    active: NotRequired[bool | None]
    """False stops runs; a run in progress continues."""
    webhook_url: NotRequired[str | None]
    """Public HTTPS address that receives changes and skipped runs. Null removes the receiver; a different address gets a new secret."""
    webhook_endpoint_id: NotRequired[str | None]
    """Id of a webhook endpoint, used instead of `webhook_url`. Null removes the receiver."""


class NumberMonitorCountAnswer(TypedDict):
    """The answer."""

    number_count: int
    """Current number of members."""


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
    """Each field whose value was known before and is known to be different now."""

    status: NotRequired[NumberMonitorEventChangesStatus]
    """Status of the number, as `classification.number_status`."""
    lineType: NotRequired[NumberMonitorEventChangesLineType]
    """Line type, unless it is known only from the old block table."""
    carrier: NotRequired[NumberMonitorEventChangesCarrier]
    """Name of the carrier, unless it is known only from the old block table."""
    ported: NotRequired[NumberMonitorEventChangesPorted]
    """Whether the number was ported."""
    dncListed: NotRequired[NumberMonitorEventChangesDncListed]
    """Whether the number is on a Do Not Call registry."""
    spamRiskLevel: NotRequired[NumberMonitorEventChangesSpamRiskLevel]
    """Spam risk level; only with the spam check."""


class NumberMonitorEventPreviousSnapshot(TypedDict):
    status: str | bool | None
    """Status of the number, as `classification.number_status`. Null if it is not known."""
    lineType: str | bool | None
    """Line type, unless it is known only from the old block table. Null if it is not known."""
    carrier: str | bool | None
    """Name of the carrier, unless it is known only from the old block table. Null if it is not known."""
    ported: str | bool | None
    """Whether the number was ported. Null if it is not known."""
    dncListed: str | bool | None
    """Whether the number is on a Do Not Call registry. Null if it is not known."""
    spamRiskLevel: str | bool | None
    """Spam risk level; only with the spam check. Null if it is not known."""
    line_type: str | bool | None
    """Same as `lineType`. Null if it is not known."""
    dnc_listed: str | bool | None
    """Same as `dncListed`. Null if it is not known."""
    spam_risk_level: str | bool | None
    """Same as `spamRiskLevel`. Null if it is not known."""


class NumberMonitorEventCurrentSnapshot(TypedDict):
    status: str | bool | None
    """Status of the number, as `classification.number_status`. Null if it is not known."""
    lineType: str | bool | None
    """Line type, unless it is known only from the old block table. Null if it is not known."""
    carrier: str | bool | None
    """Name of the carrier, unless it is known only from the old block table. Null if it is not known."""
    ported: str | bool | None
    """Whether the number was ported. Null if it is not known."""
    dncListed: str | bool | None
    """Whether the number is on a Do Not Call registry. Null if it is not known."""
    spamRiskLevel: str | bool | None
    """Spam risk level; only with the spam check. Null if it is not known."""
    line_type: str | bool | None
    """Same as `lineType`. Null if it is not known."""
    dnc_listed: str | bool | None
    """Same as `dncListed`. Null if it is not known."""
    spam_risk_level: str | bool | None
    """Same as `spamRiskLevel`. Null if it is not known."""


class NumberMonitorEvent(TypedDict):
    id: str
    """Id of the event."""
    phone_number: str
    """Phone number in E.164."""
    label: str | None
    """Your label; null if there is none."""
    changes: NumberMonitorEventChanges
    """Each field whose value was known before and is known to be different now."""
    previous_snapshot: NumberMonitorEventPreviousSnapshot | None
    """The last known value of each field."""
    current_snapshot: NumberMonitorEventCurrentSnapshot | None
    """The values that the run found."""
    detected_at: str
    """When the run recorded the change."""


class NumberMonitorEventListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class NumberMonitorEventListAnswer(TypedDict):
    """The answer."""

    events: list[NumberMonitorEvent]
    """Events, newest first."""
    pagination: NumberMonitorEventListAnswerPagination
    """The position of this page, and how to get the next one."""


class NumberMonitorListAnswerMonitorsItem(TypedDict):
    id: str
    """Id of the monitor."""
    name: str
    """Name that you gave the monitor."""
    frequency: Literal["daily", "weekly"] | str
    """How often members are looked up again."""
    include_spam_check: bool
    """Whether a recheck also looks up spam reports."""
    alert_email: bool
    """Whether the owner gets an email when a run finds changes."""
    webhook_url: str | None
    """Receiver of the monitor's changes; null if the monitor has no receiver of its own."""
    webhook_endpoint_id: str | None
    """Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own."""
    active: bool
    """Whether the monitor runs."""
    number_count: int
    """Number of members."""
    run_id: str | None
    """Id of the run in progress; null if there is none."""
    next_run_at: str | None
    """When the next scheduled run begins; null if there is none."""
    last_run_at: str | None
    """When the last run that looked anything up ended."""
    last_outcome: Literal["completed", "insufficient_credits", "daily_limit", "no_plan", "organization_closed", "organization_suspended", "no_members", "no_source", "stopped", "lost"] | str | None
    """How the last run ended, or why it did not take place; null before the first."""
    credits_per_run: int
    """The most a run can cost with the current members: 1 credit each, 2 with the spam check."""
    last_run_credits: int | None
    """Cost of the last run that looked anything up (the run of `last_run_at`); null before the first."""
    created_at: str
    """When it was created."""
    webhook_secret: NotRequired[str]
    """Secret that signs the deliveries. Shown once, when the webhook is registered."""


class NumberMonitorListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class NumberMonitorListAnswer(TypedDict):
    """The answer."""

    monitors: list[NumberMonitorListAnswerMonitorsItem]
    """One page of monitors."""
    pagination: NumberMonitorListAnswerPagination
    """The position of this page, and how to get the next one."""


class NumberMonitorMemberListAnswerNumbersItemLastSnapshot(TypedDict):
    status: str | bool | None
    """Status of the number, as `classification.number_status`. Null if it is not known."""
    lineType: str | bool | None
    """Line type, unless it is known only from the old block table. Null if it is not known."""
    carrier: str | bool | None
    """Name of the carrier, unless it is known only from the old block table. Null if it is not known."""
    ported: str | bool | None
    """Whether the number was ported. Null if it is not known."""
    dncListed: str | bool | None
    """Whether the number is on a Do Not Call registry. Null if it is not known."""
    spamRiskLevel: str | bool | None
    """Spam risk level; only with the spam check. Null if it is not known."""
    line_type: str | bool | None
    """Same as `lineType`. Null if it is not known."""
    dnc_listed: str | bool | None
    """Same as `dncListed`. Null if it is not known."""
    spam_risk_level: str | bool | None
    """Same as `spamRiskLevel`. Null if it is not known."""


class NumberMonitorMemberListAnswerNumbersItem(TypedDict):
    phone_number: str
    """Phone number in E.164."""
    label: str | None
    """Your label; null if there is none."""
    last_checked_at: str | None
    """When a recheck of it was last answered, also if nothing was found; null before the first answer. A recheck that failed, or for which no source was available, changes nothing here."""
    last_snapshot: NumberMonitorMemberListAnswerNumbersItemLastSnapshot | None
    """Values that the last recheck found; null before the first one."""


class NumberMonitorMemberListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class NumberMonitorMemberListAnswer(TypedDict):
    """The answer."""

    numbers: list[NumberMonitorMemberListAnswerNumbersItem]
    """Members in the order they were added."""
    pagination: NumberMonitorMemberListAnswerPagination
    """The position of this page, and how to get the next one."""


class NumberMonitorMembersNumbersItem(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    label: NotRequired[str | None]
    """Your label, repeated in every event."""


class NumberMonitorMembers(TypedDict):
    numbers: NotRequired[list[NumberMonitorMembersNumbersItem] | None]
    """The members, each once."""
    phone_numbers: NotRequired[list[str] | None]
    """The `phone_number` of each member, instead of or in addition to `numbers`."""


class NumberMonitorMembersToRemoveNumbersItem(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    label: NotRequired[str | None]
    """Your label, repeated in every event."""


class NumberMonitorMembersToRemove(TypedDict):
    numbers: NotRequired[list[NumberMonitorMembersToRemoveNumbersItem] | None]
    """The members, each once."""
    phone_numbers: NotRequired[list[str] | None]
    """The `phone_number` of each member, instead of or in addition to `numbers`."""


class NumberMonitorRequestNumbersItem(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    label: NotRequired[str | None]
    """Your label, repeated in every event."""


class NumberMonitorRequest(TypedDict):
    name: str
    """Name of your choice."""
    frequency: Literal["daily", "weekly"]
    """How often members are looked up again."""
    include_spam_check: NotRequired[bool | None]
    """Also look up spam reports, at 2 credits per recheck instead of 1."""
    alert_email: NotRequired[bool | None]
    """Send the owner one email for each run with changes."""
    active: NotRequired[bool | None]
    """False creates it switched off; its first run is due when it is switched on. True by default."""
    webhook_url: NotRequired[str | None]
    """Public HTTPS address that receives changes and skipped runs."""
    webhook_endpoint_id: NotRequired[str | None]
    """Id of a webhook endpoint, used instead of `webhook_url`, with its own secret and retries."""
    numbers: list[NumberMonitorRequestNumbersItem]
    """The members, each once."""


class NumberMonitorRunAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the monitor."""
    run_id: str
    """Id of the run, repeated in its events."""


class PhoneAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["phone"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["phone_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the person was found with the requested contact data."""
    coverage_supported: bool
    """Whether the ZIP code belongs to a state of the United States. If false, no source is queried and nothing is charged."""
    phone: str | None
    """The best number, in E.164. Connected numbers come first, then the newest."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Line type, as in number validation; without a confirmed one, that of the person's record. Carriers are queried for the best number only."""
    lookup_type: Literal["phone_append"]
    """Kind of lookup that was run."""


class PhoneAppendInsightsContactOtherPhonesItem(TypedDict):
    """A further number."""

    phone: str | None
    """The best number, in E.164. Connected numbers come first, then the newest."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Line type, as in number validation; without a confirmed one, that of the person's record. Carriers are queried for the best number only."""


class PhoneAppendInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """First name, as in the source."""
    last_name: str | None
    """Last name, as in the source."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter state code."""
    zip: str | None
    """ZIP code."""
    phone: str | None
    """The best number, in E.164. Connected numbers come first, then the newest."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Line type, as in number validation; without a confirmed one, that of the person's record. Carriers are queried for the best number only."""
    connected: bool | None
    """Whether the number is connected according to the source; null if it does not say."""
    last_reported: str | None
    """Date on which the number was last reported as belonging to the person, YYYY-MM-DD."""
    other_phones: list[PhoneAppendInsightsContactOtherPhonesItem]
    """Further numbers of the person, best first."""


class PhoneAppendInsights(TypedDict):
    contact: PhoneAppendInsightsContact
    """The person or company found."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class PhoneAppendRequestInput(TypedDict):
    """The person, by name and postal address in the United States."""

    firstName: str
    """First name."""
    lastName: str
    """Last name."""
    address: str
    """House number and street, including the unit."""
    city: str
    """City."""
    zip: str
    """ZIP code of five or nine digits. The state is derived from it."""


class PhoneAppendRequest(TypedDict):
    input: PhoneAppendRequestInput
    """The person, by name and postal address in the United States."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class PhoneClassification(TypedDict):
    line_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line to which the number belongs."""
    line_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014."""
    line_type_confidence: float
    """Confidence in the kind of line, 0 to 100."""
    plan_type: Literal["FIXED_LINE", "MOBILE", "FIXED_LINE_OR_MOBILE", "TOLL_FREE", "PREMIUM_RATE", "SHARED_COST", "VOIP", "PERSONAL_NUMBER", "PAGER", "UAN", "VOICEMAIL"] | str | None
    """Kind of number according to the numbering plan; null if the number is invalid."""
    carrier_type: Literal["MAJOR_CARRIER", "REGIONAL_CARRIER", "VOIP_PROVIDER", "INTERNATIONAL_CARRIER", "UNKNOWN"] | str
    """Kind of carrier."""
    number_status: Literal["ACTIVE", "INACTIVE", "INVALID", "VALID", "UNKNOWN"] | str
    """Status of the number. United States and Canada: UNKNOWN until a record of the number or its carrier says more. Elsewhere: VALID or INVALID."""
    portability_status: Literal["PORTED", "NOT_PORTED", "POSSIBLY_PORTED"] | str
    """Whether the number has moved to another carrier."""
    service_type: Literal["POSTPAID", "LANDLINE", "TOLL_FREE", "UNKNOWN"] | str
    """Kind of service on the line."""
    connection_quality: Literal["EXCELLENT", "GOOD", "POOR", "UNKNOWN"] | str
    """Expected quality of a connection."""
    coverage: NotRequired[Literal["international"]]
    """Present only outside the United States and Canada."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2; null for numbers that belong to no single country."""


class PhoneInsightsNumber(TypedDict):
    """Written forms of the number, and what its numbering plan says about it."""

    e164: str
    """The number in ITU-T E.164: + and digits only."""
    national_format: str
    """The number as written and dialed in its country."""
    international_format: str
    """Number in the groups of its plan, ITU-T E.123."""
    rfc3966: str
    """The number as a tel: link."""
    calling_code: str
    """Country calling code, without the +."""
    national_number: str
    """National significant number, without prefixes."""
    area_code: NotRequired[str]
    """First three digits of the national number; only for North American numbers (+1)."""
    region_code: NotRequired[str]
    """ISO 3166-2 code of the state or province, if the area code belongs to only one."""
    is_possible: bool
    """Whether the number has a length that its plan allows."""
    is_valid: bool
    """Whether a range of the plan contains the number and no network says that it is not assigned. It does not mean that the number is in service."""
    invalid_reason: NotRequired[str]
    """Why it is not valid; only if it is not."""
    is_vanity_number: bool
    """Whether the number was sent with letters."""
    qualifies_for_hlr_lookup: bool
    """Whether it is, or may be, a mobile number."""


class PhoneInsightsLocation(TypedDict):
    """Location, or the location that the number range belongs to."""

    timezone: str | None
    """IANA time zone; UNKNOWN if the number may be in several; null if the number is invalid."""
    timezones: list[str]
    """Every time zone in which the number may be."""
    country: str | None
    """Name of the country."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""
    regions: list[str]
    """Area to which the number belongs, as precisely as its plan defines it."""


class PhoneInsightsCarrier(TypedDict):
    """The carrier according to `raw_api_fields.network_source`. If that is the first holder of the range, the number may have been ported since. Codes (ITU-T E.212) are null for landlines and internet lines, which have none, and if the network is not known. In the United States and Canada, name and codes are present only if known."""

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
    """The requested number, in E.164."""
    is_ported: bool | None
    """Whether the number was ported; null if porting is possible but unconfirmed."""
    port_type: int | str
    """Type of the port, as the source codes it. UNKNOWN: the source that answered does not say. NOT_CHECKED: no source answered."""


class PhoneInsightsReachability(TypedDict):
    """Whether the number can be reached, and how that is known."""

    is_reachable: bool | None
    """Whether the number can be reached; null if no source has checked, and always null for toll-free numbers and outside the United States and Canada."""
    reachable_status: str
    """Reachability as the source states it. UNKNOWN: the source that answered does not say. NOT_CHECKED: no source answered."""
    verification_method: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN"] | str
    """How reachability was checked."""
    reason: str
    """Reason for the value of `is_reachable`."""


class PhoneInsightsCompliance(TypedDict):
    """Whether the number may be called."""

    dnc_listed: bool | None
    """Whether the number is on the Do Not Call registry; null if no source knows."""
    dnc_status: Literal["LISTED", "NOT_LISTED", "NOT_APPLICABLE", "UNKNOWN"] | str
    """Do Not Call status. UNKNOWN: no imported registry covers the number. NOT_APPLICABLE: no registry exists for it. `dnc_listed` is null in both, and `dnc_reason` says why."""
    dnc_reason: NotRequired[Literal["NOT_CHECKED", "OUT_OF_SCOPE"] | str]
    """Why `dnc_listed` is null; present only then. NOT_CHECKED: no imported registry covers the number, which may well be listed. OUT_OF_SCOPE: the number is outside the United States, its territories and Canada, or is invalid."""
    dno_flag: bool | None
    """Whether the owner never calls from the number (Do Not Originate); null if no source knows."""
    number_quality: Literal["GOOD", "POOR", "UNKNOWN"] | str
    """Quality of the number for reaching its holder, based on `quality_basis`. POOR: the number cannot exist, is out of service, never places calls, or costs a premium rate. GOOD: a record shows it in service or, outside the United States and Canada, where only the plan is checked, its plan assigns it to subscribers."""
    quality_basis: NotRequired[Literal["NUMBERING_PLAN", "NUMBER_RECORD"] | str]
    """What `number_quality` is based on; absent if it is UNKNOWN."""
    good_number: bool
    """True only if `number_quality` is GOOD."""


class PhoneInsightsRiskIndicators(TypedDict):
    """Indications against the number."""

    voip_detected: bool
    """Whether the line is VoIP. False is not meaningful while LINE_TYPE_UNKNOWN is among the risk factors."""
    burner_probability: float
    """Probability that the number is a throwaway number, 0 to 1."""


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
    """Written forms of the number, and what its numbering plan says about it."""
    location: PhoneInsightsLocation
    """Location, or the location that the number range belongs to."""
    carrier: PhoneInsightsCarrier
    """The carrier according to `raw_api_fields.network_source`. If that is the first holder of the range, the number may have been ported since. Codes (ITU-T E.212) are null for landlines and internet lines, which have none, and if the network is not known. In the United States and Canada, name and codes are present only if known."""
    routing: PhoneInsightsRouting
    """How a call to the number is routed."""
    reachability: PhoneInsightsReachability
    """Whether the number can be reached, and how that is known."""
    compliance: PhoneInsightsCompliance
    """Whether the number may be called."""
    risk_indicators: PhoneInsightsRiskIndicators
    """Indications against the number."""
    raw_api_fields: PhoneInsightsRawApiFields
    """The record as the source gives it."""
    country_assumed: NotRequired[str]
    """Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377."""
    possible_countries: NotRequired[list[str]]
    """Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +."""


class PhoneRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class PhoneScrubAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["phone_scrub"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the number is on at least one list."""
    phone: str
    """Phone number."""
    formattedPhone: str | None
    """The number as (NPA) NXX-XXXX; null outside calling code 1."""
    phoneTypeCode: Literal["W", "L", "V"] | str | None
    """Code of the line type: W mobile, L landline, V VoIP; null if the line type is not known."""
    phoneTypeLabel: Literal["MOBILE", "LANDLINE", "VOIP", "LITIGATOR", "UNKNOWN"] | str | None
    """Line type; LITIGATOR if the number belongs to a litigator, whatever the line."""
    phone_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014."""
    doNotCall: bool
    """Whether the number is on an imported Do Not Call registry. False is not meaningful while `do_not_call` is in `missing_lists`."""
    litigator: bool
    """Whether the number belongs to a known litigator, serial complainer or attorney: never contact it. False is not meaningful while `litigators` is in `missing_lists`."""
    reassigned: bool
    """Whether the number was permanently disconnected at some time. Consent may have been given by an earlier owner."""
    missing_lists: list[str]
    """Lists that were not checked: they are not imported, or do not cover the region of the number."""
    not_applicable_lists: list[str]
    """Lists that do not apply to the number: `do_not_call` outside the United States, its territories and Canada. A registry of its own country was not checked."""
    do_not_call: bool
    """Same as `doNotCall`."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP", "LITIGATOR", "UNKNOWN"] | str | None
    """Same as `phoneTypeLabel`."""


class PhoneScrubInsightsPhoneScrubResultListsAsOf(TypedDict):
    """Date of the newest imported file of each list that was checked; null if none was, or a paid list answered."""

    do_not_call: str | None
    """Date of the Do Not Call list; null if there is none."""
    litigators: str | None
    """Date of the list of litigators; null if there is none."""
    reassigned_numbers: str | None
    """Date of the list of reassigned numbers; null if there is none."""


class PhoneScrubInsightsPhoneScrubResult(TypedDict):
    """The complete result."""

    matched: bool
    """Whether the number is on at least one list."""
    phone: str
    """Phone number."""
    formattedPhone: str | None
    """The number as (NPA) NXX-XXXX; null outside calling code 1."""
    phoneTypeCode: Literal["W", "L", "V"] | str | None
    """Code of the line type: W mobile, L landline, V VoIP; null if the line type is not known."""
    phoneTypeLabel: Literal["MOBILE", "LANDLINE", "VOIP", "LITIGATOR", "UNKNOWN"] | str | None
    """Line type; LITIGATOR if the number belongs to a litigator, whatever the line."""
    phone_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014."""
    doNotCall: bool
    """Whether the number is on an imported Do Not Call registry. False is not meaningful while `do_not_call` is in `missing_lists`."""
    litigator: bool
    """Whether the number belongs to a known litigator, serial complainer or attorney: never contact it. False is not meaningful while `litigators` is in `missing_lists`."""
    reassigned: bool
    """Whether the number was permanently disconnected at some time. Consent may have been given by an earlier owner."""
    missing_lists: list[str]
    """Lists that were not checked: they are not imported, or do not cover the region of the number."""
    not_applicable_lists: list[str]
    """Lists that do not apply to the number: `do_not_call` outside the United States, its territories and Canada. A registry of its own country was not checked."""
    litigator_kind: Literal["LITIGATOR", "SERIAL_COMPLAINER", "ATTORNEY"] | str | None
    """Kind of litigator; null if the number does not belong to one."""
    disconnected_at: str | None
    """Date of the last permanent disconnection, if the list says."""
    lists_as_of: PhoneScrubInsightsPhoneScrubResultListsAsOf
    """Date of the newest imported file of each list that was checked; null if none was, or a paid list answered."""
    processedTime: str | None
    """When the number was scrubbed."""


class PhoneScrubInsights(TypedDict):
    phone_scrub_result: PhoneScrubInsightsPhoneScrubResult
    """The complete result."""
    country_assumed: NotRequired[str]
    """Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377."""
    possible_countries: NotRequired[list[str]]
    """Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +."""


class PhoneScrubRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class PhoneSpamAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["phone_spam"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Kind of caller. UNKNOWN unless there is evidence for or against the caller. A number without a report is legitimate if a current record shows the line in service, a reputation service knows nothing against it, or a large amount of complaint data has no report of it and its block. The evidence is in `insights.reputation`."""
    threat_category: Literal["LEGITIMATE", "SPAM_CALLER", "AUTOMATED_SCAM", "SUSPICIOUS_ACTIVITY", "FRAUD_RISK", "SPOOFED_NUMBER", "NONE_REPORTED", "NOT_CHECKED", "UNKNOWN"] | str
    """NONE_REPORTED: complaint data was checked and has no report of the number. NOT_CHECKED: no complaint data is loaded and no reputation service answered."""
    industry_category: str
    """Industry that most reports name. UNKNOWN: the reports name none. NONE_REPORTED: there is no report. NOT_CHECKED: no complaint data covers the number."""
    persistence_level: Literal["HIGH", "MEDIUM", "LOW", "NONE", "NOT_CHECKED"] | str
    """How long and how often the caller was reported. NONE: complaint data has no report. NOT_CHECKED: no complaint data covers the number."""
    sophistication_level: Literal["HIGH", "MEDIUM", "LOW", "UNKNOWN", "NONE_REPORTED", "NOT_CHECKED"] | str
    """Sophistication of the deception. UNKNOWN: no report says whether it was a robocall. NONE_REPORTED: there is no report. NOT_CHECKED: no complaint data covers the number."""
    line_status: NotRequired[Literal["ACTIVE", "DISCONNECTED", "UNKNOWN"] | str]
    """Only outside the United States and Canada. DISCONNECTED: the number cannot exist, or a source says that it is out of service. UNKNOWN: no source says."""


class PhoneSpamInsightsNumber(TypedDict):
    """Written forms of the number, and what its numbering plan says about it."""

    e164: str
    """The number in ITU-T E.164: + and digits only."""
    national_format: str
    """The number as written and dialed in its country."""
    international_format: str
    """Number in the groups of its plan, ITU-T E.123."""
    rfc3966: str
    """The number as a tel: link."""
    calling_code: str
    """Country calling code, without the +."""
    national_number: str
    """National significant number, without prefixes."""
    area_code: NotRequired[str]
    """First three digits of the national number; only for North American numbers (+1)."""
    region_code: NotRequired[str]
    """ISO 3166-2 code of the state or province, if the area code belongs to only one."""
    is_possible: bool
    """Whether the number has a length that its plan allows."""
    is_valid: bool
    """Whether a range of the plan contains the number and no network says that it is not assigned. It does not mean that the number is in service."""
    invalid_reason: NotRequired[str]
    """Why it is not valid; only if it is not."""
    is_vanity_number: bool
    """Whether the number was sent with letters."""
    qualifies_for_hlr_lookup: bool
    """Whether it is, or may be, a mobile number."""


class PhoneSpamInsightsReputationRange(TypedDict):
    """Complaints about the block of one thousand numbers in which the number was assigned; only in the United States and Canada, if complaint data is complete there."""

    block: str
    """Leading digits that the numbers of the block share."""
    numbers_reported: int
    """How many of the other numbers of the block were reported."""
    numbers: int
    """How many other numbers the block has."""
    reports: int
    """Number of reports of the other numbers of the block."""
    reports_loaded: int
    """Total number of loaded reports, of any number, among which these were counted. Below 50000, a block without reports is no evidence."""
    data_as_of: str
    """Date of the newest of these reports."""


class PhoneSpamInsightsReputationService(TypedDict):
    """Result of a reputation service, if one is configured and knows the number."""

    fraud_score: float
    """Fraud score, 0 to 100: from 75 suspicious, from 85 high risk."""
    recent_abuse: bool | None
    """Whether abuse was reported recently."""
    spammer: bool | None
    """Whether the number is known for spam."""
    in_service: bool | None
    """Whether the line is in service."""


class PhoneSpamInsightsReputation(TypedDict):
    """What is known for and against the number."""

    report_count: int | None
    """Number of reports of the phone number; null if no loaded complaint data could have it. `reason` says how far 0 can be relied on."""
    recent_report_count: NotRequired[int]
    """Number of reports in this calendar month and the two before; only for a reported number."""
    first_reported_on: NotRequired[str]
    """Date of the first report; null if there is none."""
    last_reported_on: NotRequired[str]
    """Date of the latest report; null if there is none."""
    data_as_of: NotRequired[str]
    """Date of the newest complaint data, if it has a report of the number."""
    reason: str
    """What the counts are based on."""
    range: NotRequired[PhoneSpamInsightsReputationRange]
    """Complaints about the block of one thousand numbers in which the number was assigned; only in the United States and Canada, if complaint data is complete there."""
    service: NotRequired[PhoneSpamInsightsReputationService]
    """Result of a reputation service, if one is configured and knows the number."""


class PhoneSpamInsightsBehavior(TypedDict):
    """How the number places calls."""

    callback_probability: float
    """Probability that calling back reaches the caller, 0 to 1; 0 if `callback_basis` is NONE."""
    callback_basis: Literal["NUMBERING_PLAN", "NUMBER_RECORD", "COMPLAINTS", "NONE"] | str
    """What `callback_probability` is based on."""
    robocall_share: NotRequired[float]
    """Share of recordings or robocalls among the reports that say whether it was one, 0 to 1."""


class PhoneSpamInsightsThreatIntelligenceSubjectsItem(TypedDict):
    subject: Literal["IMPERSONATION", "DEBT_REDUCTION", "TECHNICAL_SUPPORT", "PRIZES", "MAKE_MONEY", "MEDICAL", "WARRANTIES", "TRAVEL", "CHARITIES", "HOME_SECURITY", "HOME_IMPROVEMENT", "ENERGY", "DROPPED_CALL", "OTHER", "NOT_PROVIDED"] | str
    """Subject of the complaints."""
    reports: int
    """Number of reports that name it."""


class PhoneSpamInsightsThreatIntelligence(TypedDict):
    """What the calls are about."""

    scam_types: list[str]
    """Scams that calls about the reported subjects often turn out to be, most reported first."""
    financial_loss_risk: Literal["HIGH", "MEDIUM", "LOW", "UNKNOWN"] | str
    """Risk of financial loss from calls about the reported subjects. Also HIGH for a premium-rate number, which charges callers who call back."""
    speaks_against: list[str]
    """Risk factors for which `answer_allowed` is false. Empty if there is no evidence against the caller, which is not evidence for the caller."""
    subjects: list[PhoneSpamInsightsThreatIntelligenceSubjectsItem]
    """Subjects of the complaints, most frequent first."""


class PhoneSpamInsightsNetworkAnalysis(TypedDict):
    """Origin of the calls."""

    origin_country: str
    """Country of the numbering plan, or UNKNOWN. A caller can show a number of another country."""
    origin_country_code: str | None
    """Country to which the number belongs, ISO 3166-1 alpha-2."""
    origin_region: NotRequired[str]
    """Area within the numbering plan, if there is one."""
    carrier: NotRequired[str]
    """Best known carrier, if one is known."""
    carrier_source: NotRequired[Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "BLOCK_HOLDER", "NUMBERING_PLAN"] | str]
    """Source of the carrier; only if there is a carrier. BLOCK_HOLDER: the carrier that held the number block in 2014. NUMBERING_PLAN: the carrier to which the range was first assigned. In both cases the number may have been ported since."""
    carrier_as_of: NotRequired[str]
    """Date of that source, if it has one."""
    carrier_type: Literal["MAJOR_CARRIER", "REGIONAL_CARRIER", "VOIP_PROVIDER", "INTERNATIONAL_CARRIER", "UNKNOWN"] | str
    """Kind of carrier."""
    line_type: Literal["MOBILE", "LANDLINE", "VOIP", "TOLL_FREE", "PREMIUM", "UNKNOWN"] | str
    """Kind of line to which the number belongs."""
    line_type_basis: Literal["PORTABILITY_RECORD", "CARRIER_QUERY", "PORTABILITY_DATABASE", "NUMBERING_PLAN", "CARRIER_NAME", "BLOCK_HOLDER", "NONE"] | str
    """What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014."""
    line_type_confidence: float
    """Confidence in the kind of line, 0 to 100."""
    portability_status: Literal["PORTED", "NOT_PORTED", "POSSIBLY_PORTED"] | str
    """Whether the number has moved to another carrier."""
    timezones: list[str]
    """Every IANA time zone in which the number may be."""
    voip_detected: bool
    """Whether the line is VoIP. False is not meaningful while LINE_TYPE_UNKNOWN is among the risk factors."""
    burner_probability: float
    """Probability that the number will soon be discarded, 0 to 1."""
    spoofing_suspected: NotRequired[bool]
    """Whether the number cannot place calls because it cannot exist, is reserved for fiction, or is never used to call. Absent if no list of such numbers covers it; SPOOFING_NOT_CHECKED is then among the risk factors."""


class PhoneSpamInsights(TypedDict):
    number: PhoneSpamInsightsNumber
    """Written forms of the number, and what its numbering plan says about it."""
    reputation: PhoneSpamInsightsReputation
    """What is known for and against the number."""
    behavior: PhoneSpamInsightsBehavior
    """How the number places calls."""
    threat_intelligence: PhoneSpamInsightsThreatIntelligence
    """What the calls are about."""
    network_analysis: PhoneSpamInsightsNetworkAnalysis
    """Origin of the calls."""
    country_assumed: NotRequired[str]
    """Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377."""
    possible_countries: NotRequired[list[str]]
    """Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +."""


class PhoneSpamRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class ProductListAnswerProductsItemPricesItem(TypedDict):
    credits: int
    """Credits per unit."""
    when: str | None
    """What the request must ask for to get this price; null if it is the only price."""
    available: bool
    """Whether a lookup at this price can be answered."""


class ProductListAnswerProductsItemSourcesItem(TypedDict):
    label: str
    """Label, as in `metadata.data_sources`."""
    kind: Literal["compiled", "records", "open", "upstream"] | str
    """Kind of source. compiled: tables that are part of the service; records: imported files; open: public protocols; upstream: paid providers."""
    available: bool
    """Whether it can be called now."""
    missing: list[str]
    """What is missing for the source to be available: a provider, lists, or record data sets."""


class ProductListAnswerProductsItem(TypedDict):
    path: str
    """Path for the POST request."""
    type: str
    """Lookup type, as in `request.type`."""
    summary: str
    """What the product returns, in one sentence."""
    price: int
    """The most one unit can cost, in credits."""
    prices: list[ProductListAnswerProductsItemPricesItem]
    """Each price per unit, as the most the unit can cost."""
    price_per: str
    """The unit: a lookup or, for example, a minute of audio or a page of up to 25 rows."""
    tier: Literal["standard", "live"] | str
    """Rate window in which calls are counted."""
    bulk_type: str | None
    """Bulk type; null if the product takes single calls only."""
    cache_days: int
    """Days during which repeating your own lookup is free."""
    available: bool
    """Whether a lookup without optional fields can be answered."""
    missing: list[str]
    """What its sources lack while the product is unavailable. Any one of these is enough."""
    sources: list[ProductListAnswerProductsItemSourcesItem]
    """Sources of the answers."""


class ProductListAnswerMonitorsItemPricesItem(TypedDict):
    credits: int
    """Credits per unit."""
    when: str | None
    """What the request must ask for to get this price; null if it is the only price."""


class ProductListAnswerMonitorsItem(TypedDict):
    path: str
    """Path for the POST request."""
    type: Literal["number", "job_change"] | str
    """Kind of monitor."""
    summary: str
    """What the product returns, in one sentence."""
    price: int
    """The most one unit can cost, in credits."""
    prices: list[ProductListAnswerMonitorsItemPricesItem]
    """Each price per unit, as the most the unit can cost."""
    price_per: str
    """The unit: a recheck of one member."""


class ProductListAnswer(TypedDict):
    """The answer."""

    products: list[ProductListAnswerProductsItem]
    """Every product, in the order of the reference."""
    monitors: list[ProductListAnswerMonitorsItem]
    """Monitors, whose rechecks are charged per member."""


class PropertyLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["property_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether exactly one property was found. Nothing is charged if not, for example if several units match."""
    coverage_supported: bool
    """Whether a source covers the place. If false, no source knows it and nothing is charged."""
    user_message: str | None
    """What the lack of a match means, in one sentence; null if there is a match."""
    address: str | None
    """Address, as in the record."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter state code."""
    zip: str | None
    """ZIP code."""
    county: str | None
    """County."""
    property_type: str | None
    """Property type, as the source names it, such as Single Family. For a New York City lot, the building class in words, with the code in `features.building_class`."""
    bedrooms: float | None
    """Number of bedrooms."""
    bathrooms: float | None
    """Number of bathrooms."""
    square_feet: float | None
    """Area of the building, in square feet."""
    lot_size: float | None
    """Area of the lot, in square feet."""
    year_built: int | None
    """Year in which the building was built."""
    owner_occupied: bool | None
    """Whether an owner lives in the property."""


class PropertyLookupInsightsPropertyLookupResultLastSale(TypedDict):
    """The last recorded sale."""

    date: str | None
    """Date of the sale, YYYY-MM-DD."""
    price: float | None
    """Price in US dollars."""


class PropertyLookupInsightsPropertyLookupResultAssessment(TypedDict):
    """The latest assessment."""

    year: int | None
    """Year of the assessment."""
    value: float | None
    """Assessed value, in US dollars."""
    land: float | None
    """Part of the value that is the land, in US dollars."""
    improvements: float | None
    """Part of the value that is the improvements, in US dollars."""


class PropertyLookupInsightsPropertyLookupResultTax(TypedDict):
    """The latest property tax."""

    year: int | None
    """Tax year."""
    amount: float | None
    """Property tax for that year, in US dollars."""


class PropertyLookupInsightsPropertyLookupResult(TypedDict):
    """The complete record of the property."""

    address: str | None
    """Address, as in the record."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter state code."""
    zip: str | None
    """ZIP code."""
    county: str | None
    """County."""
    property_type: str | None
    """Property type, as the source names it, such as Single Family. For a New York City lot, the building class in words, with the code in `features.building_class`."""
    bedrooms: float | None
    """Number of bedrooms."""
    bathrooms: float | None
    """Number of bathrooms."""
    square_feet: float | None
    """Area of the building, in square feet."""
    lot_size: float | None
    """Area of the lot, in square feet."""
    year_built: int | None
    """Year in which the building was built."""
    owner_occupied: bool | None
    """Whether an owner lives in the property."""
    owner_names: list[str]
    """Names of the owners of record."""
    last_sale: PropertyLookupInsightsPropertyLookupResultLastSale
    """The last recorded sale."""
    assessment: PropertyLookupInsightsPropertyLookupResultAssessment
    """The latest assessment."""
    tax: PropertyLookupInsightsPropertyLookupResultTax
    """The latest property tax."""
    features: dict[str, str | float | bool]
    """Other facts about the property, named as in the source."""


class PropertyLookupInsights(TypedDict):
    property_lookup_result: PropertyLookupInsightsPropertyLookupResult
    """The complete record of the property."""


class PropertyLookupRequest(TypedDict):
    address: str
    """Address of the property in the United States: house number and street, with or without unit, city, state and ZIP code."""
    city: NotRequired[str | None]
    """City, if the address does not include it."""
    state: NotRequired[str | None]
    """State, by code or name, if the address does not include it."""
    zip: NotRequired[str | None]
    """ZIP code of five or nine digits, if the address does not include it."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class ProspectSearchAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["prospect_search"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether there is at least one row."""
    count: int
    """Number of rows in this answer."""
    next_cursor: str | None
    """Value to send as `cursor` with the same search for the next rows; null after the last."""


class ProspectSearchInsightsProspectSearchResultRowsItem(TypedDict):
    id: str | None
    """Value to send as `person_id` to b2b-contact-append; null if only the other fields identify the person."""
    full_name: str | None
    """Full name."""
    title: str | None
    """Current job title."""
    seniority: str | None
    """Seniority level, for example cxo, vp, director, manager."""
    location: str | None
    """City, region and country."""
    company: str | None
    """Current company."""
    company_domain: str | None
    """The company's domain."""
    network_url: str | None
    """URL of the page on the professional network."""
    has_email: bool | None
    """Whether an email address is known and can be revealed; null if the source does not say."""
    has_phone: bool | None
    """Whether a phone number is known and can be revealed; null if the source does not say."""


class ProspectSearchInsightsProspectSearchResult(TypedDict):
    """The people who were found."""

    rows: list[ProspectSearchInsightsProspectSearchResultRowsItem]
    """People that match the search, without contact data."""
    total: int | None
    """Total number of rows as counted by the source; null if it does not count them."""


class ProspectSearchInsights(TypedDict):
    prospect_search_result: ProspectSearchInsightsProspectSearchResult
    """The people who were found."""


class ProspectSearchRequest(TypedDict):
    title: NotRequired[str | None]
    """Words in the job title."""
    seniority: NotRequired[str | None]
    """Seniority level: cxo, owner, partner, vp, director, manager, senior, entry, training or unpaid."""
    location: NotRequired[str | None]
    """City, region or country, or several of them separated by commas; finds people to whom all of them apply. Two letters are an ISO country code."""
    company: NotRequired[str | None]
    """Name of the current company."""
    company_domain: NotRequired[str | None]
    """Domain of the company. A URL is reduced to its domain."""
    limit: NotRequired[int | None]
    """Maximum number of rows, 1 to 25. The operator may have set a lower maximum."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous answer to the same search. Returns the rows that follow."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class Recommendations(TypedDict):
    primary_action: Literal["APPROVE", "VERIFY", "REVIEW", "BLOCK"] | str
    """What to do with the record."""
    secondary_actions: list[str]
    """Further actions, for example SEND_SMS_OTP."""
    user_message: str
    """The reason, in one sentence."""
    business_rules: dict[str, bool | None]
    """Product-specific yes/no rules; null where one rests on something not checked."""


class RedeliverFailedJobWebhooksRequest(TypedDict):
    since: str
    """ISO 8601 date or date-time."""


class RedeliverFailedWebhooksRequest(TypedDict):
    since: str
    """ISO 8601 date or date-time."""


class RedeliveredWebhooksAnswer(TypedDict):
    """The answer."""

    deliveries: int
    """Number of deliveries that are sent again."""


class RequestListAnswerRequestsItemKey(TypedDict):
    """The API key, agent or dashboard that made the call."""

    id: str
    """Id of the key, as used in the `key_id` filter."""
    name: str | None
    """Name of the key; null if the key no longer exists."""


class RequestListAnswerRequestsItem(TypedDict):
    id: str
    """Request id, as in the X-Request-Id header of the call. An entry of a batch has an id of its own. A replayed lookup, whose answer has the id of the first call, has one that appears only in the log."""
    batch_id: str | None
    """X-Request-Id of the batch that the call was part of; null if it was not part of one."""
    at: str
    """When the call arrived."""
    method: str
    """HTTP method."""
    path: str
    """Path of the call: the path as documented, `/mcp` or `/app/try`."""
    tool: str | None
    """Agent tool that was called; null for other calls."""
    product: str | None
    """Product, as in `request.type`; null if the call is not a lookup."""
    mode: Literal["live", "test"] | str
    """Mode of the key."""
    key: RequestListAnswerRequestsItemKey
    """The API key, agent or dashboard that made the call."""
    status: int
    """HTTP status of the response."""
    code: Literal["INVALID_REQUEST", "INVALID_INPUT", "MISSING_FIELD", "VALIDATION_FAILED", "UPSTREAM_ERROR", "INVALID_TYPE", "INPUT_LIMIT_EXCEEDED", "UNAUTHORIZED", "INSUFFICIENT_CREDITS", "UPGRADE_REQUIRED", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_CONFLICT", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE", "SERVICE_BUSY", "UPSTREAM_QUOTA_EXHAUSTED", "UPSTREAM_TIMEOUT"] | str | None
    """Error code, as in `error.code`; null if the call was answered."""
    credits: int
    """Credits charged."""
    processing_time_ms: int
    """Milliseconds from the arrival of the call to the response."""


class RequestListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class RequestListAnswer(TypedDict):
    """The answer."""

    requests: list[RequestListAnswerRequestsItem]
    """Calls, newest first."""
    pagination: RequestListAnswerPagination
    """The position of this page, and how to get the next one."""


class ReverseEmailAppendAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["reverse_email_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """First name, as in the source."""
    last_name: str | None
    """Last name, as in the source."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter state code."""
    zip_code: str | None
    """ZIP code."""
    country: str | None
    """Country, by code or name."""
    phone: str | None
    """Number that is not known to be a mobile number, in E.164."""
    cell: str | None
    """Mobile number in E.164."""
    phone_dnc: bool | None
    """Whether `phone` is on a Do Not Call registry. Null: no imported registry covers the number, or there is no number."""
    cell_dnc: bool | None
    """Whether `cell` is on a Do Not Call registry. Null: no imported registry covers the number, or there is no number."""
    lookup_type: Literal["reverse_email"]
    """Kind of lookup that was run."""


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
    """Number that is not known to be a mobile number, in E.164."""
    phoneDnc: bool | None
    """Whether `phone` is on a Do Not Call registry. Null: no imported registry covers the number, or there is no number."""
    cellNumber: str | None
    """Mobile number in E.164."""
    cellDnc: bool | None
    """Whether `cell` is on a Do Not Call registry. Null: no imported registry covers the number, or there is no number."""


class ReverseEmailAppendInsightsReverseEmailResultAddress(TypedDict):
    """Home address of the person."""

    line1: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter state code."""
    country: str | None
    """Country, by code or name."""
    zipCode: str | None
    """ZIP code."""


class ReverseEmailAppendInsightsReverseEmailResultCompany(TypedDict):
    """Employer of the person."""

    name: str | None
    """Company."""
    jobTitle: str | None
    """Job title of the person at the company."""
    industry: str | None
    """Industry of the company."""
    networkUrl: str | None
    """URL of the person's page on the professional network."""
    website: str | None
    """URL of the company website."""
    country: str | None
    """Country of the company."""


class ReverseEmailAppendInsightsReverseEmailResult(TypedDict):
    """Person to whom the address belongs."""

    matched: bool
    """Whether a person was found."""
    contact: ReverseEmailAppendInsightsReverseEmailResultContact
    """The person or company found."""
    email: str
    """The address that was looked up."""
    phones: ReverseEmailAppendInsightsReverseEmailResultPhones
    """Numbers of the person."""
    address: ReverseEmailAppendInsightsReverseEmailResultAddress
    """Home address of the person."""
    company: ReverseEmailAppendInsightsReverseEmailResultCompany
    """Employer of the person."""
    self_declared: bool
    """Whether the data is what the person wrote on a public page, which is not verified."""


class ReverseEmailAppendInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """First name, as in the source."""
    last_name: str | None
    """Last name, as in the source."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter state code."""
    zip: str | None
    """ZIP code."""


class ReverseEmailAppendInsights(TypedDict):
    reverse_email_result: ReverseEmailAppendInsightsReverseEmailResult
    """Person to whom the address belongs."""
    contact: ReverseEmailAppendInsightsContact
    """The person or company found."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class ReverseEmailAppendRequest(TypedDict):
    email: str
    """One bare email address. The domain is lower-cased; the local part is kept as it is. A full-width at sign is read as @."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class ReverseIpAppendAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["reverse_ip_append"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """The IP address."""
    network: str | None
    """Longest prefix in the imported file that covers the address, in CIDR form; null if another source named the company."""
    company_name: str | None
    """Company that uses the address. Without a record, the company, university or authority that announces the range, by its registered name. The user of an access line or rented line, or of a network that connects universities, is never named."""
    company_domain: str | None
    """Domain of the company."""
    lookup_type: Literal["reverse_ip"]
    """Kind of lookup that was run."""


class ReverseIpAppendInsightsContact(TypedDict):
    """The person or company found."""

    first_name: str | None
    """Given name."""
    last_name: str | None
    """Family name."""
    email: str | None
    """Email address."""


class ReverseIpAppendInsightsGeolocation(TypedDict):
    """Location of the address."""

    city: str | None
    """City; null if it is not known."""
    region: str | None
    """State, province or region."""
    country_code: str | None
    """Country code, ISO 3166-1 alpha-2."""
    zip: str | None
    """Postal code."""


class ReverseIpAppendInsights(TypedDict):
    contact: ReverseIpAppendInsightsContact
    """The person or company found."""
    geolocation: ReverseIpAppendInsightsGeolocation
    """Location of the address."""
    holder: str | None
    """Organization that announces the range, as `insights.network.org` of `/ip`. It is the user of the address only if `company_name` says so: others use the addresses of access providers, hosts and services, and of many networks the kind is not known."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""


class ReverseIpAppendRequest(TypedDict):
    ip: str
    """IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; for a 6to4, Teredo or NAT64 address, the answer is about the embedded IPv4 address."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class ReversePhoneLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["reverse_phone_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Name of another person in the household."""
    company_name: str | None
    """Name of the company."""
    email: str | None
    """Email address."""
    phone: str
    """Phone number."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Kind of line."""
    coverage_supported: bool
    """False outside the United States: no record was queried and nothing is charged."""
    coverage_region: Literal["UNITED_STATES", "CANADA", "CARIBBEAN", "PACIFIC", "INTERNATIONAL"] | str
    """Part of the world that the records cover."""
    lookup_type: Literal["reverse_phone"]
    """Kind of lookup that was run."""


class ReversePhoneLookupInsightsReverseLookupResultAddress(TypedDict):
    """Postal address."""

    line1: str | None
    """Street and number."""
    line2: str | None
    """Apartment or suite."""
    city: str | None
    """City; null if it is not known."""
    state: str | None
    """Code of the state or province."""
    zip: str | None
    """Postal code."""
    zip4: str | None
    """The last four digits of a ZIP+4 code."""


class ReversePhoneLookupInsightsReverseLookupResult(TypedDict):
    """The complete result."""

    matched: bool
    """Whether a record was found."""
    primary_name: str | None
    """Name of the person or company."""
    secondary_name: str | None
    """Name of another person in the household."""
    company_name: str | None
    """Name of the company."""
    email: str | None
    """Email address."""
    phone: str
    """Phone number."""
    phone_type: Literal["MOBILE", "LANDLINE", "VOIP"] | str | None
    """Kind of line."""
    coverage_supported: bool
    """False outside the United States: no record was queried and nothing is charged."""
    coverage_region: Literal["UNITED_STATES", "CANADA", "CARIBBEAN", "PACIFIC", "INTERNATIONAL"] | str
    """Part of the world that the records cover."""
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
    """City; null if it is not known."""
    state: str | None
    """Code of the state or province."""
    zip: str | None
    """Postal code."""
    email: str | None
    """Email address."""


class ReversePhoneLookupInsights(TypedDict):
    reverse_lookup_result: ReversePhoneLookupInsightsReverseLookupResult
    """The complete result."""
    contact: ReversePhoneLookupInsightsContact
    """The person or company found."""
    as_of: str | None
    """Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say."""
    country_assumed: NotRequired[str]
    """Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377."""
    possible_countries: NotRequired[list[str]]
    """Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +."""


class ReversePhoneLookupRequest(TypedDict):
    phone_number: str
    """Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored."""
    country: NotRequired[str | None]
    """Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it."""
    lookup_source: NotRequired[Literal["standard", "premium", None]]
    """Record to read. standard: the caller name, which only a minority of numbers have. premium: the full consumer record."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class RiskAssessment(TypedDict):
    fraud_score: NotRequired[float]
    """Risk score. Higher is riskier."""
    risk_level: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"] | str
    """Risk level that the score stands for."""
    risk_factors: list[str]
    """Codes of the factors that apply."""
    confidence_level: float
    """Confidence in the assessment, 0 to 100."""


class SearchIntentLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["search_intent_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Country in which the search was made."""
    language: str
    """Language of the results."""
    page: int
    """Number of this page of results."""
    organicCount: int
    """Number of results. Nothing is charged if there are none."""


class SearchIntentLookupInsightsSearchIntentResultOrganicItem(TypedDict):
    position: int
    """Position on this page; 1 is the best."""
    title: str
    """Title of the page."""
    link: str
    """URL of the page."""
    snippet: str | None
    """Excerpt of the page that the search engine shows."""


class SearchIntentLookupInsightsSearchIntentResult(TypedDict):
    """One page of results."""

    organic: list[SearchIntentLookupInsightsSearchIntentResultOrganicItem]
    """Unpaid results, best first."""
    peopleAlsoAsk: list[str]
    """Questions that others asked. Not every source has them."""
    relatedSearches: list[str]
    """Related queries by others."""


class SearchIntentLookupInsights(TypedDict):
    search_intent_result: SearchIntentLookupInsightsSearchIntentResult
    """One page of results."""


class SearchIntentLookupRequest(TypedDict):
    q: str
    """Search query, at most 700 characters."""
    country: NotRequired[str | None]
    """Country in which the search is made, ISO 3166-1 alpha-2; default US."""
    language: NotRequired[str | None]
    """Language of the results, two-letter ISO 639-1 code; default en."""
    page: NotRequired[int | None]
    """Page of results, 1 to 5; default 1."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class SocialPostLookupAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["social_post_lookup"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the post was found and is visible."""
    exists: bool
    """Whether the post exists, even if it is not visible to everyone."""
    platform: Literal["instagram", "tiktok", "youtube", "twitter", "facebook", "threads", "bluesky", "truthsocial", "pinterest", "network"] | str
    """The platform."""
    author_handle: str | None
    """Account that posted it, without @."""
    likes: int | None
    """Number of likes, or of reactions of any kind; null if the source does not say."""
    views: int | None
    """Number of views; null if the platform does not count them or the source does not say."""


class SocialPostLookupInsightsSocialPostLookupResult(TypedDict):
    """Details of the post."""

    url: str
    """URL of the post."""
    post_state: Literal["live", "private", "gated", "suspended", "deactivated", "not_found"] | str
    """State of the page. live: visible to everyone. private: visible to followers only. gated: visible only after signing in or proving age. suspended: by the platform. deactivated: by the owner. not_found: does not exist now; most platforms do not distinguish what was deleted from what never existed."""
    caption: str | None
    """Text of the post, or title of the video."""
    author_name: str | None
    """Display name of the author."""
    comments: int | None
    """Number of comments or replies."""
    shares: int | None
    """Number of shares, reposts or saves."""
    posted_at: str | None
    """When it was posted, ISO 8601."""
    rounded_counts: bool
    """Whether the source rounds its counts: 2,708,400 may stand for any number near it."""


class SocialPostLookupInsights(TypedDict):
    social_post_lookup_result: SocialPostLookupInsightsSocialPostLookupResult
    """Details of the post."""


class SocialPostLookupRequest(TypedDict):
    url: str
    """Full URL of the post, video or pin. Mobile hosts, short URLs and tracking parameters are accepted."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class SocialProfileCheckAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["social_profile_check"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether the profile exists: live, private or gated."""
    exists: bool
    """Same as `matched`."""
    platform: Literal["instagram", "tiktok", "youtube", "twitter", "facebook", "threads", "twitch", "snapchat", "bluesky", "truthsocial"] | str
    """The platform."""
    handle: str
    """Name of the account, without @."""
    display_name: str | None
    """Display name."""
    followers: int | None
    """Number of followers or subscribers."""
    verified: bool | None
    """Whether the platform has verified the account."""
    private: bool | None
    """Whether only followers can see the posts."""


class SocialProfileCheckInsightsSocialProfileCheckResult(TypedDict):
    """Details of the profile."""

    url: str
    """URL of the profile."""
    account_state: Literal["live", "private", "gated", "suspended", "deactivated", "not_found"] | str
    """State of the page. live: visible to everyone. private: visible to followers only. gated: visible only after signing in or proving age. suspended: by the platform. deactivated: by the owner. not_found: does not exist now; most platforms do not distinguish what was deleted from what never existed."""
    following: int | None
    """Number of accounts that it follows."""
    posts_or_videos: int | None
    """Number of posts or videos."""
    engagement_rate: float | None
    """Average number of reactions to a post, divided by the number of followers: 0.03 is three in a hundred. Null if the platform does not show the figures required."""
    business_account: bool | None
    """Whether it is a business account."""
    bio: str | None
    """The account's own description."""
    rounded_counts: bool
    """Whether the source rounds its counts: 2,708,400 may stand for any number near it."""


class SocialProfileCheckInsights(TypedDict):
    social_profile_check_result: SocialProfileCheckInsightsSocialProfileCheckResult
    """Details of the profile."""


class SocialProfileCheckRequest(TypedDict):
    handle: NotRequired[str | None]
    """Name of the account on the platform, with or without @. The URL of the profile is also accepted."""
    platform: NotRequired[str | None]
    """The platform; required with `handle`. One of: instagram, tiktok, youtube, twitter, facebook, threads, twitch, snapchat, bluesky, truthsocial. `x` is the same as `twitter`."""
    url: NotRequired[str | None]
    """URL of the profile. Replaces `platform` and `handle`."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class SocialSearchAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["social_search"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether there is at least one row."""
    count: int
    """Number of rows in this answer."""
    next_cursor: str | None
    """Value to send as `cursor` with the same search for the next rows; null after the last."""


class SocialSearchInsightsSocialSearchResultRowsItem(TypedDict):
    id: str | None
    """Id of the post on the platform; for a person, of the account."""
    url: str | None
    """URL of the post or person."""
    caption: str | None
    """Text or title; for a person, their own description."""
    author_handle: str | None
    """Name of the account, without @."""
    author_name: str | None
    """Display name of the author."""
    likes: int | None
    """Number of likes or votes."""
    views: int | None
    """Number of views."""
    posted_at: str | None
    """When it was posted, ISO 8601, or in the platform's own words if it says no more."""


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
    """Platform to search: tiktok, instagram, youtube, threads, reddit, pinterest, network, bluesky. On bluesky, people are found; elsewhere, posts and videos."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous answer to the same search. Returns the rows that follow."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class TestWebhookRequest(TypedDict):
    webhook_url: NotRequired[str | None]
    """Public HTTPS address of the receiver."""
    url: NotRequired[str | None]
    """The earlier name of `webhook_url`."""


class VideoTranscriptAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["video_transcript"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Whether there is a transcript."""
    transcript_available: bool
    """Same as `matched`."""
    platform: Literal["tiktok", "instagram", "youtube", "facebook", "twitter", "network", "reddit"] | str
    """The platform."""
    word_count: int | None
    """Number of words in the transcript; null if there is no transcript."""
    language: str | None
    """Language, ISO 639 code such as en."""


class VideoTranscriptInsightsVideoTranscriptResultSegmentsItem(TypedDict):
    start: float | None
    """Start of the segment, in seconds."""
    end: float | None
    """End of the segment, in seconds."""
    text: str
    """Text of the segment."""
    speaker: str | None
    """Speaker, as the source names them; null if it does not."""


class VideoTranscriptInsightsVideoTranscriptResult(TypedDict):
    """The transcript."""

    url: str
    """URL of the video."""
    transcript: str | None
    """The transcript, without times and cue numbers; null if there is none."""
    segments: list[VideoTranscriptInsightsVideoTranscriptResultSegmentsItem] | None
    """The transcript in segments with times; null if the source has no times."""
    language: str | None
    """Language, ISO 639 code such as en."""
    word_count: int | None
    """Number of words in the transcript; null if there is no transcript."""
    recognized: bool | None
    """Whether the transcript comes from speech recognition, which is used for videos of at most ten minutes if the platform has no captions. False: captions. Null: there is no transcript."""


class VideoTranscriptInsights(TypedDict):
    video_transcript_result: VideoTranscriptInsightsVideoTranscriptResult
    """The transcript."""


class VideoTranscriptRequest(TypedDict):
    url: str
    """Full URL of the video. Mobile hosts, short URLs and tracking parameters are accepted."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class WebhookDelivery(TypedDict):
    id: str
    """Id of the delivery, as in the X-Service-Delivery header."""
    event_id: str
    """Id of the event, as `id` in the body; the same for every delivery of one event."""
    type: Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped", "webhook.test"] | str
    """Type of the event."""
    url: str
    """URL of the receiver."""
    webhook_endpoint_id: str | None
    """Id of the endpoint that receives it; null for the `webhook_url` of a job or monitor."""
    status: Literal["pending", "delivered", "failed"] | str
    """delivered: the receiver answered 2xx within five seconds. pending: an attempt is in progress or due."""
    attempts: int
    """Attempts made so far, including one in progress: one, or up to 8 to an endpoint. They are counted anew when the delivery is restarted."""
    next_attempt_at: str | None
    """When the next attempt is due; null if none is."""
    http_status: int | None
    """HTTP status of the last attempt; null if there was no reply."""
    duration_ms: int | None
    """Duration of the attempt in milliseconds; null if it was not made."""
    error_code: Literal["TIMEOUT", "CONNECTION_FAILED", "ADDRESS_FORBIDDEN", "NAME_UNRESOLVED", "REDIRECTED", "HTTP_STATUS", "INTERRUPTED", "SECRET_UNREADABLE", "MAIL_NOT_CONFIGURED", "MAIL_REFUSED", "ORGANIZATION_CLOSED", "ENDPOINT_INACTIVE", "EVENT_GONE"] | str | None
    """Why the last attempt failed; null if it did not."""
    redelivery_of: str | None
    """Id of the first delivery, if this one was requested as a redelivery; otherwise null."""
    created_at: str
    """When it was created."""


class WebhookDeliveryListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class WebhookDeliveryListAnswer(TypedDict):
    """The answer."""

    deliveries: list[WebhookDelivery]
    """One page of deliveries."""
    pagination: WebhookDeliveryListAnswerPagination
    """The position of this page, and how to get the next one."""


class WebhookEndpoint(TypedDict):
    id: str
    """Id of the endpoint; begins with `we_`."""
    url: str
    """URL of the receiver."""
    description: str
    """Your description; empty if none was given."""
    events: list[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"] | str]
    """Types of events that are sent to it."""
    active: bool
    """Whether the endpoint is on. If false, nothing is sent to it."""
    disabled_reason: Literal["requested", "failing"] | str | None
    """Why the endpoint is off. failing: every attempt for 3 days failed."""
    failing_since: str | None
    """When attempts began to fail; null if the last one did not fail."""
    previous_secret_ends_at: str | None
    """When the most recently replaced secret stops signing; null if no replaced secret signs."""
    created_at: str
    """When it was created."""


class WebhookEndpointChanges(TypedDict):
    url: NotRequired[str | None]
    """Public HTTPS address of the receiver."""
    events: NotRequired[list[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"]] | None]
    """Types of events that are sent to it."""
    description: NotRequired[str | None]
    """Your description."""
    active: NotRequired[bool | None]
    """Whether anything is sent to it."""


class WebhookEndpointListAnswerPagination(TypedDict):
    """The position of this page, and how to get the next one."""

    limit: int
    """Maximum number of entries per page."""
    next_cursor: str | None
    """Value to pass as `cursor` for the next page; null on the last page."""
    has_more: bool
    """Whether there is another page."""


class WebhookEndpointListAnswer(TypedDict):
    """The answer."""

    endpoints: list[WebhookEndpoint]
    """One page of results."""
    pagination: WebhookEndpointListAnswerPagination
    """The position of this page, and how to get the next one."""


class WebhookEndpointRequest(TypedDict):
    url: str
    """Public HTTPS address of the receiver."""
    events: NotRequired[list[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"]] | None]
    """Types of events to send to it; by default all."""
    description: NotRequired[str | None]
    """Your description."""
    active: NotRequired[bool | None]
    """If false, nothing is sent to it until it is switched on."""


class WebhookEndpointSecretAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the endpoint; begins with `we_`."""
    url: str
    """URL of the receiver."""
    description: str
    """Your description; empty if none was given."""
    events: list[Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped"] | str]
    """Types of events that are sent to it."""
    active: bool
    """Whether the endpoint is on. If false, nothing is sent to it."""
    disabled_reason: Literal["requested", "failing"] | str | None
    """Why the endpoint is off. failing: every attempt for 3 days failed."""
    failing_since: str | None
    """When attempts began to fail; null if the last one did not fail."""
    previous_secret_ends_at: str | None
    """When the most recently replaced secret stops signing; null if no replaced secret signs."""
    created_at: str
    """When it was created."""
    secret: str
    """Secret that signs the deliveries. Shown only in this response."""


class WebhookExchangeAnswerRequest(TypedDict):
    headers: dict[str, str]
    """Request headers, without the signatures."""
    body: str
    """The first 4096 bytes of the body."""
    body_bytes: int
    """Size of the whole body in bytes."""


class WebhookExchangeAnswerResponse(TypedDict):
    content_type: str | None
    """Media type of the page."""
    body: str
    """The first 4096 bytes of the body."""


class WebhookExchangeAnswer(TypedDict):
    """The answer."""

    id: str
    """Id of the delivery, as in the X-Service-Delivery header."""
    event_id: str
    """Id of the event, as `id` in the body; the same for every delivery of one event."""
    type: Literal["bulk_job.completed", "bulk_job.failed", "bulk_job.paused", "bulk_job.cancelled", "number_monitor.changed", "number_monitor.skipped", "job_change_monitor.changed", "job_change_monitor.skipped", "webhook_endpoint.disabled", "credits.threshold_reached", "top_up.paid", "top_up.failed", "top_up.skipped", "webhook.test"] | str
    """Type of the event."""
    url: str
    """URL of the receiver."""
    webhook_endpoint_id: str | None
    """Id of the endpoint that receives it; null for the `webhook_url` of a job or monitor."""
    status: Literal["pending", "delivered", "failed"] | str
    """delivered: the receiver answered 2xx within five seconds. pending: an attempt is in progress or due."""
    attempts: int
    """Attempts made so far, including one in progress: one, or up to 8 to an endpoint. They are counted anew when the delivery is restarted."""
    next_attempt_at: str | None
    """When the next attempt is due; null if none is."""
    http_status: int | None
    """HTTP status of the last attempt; null if there was no reply."""
    duration_ms: int | None
    """Duration of the attempt in milliseconds; null if it was not made."""
    error_code: Literal["TIMEOUT", "CONNECTION_FAILED", "ADDRESS_FORBIDDEN", "NAME_UNRESOLVED", "REDIRECTED", "HTTP_STATUS", "INTERRUPTED", "SECRET_UNREADABLE", "MAIL_NOT_CONFIGURED", "MAIL_REFUSED", "ORGANIZATION_CLOSED", "ENDPOINT_INACTIVE", "EVENT_GONE"] | str | None
    """Why the last attempt failed; null if it did not."""
    redelivery_of: str | None
    """Id of the first delivery, if this one was requested as a redelivery; otherwise null."""
    created_at: str
    """When it was created."""
    request: WebhookExchangeAnswerRequest | None
    """What was sent; null for an email."""
    response: WebhookExchangeAnswerResponse | None
    """Response to the last attempt; null if there was no reply."""


class WebhookTestAnswer(TypedDict):
    """The answer."""

    webhook_secret: str
    """Secret that signed this event and no other."""
    delivery: WebhookDelivery


class WebsiteContactsScraperAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["website_contacts_scraper"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Registrable domain of the site."""
    hasEmails: bool
    """Whether the site names an email address."""
    hasPhones: bool
    """Whether the site names a phone number."""
    emailsCount: int
    """Number of email addresses on the site."""
    phonesCount: int
    """Number of phone numbers on the site."""
    socialsCount: int
    """Number of profile URLs on all platforms."""


class WebsiteContactsScraperInsights(TypedDict):
    emails: list[str]
    """Email addresses in lower case, in the order found."""
    phones: list[str]
    """Phone numbers in E.164, in the order found. Fax numbers are left out."""
    socials: dict[str, list[str]]
    """Map of platforms to profile URLs. Platforms: instagram, tiktok, youtube, twitter, facebook, threads, twitch, snapchat, bluesky, truthsocial, pinterest, network (the professional one), github, telegram, whatsapp (channels, groups), reddit, discord, medium, vimeo, xing, yelp, tumblr, soundcloud, behance, dribbble, vk, flickr, mastodon."""
    pages: list[str]
    """Pages that were read, the home page first. If none of them names a contact, nothing is charged."""
    found_on: dict[str, str]
    """Map of each email address, number or profile to the first page that names it."""
    country: str | None
    """Country in which numbers without a country code are read."""


class WebsiteContactsScraperRequest(TypedDict):
    domain: str
    """Domain or full URL of the site. Its registrable domain is looked up."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""


class WebsiteScraperAnswerRequest(TypedDict):
    """What was looked up, and when."""

    id: str
    """Id of this lookup, as in the X-Request-Id header."""
    type: Literal["website_scraper"]
    """Lookup type of this product."""
    input: str
    """Input as looked up, after normalization."""
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
    """Title of the page; null if it has none."""
    characterCount: int
    """Number of Unicode characters in the Markdown."""
    linksCount: int
    """Number of links in the Markdown."""


class WebsiteScraperInsightsLinksItem(TypedDict):
    url: str
    """Full URL."""
    text: str | None
    """Text of the link, or its accessible name."""


class WebsiteScraperInsightsMetadata(TypedDict):
    canonical_url: str | None
    """Canonical URL that the page states."""
    site_name: str | None
    """Name that the page gives for its site."""
    type: str | None
    """Open Graph type, such as article."""
    image: str | None
    """URL of the picture for sharing."""
    icon: str | None
    """URL of the site's icon."""
    author: str | None
    """Author, as written on the page."""
    published_at: str | None
    """Date of publication, as written in the page's metadata or markup; YYYY-MM-DD when read from its text."""
    modified_at: str | None
    """Date of modification, as written on the page."""
    keywords: str | None
    """Keywords, as written on the page."""
    robots: str | None
    """Directives for search engines."""


class WebsiteScraperInsights(TypedDict):
    website_scraper_result: str | None
    """The page as Markdown; null if `formats` leaves it out."""
    html: str | None
    """The page as HTML, without scripts, styles and hidden parts, with full URLs; null if not requested."""
    links: list[WebsiteScraperInsightsLinksItem] | None
    """Links, each URL once, at most 5,000; null if not requested."""
    metadata: WebsiteScraperInsightsMetadata | None
    """Metadata from the head of the page; null if not requested."""
    final_url: str
    """URL after the last redirect."""
    status: int | None
    """HTTP status of the site; null for a rendered page."""
    content_type: str | None
    """Media type of the page."""
    language: str | None
    """Language of the text: as the page declares it, or recognized where it declares none or wrongly English."""
    description: str | None
    """Description, as the page declares it."""
    truncated: bool
    """Whether Markdown or HTML was cut at 1,000,000 characters, or links at 5,000."""
    rendered: bool
    """Whether a browser ran the page before it was read."""


class WebsiteScraperRequest(TypedDict):
    url: str
    """URL or domain. This one page is fetched for you, as a browser would: robots.txt, which is for crawlers that follow links, is not asked. `/website-contacts-scraper` and `/link-in-bio-lookup` ask it."""
    formats: NotRequired[list[Literal["markdown", "html", "links", "metadata"]] | None]
    """Formats to return: markdown (the default), html, links, metadata."""
    only_main_content: NotRequired[bool | None]
    """If false, the whole page is returned, including navigation, header, footer and content beside the text."""
    render: NotRequired[bool | None]
    """If true, the page is first run in a browser; if false, never. If absent, it is run only if the page is empty as served. Requires the Browser Rendering binding."""
    bypass_cache: NotRequired[bool | None]
    """Skip the 7-day cache and look up afresh, at full price."""
