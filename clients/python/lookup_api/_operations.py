# Written by `npm run clients` from the OpenAPI document. Do not edit.
# ruff: noqa
from __future__ import annotations

from typing import TYPE_CHECKING

from ._transport import AsyncBase, Base, Operation

if TYPE_CHECKING:
    from typing import Unpack

    from ._transport import AsyncPages, CallOptions, Pages
    from .types import (
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
    )

_PHONE = Operation("POST", "/v1/phone", body=True, key=True)
_NT_LOOKUP = Operation("POST", "/v1/nt-lookup", body=True, key=True)
_HLR_LOOKUP = Operation("POST", "/v1/hlr-lookup", body=True, key=True)
_MNP_LOOKUP = Operation("POST", "/v1/mnp-lookup", body=True, key=True)
_PHONE_SPAM = Operation("POST", "/v1/phone-spam", body=True, key=True)
_PHONE_SCRUB = Operation("POST", "/v1/phone-scrub", body=True, key=True)
_REVERSE_PHONE_LOOKUP = Operation("POST", "/v1/reverse-phone-lookup", body=True, key=True)
_EMAIL = Operation("POST", "/v1/email", body=True, key=True)
_PHONE_APPEND = Operation("POST", "/v1/phone-append", body=True, key=True)
_EMAIL_APPEND = Operation("POST", "/v1/email-append", body=True, key=True)
_REVERSE_EMAIL_APPEND = Operation("POST", "/v1/reverse-email-append", body=True, key=True)
_IP = Operation("POST", "/v1/ip", body=True, key=True)
_REVERSE_IP_APPEND = Operation("POST", "/v1/reverse-ip-append", body=True, key=True)
_BUSINESS_LOOKUP = Operation("POST", "/v1/business-lookup", body=True, key=True)
_BUSINESS_VERIFY = Operation("POST", "/v1/business-verify", body=True, key=True)
_PROPERTY_LOOKUP = Operation("POST", "/v1/property-lookup", body=True, key=True)
_EMAIL_ENRICHMENT = Operation("POST", "/v1/email-enrichment", body=True, key=True, seconds=45)
_NETWORK_EMAIL_FINDER = Operation("POST", "/v1/network-email-finder", body=True, key=True, seconds=45)
_NETWORK_PROFILE_LOOKUP = Operation("POST", "/v1/network-profile-lookup", body=True, key=True)
_MOBILE_FINDER = Operation("POST", "/v1/mobile-finder", body=True, key=True)
_B2B_CONTACT_APPEND = Operation("POST", "/v1/b2b-contact-append", body=True, key=True)
_PROSPECT_SEARCH = Operation("POST", "/v1/prospect-search", body=True, key=True)
_COMPANY_FIRMOGRAPHICS = Operation("POST", "/v1/company-firmographics", body=True, key=True)
_COMPANY_PROFILE_LOOKUP = Operation("POST", "/v1/company-profile-lookup", body=True, key=True)
_NETWORK_COMPANY_LOOKUP = Operation("POST", "/v1/network-company-lookup", body=True, key=True)
_ACCOUNT_SEARCH = Operation("POST", "/v1/account-search", body=True, key=True)
_WEBSITE_SCRAPER = Operation("POST", "/v1/website-scraper", body=True, key=True)
_WEBSITE_CONTACTS_SCRAPER = Operation("POST", "/v1/website-contacts-scraper", body=True, key=True)
_DOMAIN_AGE = Operation("POST", "/v1/domain-age", body=True, key=True)
_LINK_IN_BIO_LOOKUP = Operation("POST", "/v1/link-in-bio-lookup", body=True, key=True)
_AD_LIBRARY_LOOKUP = Operation("POST", "/v1/ad-library-lookup", body=True, key=True)
_SOCIAL_PROFILE_CHECK = Operation("POST", "/v1/social-profile-check", body=True, key=True)
_SOCIAL_POST_LOOKUP = Operation("POST", "/v1/social-post-lookup", body=True, key=True)
_VIDEO_TRANSCRIPT = Operation("POST", "/v1/video-transcript", body=True, key=True, seconds=240)
_AUDIO_TRANSCRIPTION = Operation("POST", "/v1/audio-transcription", body=True, key=True, seconds=280)
_SOCIAL_SEARCH = Operation("POST", "/v1/social-search", body=True, key=True)
_AUDIENCE_DEMOGRAPHICS = Operation("POST", "/v1/audience-demographics", body=True, key=True)
_DOMAIN_AUTHORITY = Operation("POST", "/v1/domain-authority", body=True, key=True)
_DOMAIN_SEO_INTELLIGENCE = Operation("POST", "/v1/domain-seo-intelligence", body=True, key=True)
_BACKLINK_OVERVIEW = Operation("POST", "/v1/backlink-overview", body=True, key=True)
_KEYWORD_METRICS = Operation("POST", "/v1/keyword-metrics", body=True, key=True)
_SEARCH_INTENT_LOOKUP = Operation("POST", "/v1/search-intent-lookup", body=True, key=True)
_AUDIENCE_INTELLIGENCE = Operation("POST", "/v1/audience-intelligence", body=True, key=True)
_BATCH = Operation("POST", "/v1/batch", body=True, key=True)
_CREATE_BULK_JOB = Operation("POST", "/v1/bulk/jobs", body=True, key=True)
_LIST_BULK_JOBS = Operation("GET", "/v1/bulk/jobs", query=True, entries="jobs")
_GET_BULK_JOB = Operation("GET", "/v1/bulk/jobs/{id}", params=1)
_GET_BULK_RESULTS = Operation("GET", "/v1/bulk/jobs/{id}/results", params=1, query=True, entries="lookups")
_CANCEL_BULK_JOB = Operation("POST", "/v1/bulk/jobs/{id}/cancel", params=1, key=True)
_CREATE_NUMBER_MONITOR = Operation("POST", "/v1/number-monitors", body=True, key=True)
_LIST_NUMBER_MONITORS = Operation("GET", "/v1/number-monitors", query=True, entries="monitors")
_GET_NUMBER_MONITOR = Operation("GET", "/v1/number-monitors/{id}", params=1)
_CHANGE_NUMBER_MONITOR = Operation("PATCH", "/v1/number-monitors/{id}", params=1, body=True, key=True)
_DELETE_NUMBER_MONITOR = Operation("DELETE", "/v1/number-monitors/{id}", params=1, key=True)
_RUN_NUMBER_MONITOR = Operation("POST", "/v1/number-monitors/{id}/run", params=1, key=True)
_LIST_NUMBER_MONITOR_NUMBERS = Operation("GET", "/v1/number-monitors/{id}/numbers", params=1, query=True, entries="numbers")
_ADD_NUMBER_MONITOR_NUMBERS = Operation("POST", "/v1/number-monitors/{id}/numbers", params=1, body=True, key=True)
_REMOVE_NUMBER_MONITOR_NUMBERS = Operation("DELETE", "/v1/number-monitors/{id}/numbers", params=1, body=True, key=True)
_LIST_NUMBER_MONITOR_EVENTS = Operation("GET", "/v1/number-monitors/{id}/events", params=1, query=True, entries="events")
_CREATE_JOB_CHANGE_MONITOR = Operation("POST", "/v1/job-change-monitors", body=True, key=True)
_LIST_JOB_CHANGE_MONITORS = Operation("GET", "/v1/job-change-monitors", query=True, entries="monitors")
_GET_JOB_CHANGE_MONITOR = Operation("GET", "/v1/job-change-monitors/{id}", params=1)
_CHANGE_JOB_CHANGE_MONITOR = Operation("PATCH", "/v1/job-change-monitors/{id}", params=1, body=True, key=True)
_DELETE_JOB_CHANGE_MONITOR = Operation("DELETE", "/v1/job-change-monitors/{id}", params=1, key=True)
_RUN_JOB_CHANGE_MONITOR = Operation("POST", "/v1/job-change-monitors/{id}/run", params=1, key=True)
_LIST_JOB_CHANGE_MONITOR_CONTACTS = Operation("GET", "/v1/job-change-monitors/{id}/contacts", params=1, query=True, entries="contacts")
_ADD_JOB_CHANGE_MONITOR_CONTACTS = Operation("POST", "/v1/job-change-monitors/{id}/contacts", params=1, body=True, key=True)
_REMOVE_JOB_CHANGE_MONITOR_CONTACTS = Operation("DELETE", "/v1/job-change-monitors/{id}/contacts", params=1, body=True, key=True)
_LIST_JOB_CHANGE_MONITOR_EVENTS = Operation("GET", "/v1/job-change-monitors/{id}/events", params=1, query=True, entries="events")
_CREATE_WEBHOOK_ENDPOINT = Operation("POST", "/v1/webhook-endpoints", body=True, key=True)
_LIST_WEBHOOK_ENDPOINTS = Operation("GET", "/v1/webhook-endpoints", query=True, entries="endpoints")
_GET_WEBHOOK_ENDPOINT = Operation("GET", "/v1/webhook-endpoints/{id}", params=1)
_CHANGE_WEBHOOK_ENDPOINT = Operation("PATCH", "/v1/webhook-endpoints/{id}", params=1, body=True, key=True)
_DELETE_WEBHOOK_ENDPOINT = Operation("DELETE", "/v1/webhook-endpoints/{id}", params=1, key=True)
_ROTATE_WEBHOOK_SECRET = Operation("POST", "/v1/webhook-endpoints/{id}/rotate-secret", params=1, key=True)
_TEST_WEBHOOK_ENDPOINT = Operation("POST", "/v1/webhook-endpoints/{id}/test", params=1, key=True)
_REDELIVER_FAILED_WEBHOOKS = Operation("POST", "/v1/webhook-endpoints/{id}/redeliver", params=1, body=True, key=True)
_LIST_EVENTS = Operation("GET", "/v1/events", query=True, entries="events")
_LIST_WEBHOOK_DELIVERIES = Operation("GET", "/v1/webhook-deliveries", query=True, entries="deliveries")
_GET_WEBHOOK_DELIVERY = Operation("GET", "/v1/webhook-deliveries/{id}", params=1)
_REDELIVER_WEBHOOK = Operation("POST", "/v1/webhook-deliveries/{id}/redeliver", params=1, key=True)
_REDELIVER_FAILED_JOB_WEBHOOKS = Operation("POST", "/v1/webhook-deliveries/redeliver", body=True, key=True)
_TEST_WEBHOOK = Operation("POST", "/v1/webhook-test", body=True, key=True)
_LIST_REQUESTS = Operation("GET", "/v1/requests", query=True, entries="requests")
_GET_ACCOUNT = Operation("GET", "/v1/account")
_LIST_PRODUCTS = Operation("GET", "/v1/products")
_GET_HEALTH = Operation("GET", "/health")

BULK_TYPES = {
    "phone": "phone_validation",
    "nt_lookup": "nt_lookup",
    "hlr_lookup": "hlr_lookup",
    "mnp_lookup": "mnp_lookup",
    "phone_spam": "phone_spam",
    "phone_scrub": "phone_scrub",
    "reverse_phone_lookup": "reverse_phone_lookup",
    "email": "email_validation",
    "reverse_email_append": "reverse_email_append",
    "ip": "ip_lookup",
    "business_lookup": "business_lookup",
    "business_verify": "business_verify",
    "property_lookup": "property_lookup",
    "network_profile_lookup": "network_profile_lookup",
    "b2b_contact_append": "b2b_contact_append",
    "company_firmographics": "company_firmographics",
    "company_profile_lookup": "company_profile_lookup",
    "domain_age": "domain_age",
    "link_in_bio_lookup": "link_in_bio_lookup",
    "social_profile_check": "social_profile_check",
    "social_post_lookup": "social_post_lookup",
    "video_transcript": "video_transcript",
    "audience_demographics": "audience_demographics",
    "domain_authority": "domain_authority",
    "backlink_overview": "backlink_overview",
    "keyword_metrics": "keyword_metrics",
}


class Operations(Base):
    """A method for every operation of the API."""

    def phone(self, options: CallOptions | None = None, /, **fields: Unpack[PhoneRequest]) -> PhoneAnswer:
        """Validate and classify a phone number. At most 1 credit. `POST /v1/phone`"""
        return self._send(_PHONE, (), fields, None, options)

    def nt_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[NtLookupRequest]) -> NtLookupAnswer:
        """Number type of a phone number. At most 1 credit. `POST /v1/nt-lookup`"""
        return self._send(_NT_LOOKUP, (), fields, None, options)

    def hlr_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[HlrLookupRequest]) -> HlrLookupAnswer:
        """Live network status of a mobile number. At most 5 credits. `POST /v1/hlr-lookup`"""
        return self._send(_HLR_LOOKUP, (), fields, None, options)

    def mnp_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[MnpLookupRequest]) -> MnpLookupAnswer:
        """Carrier and portability of a phone number. At most 3 credits. `POST /v1/mnp-lookup`"""
        return self._send(_MNP_LOOKUP, (), fields, None, options)

    def phone_spam(self, options: CallOptions | None = None, /, **fields: Unpack[PhoneSpamRequest]) -> PhoneSpamAnswer:
        """Identify spam callers, robocallers and spoofed numbers from what was reported about them. At most 1 credit. `POST /v1/phone-spam`"""
        return self._send(_PHONE_SPAM, (), fields, None, options)

    def phone_scrub(self, options: CallOptions | None = None, /, **fields: Unpack[PhoneScrubRequest]) -> PhoneScrubAnswer:
        """Scrub a number against the Do Not Call registry, litigators and reassigned numbers. At most 10 credits. `POST /v1/phone-scrub`"""
        return self._send(_PHONE_SCRUB, (), fields, None, options)

    def reverse_phone_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[ReversePhoneLookupRequest]) -> ReversePhoneLookupAnswer:
        """Name and address behind a United States phone number. At most 25 credits. `POST /v1/reverse-phone-lookup`"""
        return self._send(_REVERSE_PHONE_LOOKUP, (), fields, None, options)

    def email(self, options: CallOptions | None = None, /, **fields: Unpack[EmailRequest]) -> EmailAnswer:
        """Verify an email address. At most 1 credit. `POST /v1/email`"""
        return self._send(_EMAIL, (), fields, None, options)

    def phone_append(self, options: CallOptions | None = None, /, **fields: Unpack[PhoneAppendRequest]) -> PhoneAppendAnswer:
        """Phone numbers of a person in the United States, by name and address. At most 10 credits. `POST /v1/phone-append`"""
        return self._send(_PHONE_APPEND, (), fields, None, options)

    def email_append(self, options: CallOptions | None = None, /, **fields: Unpack[EmailAppendRequest]) -> EmailAppendAnswer:
        """Email address of a person in the United States, by name and address. At most 10 credits. `POST /v1/email-append`"""
        return self._send(_EMAIL_APPEND, (), fields, None, options)

    def reverse_email_append(self, options: CallOptions | None = None, /, **fields: Unpack[ReverseEmailAppendRequest]) -> ReverseEmailAppendAnswer:
        """Name, address and numbers of the person behind an email address. At most 10 credits. `POST /v1/reverse-email-append`"""
        return self._send(_REVERSE_EMAIL_APPEND, (), fields, None, options)

    def ip(self, options: CallOptions | None = None, /, **fields: Unpack[IpRequest]) -> IpAnswer:
        """Geolocate an IP address and distinguish proxies, VPNs, Tor exits and servers from people. At most 1 credit. `POST /v1/ip`"""
        return self._send(_IP, (), fields, None, options)

    def reverse_ip_append(self, options: CallOptions | None = None, /, **fields: Unpack[ReverseIpAppendRequest]) -> ReverseIpAppendAnswer:
        """Company and contact behind an IP address. At most 10 credits. `POST /v1/reverse-ip-append`"""
        return self._send(_REVERSE_IP_APPEND, (), fields, None, options)

    def business_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[BusinessLookupRequest]) -> BusinessLookupAnswer:
        """Record of a business by name and city. At most 10 credits. `POST /v1/business-lookup`"""
        return self._send(_BUSINESS_LOOKUP, (), fields, None, options)

    def business_verify(self, options: CallOptions | None = None, /, **fields: Unpack[BusinessVerifyRequest]) -> BusinessVerifyAnswer:
        """Ten checks of the details that a business gives about itself. At most 30 credits. `POST /v1/business-verify`"""
        return self._send(_BUSINESS_VERIFY, (), fields, None, options)

    def property_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[PropertyLookupRequest]) -> PropertyLookupAnswer:
        """Property, owner, sale, assessment and tax for an address in the United States. At most 15 credits. `POST /v1/property-lookup`"""
        return self._send(_PROPERTY_LOOKUP, (), fields, None, options)

    def email_enrichment(self, options: CallOptions | None = None, /, **fields: Unpack[EmailEnrichmentRequest]) -> EmailEnrichmentAnswer:
        """Work email address of a person by name and company domain. At most 5 credits. `POST /v1/email-enrichment`"""
        return self._send(_EMAIL_ENRICHMENT, (), fields, None, options)

    def network_email_finder(self, options: CallOptions | None = None, /, **fields: Unpack[NetworkEmailFinderRequest]) -> NetworkEmailFinderAnswer:
        """Verified work email address behind a page on the professional network. At most 30 credits. `POST /v1/network-email-finder`"""
        return self._send(_NETWORK_EMAIL_FINDER, (), fields, None, options)

    def network_profile_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[NetworkProfileLookupRequest]) -> NetworkProfileLookupAnswer:
        """A person's public profile on the professional network. At most 10 credits. `POST /v1/network-profile-lookup`"""
        return self._send(_NETWORK_PROFILE_LOOKUP, (), fields, None, options)

    def mobile_finder(self, options: CallOptions | None = None, /, **fields: Unpack[MobileFinderRequest]) -> MobileFinderAnswer:
        """Mobile number of a person at work. At most 40 credits. `POST /v1/mobile-finder`"""
        return self._send(_MOBILE_FINDER, (), fields, None, options)

    def b2b_contact_append(self, options: CallOptions | None = None, /, **fields: Unpack[B2bContactAppendRequest]) -> B2bContactAppendAnswer:
        """Work email, title and company of a person. At most 75 credits. `POST /v1/b2b-contact-append`"""
        return self._send(_B2B_CONTACT_APPEND, (), fields, None, options)

    def prospect_search(self, options: CallOptions | None = None, /, **fields: Unpack[ProspectSearchRequest]) -> ProspectSearchAnswer:
        """Search people at work by job title, seniority, place and company. At most 2 credits. `POST /v1/prospect-search`"""
        return self._send(_PROSPECT_SEARCH, (), fields, None, options)

    def company_firmographics(self, options: CallOptions | None = None, /, **fields: Unpack[CompanyFirmographicsRequest]) -> CompanyFirmographicsAnswer:
        """Size, industry, revenue and age of the company behind a domain. At most 75 credits. `POST /v1/company-firmographics`"""
        return self._send(_COMPANY_FIRMOGRAPHICS, (), fields, None, options)

    def company_profile_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[CompanyProfileLookupRequest]) -> CompanyProfileLookupAnswer:
        """Profile and funding of a company, by domain or page on the professional network. At most 25 credits. `POST /v1/company-profile-lookup`"""
        return self._send(_COMPANY_PROFILE_LOOKUP, (), fields, None, options)

    def network_company_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[NetworkCompanyLookupRequest]) -> NetworkCompanyLookupAnswer:
        """A company's page on the professional network. At most 10 credits. `POST /v1/network-company-lookup`"""
        return self._send(_NETWORK_COMPANY_LOOKUP, (), fields, None, options)

    def account_search(self, options: CallOptions | None = None, /, **fields: Unpack[AccountSearchRequest]) -> AccountSearchAnswer:
        """Search companies by activity, place, size and technology. At most 75 credits. `POST /v1/account-search`"""
        return self._send(_ACCOUNT_SEARCH, (), fields, None, options)

    def website_scraper(self, options: CallOptions | None = None, /, **fields: Unpack[WebsiteScraperRequest]) -> WebsiteScraperAnswer:
        """A web page as clean Markdown. At most 10 credits. `POST /v1/website-scraper`"""
        return self._send(_WEBSITE_SCRAPER, (), fields, None, options)

    def website_contacts_scraper(self, options: CallOptions | None = None, /, **fields: Unpack[WebsiteContactsScraperRequest]) -> WebsiteContactsScraperAnswer:
        """Email addresses, phone numbers and social profiles that a site publishes. At most 10 credits. `POST /v1/website-contacts-scraper`"""
        return self._send(_WEBSITE_CONTACTS_SCRAPER, (), fields, None, options)

    def domain_age(self, options: CallOptions | None = None, /, **fields: Unpack[DomainAgeRequest]) -> DomainAgeAnswer:
        """Age and registration of a domain. At most 2 credits. `POST /v1/domain-age`"""
        return self._send(_DOMAIN_AGE, (), fields, None, options)

    def link_in_bio_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[LinkInBioLookupRequest]) -> LinkInBioLookupAnswer:
        """Links, profiles and email addresses of a link-in-bio page. At most 3 credits. `POST /v1/link-in-bio-lookup`"""
        return self._send(_LINK_IN_BIO_LOOKUP, (), fields, None, options)

    def ad_library_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[AdLibraryLookupRequest]) -> AdLibraryLookupAnswer:
        """Ads of a company or about a keyword, from the libraries of five platforms. At most 10 credits. `POST /v1/ad-library-lookup`"""
        return self._send(_AD_LIBRARY_LOOKUP, (), fields, None, options)

    def social_profile_check(self, options: CallOptions | None = None, /, **fields: Unpack[SocialProfileCheckRequest]) -> SocialProfileCheckAnswer:
        """Whether an account of one of ten social platforms is live, and what it shows. At most 10 credits. `POST /v1/social-profile-check`"""
        return self._send(_SOCIAL_PROFILE_CHECK, (), fields, None, options)

    def social_post_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[SocialPostLookupRequest]) -> SocialPostLookupAnswer:
        """A post, video or pin of one of ten platforms: author, text and counts. At most 5 credits. `POST /v1/social-post-lookup`"""
        return self._send(_SOCIAL_POST_LOOKUP, (), fields, None, options)

    def video_transcript(self, options: CallOptions | None = None, /, **fields: Unpack[VideoTranscriptRequest]) -> VideoTranscriptAnswer:
        """Transcript of a video from one of seven platforms, as text and with times. At most 5 credits. `POST /v1/video-transcript`"""
        return self._send(_VIDEO_TRANSCRIPT, (), fields, None, options)

    def audio_transcription(self, options: CallOptions | None = None, /, **fields: Unpack[AudioTranscriptionRequest]) -> AudioTranscriptionAnswer:
        """Transcript of an audio or video file, priced by the minute. At most 6 credits a minute of audio. `POST /v1/audio-transcription`"""
        return self._send(_AUDIO_TRANSCRIPTION, (), fields, None, options)

    def social_search(self, options: CallOptions | None = None, /, **fields: Unpack[SocialSearchRequest]) -> SocialSearchAnswer:
        """Posts, videos or people of a social platform by words. At most 5 credits. `POST /v1/social-search`"""
        return self._send(_SOCIAL_SEARCH, (), fields, None, options)

    def audience_demographics(self, options: CallOptions | None = None, /, **fields: Unpack[AudienceDemographicsRequest]) -> AudienceDemographicsAnswer:
        """Countries of the followers of a short-video account. At most 40 credits. `POST /v1/audience-demographics`"""
        return self._send(_AUDIENCE_DEMOGRAPHICS, (), fields, None, options)

    def domain_authority(self, options: CallOptions | None = None, /, **fields: Unpack[DomainAuthorityRequest]) -> DomainAuthorityAnswer:
        """Authority, search traffic and advertising of a domain. At most 10 credits. `POST /v1/domain-authority`"""
        return self._send(_DOMAIN_AUTHORITY, (), fields, None, options)

    def domain_seo_intelligence(self, options: CallOptions | None = None, /, **fields: Unpack[DomainSeoIntelligenceRequest]) -> DomainSeoIntelligenceAnswer:
        """Authority, backlinks and search traffic of a domain. At most 10 credits. `POST /v1/domain-seo-intelligence`"""
        return self._send(_DOMAIN_SEO_INTELLIGENCE, (), fields, None, options)

    def backlink_overview(self, options: CallOptions | None = None, /, **fields: Unpack[BacklinkOverviewRequest]) -> BacklinkOverviewAnswer:
        """Backlink figures for a domain. At most 13 credits. `POST /v1/backlink-overview`"""
        return self._send(_BACKLINK_OVERVIEW, (), fields, None, options)

    def keyword_metrics(self, options: CallOptions | None = None, /, **fields: Unpack[KeywordMetricsRequest]) -> KeywordMetricsAnswer:
        """Search volume, price and difficulty of a keyword. At most 6 credits. `POST /v1/keyword-metrics`"""
        return self._send(_KEYWORD_METRICS, (), fields, None, options)

    def search_intent_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[SearchIntentLookupRequest]) -> SearchIntentLookupAnswer:
        """A page of search results for a query. At most 1 credit. `POST /v1/search-intent-lookup`"""
        return self._send(_SEARCH_INTENT_LOOKUP, (), fields, None, options)

    def audience_intelligence(self, options: CallOptions | None = None, /, **fields: Unpack[AudienceIntelligenceRequest]) -> AudienceIntelligenceAnswer:
        """Who visits a site: one of six reports. At most 86 credits. `POST /v1/audience-intelligence`"""
        return self._send(_AUDIENCE_INTELLIGENCE, (), fields, None, options)

    def batch(self, options: CallOptions | None = None, /, **fields: Unpack[BatchRequest]) -> BatchAnswer:
        """Up to 100 lookups of any products in one call. `POST /v1/batch`"""
        return self._send(_BATCH, (), fields, None, options)

    def create_bulk_job(self, options: CallOptions | None = None, /, **fields: Unpack[BulkJobRequest]) -> BulkJobCreatedAnswer:
        """Run one product over a list. `POST /v1/bulk/jobs`"""
        return self._send(_CREATE_BULK_JOB, (), fields, None, options)

    def list_bulk_jobs(self, options: CallOptions | None = None, /, **fields: Unpack[ListBulkJobsQuery]) -> Pages[BulkJobListAnswer]:
        """Jobs of the organization, newest first. `GET /v1/bulk/jobs`"""
        return self._pages(_LIST_BULK_JOBS, (), None, fields, options)

    def get_bulk_job(self, id: str, options: CallOptions | None = None, /) -> BulkJobAnswer:
        """Status and counters of a job. `GET /v1/bulk/jobs/{id}`"""
        return self._send(_GET_BULK_JOB, (id, ), None, None, options)

    def get_bulk_results(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[GetBulkResultsQuery]) -> Pages[BulkResultsAnswer]:
        """Results row by row, and links to the files. `GET /v1/bulk/jobs/{id}/results`"""
        return self._pages(_GET_BULK_RESULTS, (id, ), None, fields, options)

    def cancel_bulk_job(self, id: str, options: CallOptions | None = None, /) -> BulkJobAnswer:
        """Stop a job. `POST /v1/bulk/jobs/{id}/cancel`"""
        return self._send(_CANCEL_BULK_JOB, (id, ), None, None, options)

    def create_number_monitor(self, options: CallOptions | None = None, /, **fields: Unpack[NumberMonitorRequest]) -> NumberMonitorAnswer:
        """Create a number monitor. `POST /v1/number-monitors`"""
        return self._send(_CREATE_NUMBER_MONITOR, (), fields, None, options)

    def list_number_monitors(self, options: CallOptions | None = None, /, **fields: Unpack[ListNumberMonitorsQuery]) -> Pages[NumberMonitorListAnswer]:
        """The organization's number monitors, newest first. `GET /v1/number-monitors`"""
        return self._pages(_LIST_NUMBER_MONITORS, (), None, fields, options)

    def get_number_monitor(self, id: str, options: CallOptions | None = None, /) -> NumberMonitorAnswer:
        """A number monitor. `GET /v1/number-monitors/{id}`"""
        return self._send(_GET_NUMBER_MONITOR, (id, ), None, None, options)

    def change_number_monitor(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[NumberMonitorChanges]) -> NumberMonitorAnswer:
        """Change a number monitor. `PATCH /v1/number-monitors/{id}`"""
        return self._send(_CHANGE_NUMBER_MONITOR, (id, ), fields, None, options)

    def delete_number_monitor(self, id: str, options: CallOptions | None = None, /) -> NumberMonitorDeletedAnswer:
        """Delete a number monitor. `DELETE /v1/number-monitors/{id}`"""
        return self._send(_DELETE_NUMBER_MONITOR, (id, ), None, None, options)

    def run_number_monitor(self, id: str, options: CallOptions | None = None, /) -> NumberMonitorRunAnswer:
        """Start a run now. `POST /v1/number-monitors/{id}/run`"""
        return self._send(_RUN_NUMBER_MONITOR, (id, ), None, None, options)

    def list_number_monitor_numbers(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[ListNumberMonitorNumbersQuery]) -> Pages[NumberMonitorMemberListAnswer]:
        """The numbers, in the order they were added. `GET /v1/number-monitors/{id}/numbers`"""
        return self._pages(_LIST_NUMBER_MONITOR_NUMBERS, (id, ), None, fields, options)

    def add_number_monitor_numbers(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[NumberMonitorMembers]) -> NumberMonitorCountAnswer:
        """Add numbers. `POST /v1/number-monitors/{id}/numbers`"""
        return self._send(_ADD_NUMBER_MONITOR_NUMBERS, (id, ), fields, None, options)

    def remove_number_monitor_numbers(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[NumberMonitorMembersToRemove]) -> NumberMonitorCountAnswer:
        """Remove numbers. `DELETE /v1/number-monitors/{id}/numbers`"""
        return self._send(_REMOVE_NUMBER_MONITOR_NUMBERS, (id, ), fields, None, options)

    def list_number_monitor_events(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[ListNumberMonitorEventsQuery]) -> Pages[NumberMonitorEventListAnswer]:
        """What changed, newest first. `GET /v1/number-monitors/{id}/events`"""
        return self._pages(_LIST_NUMBER_MONITOR_EVENTS, (id, ), None, fields, options)

    def create_job_change_monitor(self, options: CallOptions | None = None, /, **fields: Unpack[JobChangeMonitorRequest]) -> JobChangeMonitorAnswer:
        """Create a job change monitor. `POST /v1/job-change-monitors`"""
        return self._send(_CREATE_JOB_CHANGE_MONITOR, (), fields, None, options)

    def list_job_change_monitors(self, options: CallOptions | None = None, /, **fields: Unpack[ListJobChangeMonitorsQuery]) -> Pages[JobChangeMonitorListAnswer]:
        """The organization's job change monitors, newest first. `GET /v1/job-change-monitors`"""
        return self._pages(_LIST_JOB_CHANGE_MONITORS, (), None, fields, options)

    def get_job_change_monitor(self, id: str, options: CallOptions | None = None, /) -> JobChangeMonitorAnswer:
        """A job change monitor. `GET /v1/job-change-monitors/{id}`"""
        return self._send(_GET_JOB_CHANGE_MONITOR, (id, ), None, None, options)

    def change_job_change_monitor(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[JobChangeMonitorChanges]) -> JobChangeMonitorAnswer:
        """Change a job change monitor. `PATCH /v1/job-change-monitors/{id}`"""
        return self._send(_CHANGE_JOB_CHANGE_MONITOR, (id, ), fields, None, options)

    def delete_job_change_monitor(self, id: str, options: CallOptions | None = None, /) -> JobChangeMonitorDeletedAnswer:
        """Delete a job change monitor. `DELETE /v1/job-change-monitors/{id}`"""
        return self._send(_DELETE_JOB_CHANGE_MONITOR, (id, ), None, None, options)

    def run_job_change_monitor(self, id: str, options: CallOptions | None = None, /) -> JobChangeMonitorRunAnswer:
        """Start a run now. `POST /v1/job-change-monitors/{id}/run`"""
        return self._send(_RUN_JOB_CHANGE_MONITOR, (id, ), None, None, options)

    def list_job_change_monitor_contacts(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[ListJobChangeMonitorContactsQuery]) -> Pages[JobChangeMonitorMemberListAnswer]:
        """The contacts, in the order they were added. `GET /v1/job-change-monitors/{id}/contacts`"""
        return self._pages(_LIST_JOB_CHANGE_MONITOR_CONTACTS, (id, ), None, fields, options)

    def add_job_change_monitor_contacts(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[JobChangeMonitorMembers]) -> JobChangeMonitorCountAnswer:
        """Add contacts. `POST /v1/job-change-monitors/{id}/contacts`"""
        return self._send(_ADD_JOB_CHANGE_MONITOR_CONTACTS, (id, ), fields, None, options)

    def remove_job_change_monitor_contacts(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[JobChangeMonitorMembersToRemove]) -> JobChangeMonitorCountAnswer:
        """Remove contacts. `DELETE /v1/job-change-monitors/{id}/contacts`"""
        return self._send(_REMOVE_JOB_CHANGE_MONITOR_CONTACTS, (id, ), fields, None, options)

    def list_job_change_monitor_events(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[ListJobChangeMonitorEventsQuery]) -> Pages[JobChangeMonitorEventListAnswer]:
        """What changed, newest first. `GET /v1/job-change-monitors/{id}/events`"""
        return self._pages(_LIST_JOB_CHANGE_MONITOR_EVENTS, (id, ), None, fields, options)

    def create_webhook_endpoint(self, options: CallOptions | None = None, /, **fields: Unpack[WebhookEndpointRequest]) -> WebhookEndpointSecretAnswer:
        """Create a webhook endpoint. `POST /v1/webhook-endpoints`"""
        return self._send(_CREATE_WEBHOOK_ENDPOINT, (), fields, None, options)

    def list_webhook_endpoints(self, options: CallOptions | None = None, /, **fields: Unpack[ListWebhookEndpointsQuery]) -> Pages[WebhookEndpointListAnswer]:
        """The organization's webhook endpoints, newest first. `GET /v1/webhook-endpoints`"""
        return self._pages(_LIST_WEBHOOK_ENDPOINTS, (), None, fields, options)

    def get_webhook_endpoint(self, id: str, options: CallOptions | None = None, /) -> WebhookEndpoint:
        """A webhook endpoint. `GET /v1/webhook-endpoints/{id}`"""
        return self._send(_GET_WEBHOOK_ENDPOINT, (id, ), None, None, options)

    def change_webhook_endpoint(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[WebhookEndpointChanges]) -> WebhookEndpoint:
        """Change a webhook endpoint, switch it on or off. `PATCH /v1/webhook-endpoints/{id}`"""
        return self._send(_CHANGE_WEBHOOK_ENDPOINT, (id, ), fields, None, options)

    def delete_webhook_endpoint(self, id: str, options: CallOptions | None = None, /) -> DeletedWebhookEndpointAnswer:
        """Delete a webhook endpoint. `DELETE /v1/webhook-endpoints/{id}`"""
        return self._send(_DELETE_WEBHOOK_ENDPOINT, (id, ), None, None, options)

    def rotate_webhook_secret(self, id: str, options: CallOptions | None = None, /) -> WebhookEndpointSecretAnswer:
        """Replace the secret of an endpoint. `POST /v1/webhook-endpoints/{id}/rotate-secret`"""
        return self._send(_ROTATE_WEBHOOK_SECRET, (id, ), None, None, options)

    def test_webhook_endpoint(self, id: str, options: CallOptions | None = None, /) -> WebhookDelivery:
        """Send a webhook.test to an endpoint. `POST /v1/webhook-endpoints/{id}/test`"""
        return self._send(_TEST_WEBHOOK_ENDPOINT, (id, ), None, None, options)

    def redeliver_failed_webhooks(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[RedeliverFailedWebhooksRequest]) -> RedeliveredWebhooksAnswer:
        """Resend all failed deliveries. `POST /v1/webhook-endpoints/{id}/redeliver`"""
        return self._send(_REDELIVER_FAILED_WEBHOOKS, (id, ), fields, None, options)

    def list_events(self, options: CallOptions | None = None, /, **fields: Unpack[ListEventsQuery]) -> Pages[EventListAnswer]:
        """List events, newest first. `GET /v1/events`"""
        return self._pages(_LIST_EVENTS, (), None, fields, options)

    def list_webhook_deliveries(self, options: CallOptions | None = None, /, **fields: Unpack[ListWebhookDeliveriesQuery]) -> Pages[WebhookDeliveryListAnswer]:
        """Deliveries, newest first. `GET /v1/webhook-deliveries`"""
        return self._pages(_LIST_WEBHOOK_DELIVERIES, (), None, fields, options)

    def get_webhook_delivery(self, id: str, options: CallOptions | None = None, /) -> WebhookExchangeAnswer:
        """A delivery, with its request and response. `GET /v1/webhook-deliveries/{id}`"""
        return self._send(_GET_WEBHOOK_DELIVERY, (id, ), None, None, options)

    def redeliver_webhook(self, id: str, options: CallOptions | None = None, /) -> WebhookDelivery:
        """Send the same body again. `POST /v1/webhook-deliveries/{id}/redeliver`"""
        return self._send(_REDELIVER_WEBHOOK, (id, ), None, None, options)

    def redeliver_failed_job_webhooks(self, options: CallOptions | None = None, /, **fields: Unpack[RedeliverFailedJobWebhooksRequest]) -> RedeliveredWebhooksAnswer:
        """Resend all failed deliveries to a webhook_url. `POST /v1/webhook-deliveries/redeliver`"""
        return self._send(_REDELIVER_FAILED_JOB_WEBHOOKS, (), fields, None, options)

    def test_webhook(self, options: CallOptions | None = None, /, **fields: Unpack[TestWebhookRequest]) -> WebhookTestAnswer:
        """Send a signed webhook.test. `POST /v1/webhook-test`"""
        return self._send(_TEST_WEBHOOK, (), fields, None, options)

    def list_requests(self, options: CallOptions | None = None, /, **fields: Unpack[ListRequestsQuery]) -> Pages[RequestListAnswer]:
        """Calls, newest first. `GET /v1/requests`"""
        return self._pages(_LIST_REQUESTS, (), None, fields, options)

    def get_account(self, options: CallOptions | None = None, /) -> AccountAnswer:
        """Plan, credits and usage. `GET /v1/account`"""
        return self._send(_GET_ACCOUNT, (), None, None, options)

    def list_products(self, options: CallOptions | None = None, /) -> ProductListAnswer:
        """Every product, with its price and availability. `GET /v1/products`"""
        return self._send(_LIST_PRODUCTS, (), None, None, options)

    def get_health(self, options: CallOptions | None = None, /) -> Health:
        """Whether the service is up. `GET /health`"""
        return self._send(_GET_HEALTH, (), None, None, options)


class AsyncOperations(AsyncBase):
    """A method for every operation of the API."""

    async def phone(self, options: CallOptions | None = None, /, **fields: Unpack[PhoneRequest]) -> PhoneAnswer:
        """Validate and classify a phone number. At most 1 credit. `POST /v1/phone`"""
        return await self._send(_PHONE, (), fields, None, options)

    async def nt_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[NtLookupRequest]) -> NtLookupAnswer:
        """Number type of a phone number. At most 1 credit. `POST /v1/nt-lookup`"""
        return await self._send(_NT_LOOKUP, (), fields, None, options)

    async def hlr_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[HlrLookupRequest]) -> HlrLookupAnswer:
        """Live network status of a mobile number. At most 5 credits. `POST /v1/hlr-lookup`"""
        return await self._send(_HLR_LOOKUP, (), fields, None, options)

    async def mnp_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[MnpLookupRequest]) -> MnpLookupAnswer:
        """Carrier and portability of a phone number. At most 3 credits. `POST /v1/mnp-lookup`"""
        return await self._send(_MNP_LOOKUP, (), fields, None, options)

    async def phone_spam(self, options: CallOptions | None = None, /, **fields: Unpack[PhoneSpamRequest]) -> PhoneSpamAnswer:
        """Identify spam callers, robocallers and spoofed numbers from what was reported about them. At most 1 credit. `POST /v1/phone-spam`"""
        return await self._send(_PHONE_SPAM, (), fields, None, options)

    async def phone_scrub(self, options: CallOptions | None = None, /, **fields: Unpack[PhoneScrubRequest]) -> PhoneScrubAnswer:
        """Scrub a number against the Do Not Call registry, litigators and reassigned numbers. At most 10 credits. `POST /v1/phone-scrub`"""
        return await self._send(_PHONE_SCRUB, (), fields, None, options)

    async def reverse_phone_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[ReversePhoneLookupRequest]) -> ReversePhoneLookupAnswer:
        """Name and address behind a United States phone number. At most 25 credits. `POST /v1/reverse-phone-lookup`"""
        return await self._send(_REVERSE_PHONE_LOOKUP, (), fields, None, options)

    async def email(self, options: CallOptions | None = None, /, **fields: Unpack[EmailRequest]) -> EmailAnswer:
        """Verify an email address. At most 1 credit. `POST /v1/email`"""
        return await self._send(_EMAIL, (), fields, None, options)

    async def phone_append(self, options: CallOptions | None = None, /, **fields: Unpack[PhoneAppendRequest]) -> PhoneAppendAnswer:
        """Phone numbers of a person in the United States, by name and address. At most 10 credits. `POST /v1/phone-append`"""
        return await self._send(_PHONE_APPEND, (), fields, None, options)

    async def email_append(self, options: CallOptions | None = None, /, **fields: Unpack[EmailAppendRequest]) -> EmailAppendAnswer:
        """Email address of a person in the United States, by name and address. At most 10 credits. `POST /v1/email-append`"""
        return await self._send(_EMAIL_APPEND, (), fields, None, options)

    async def reverse_email_append(self, options: CallOptions | None = None, /, **fields: Unpack[ReverseEmailAppendRequest]) -> ReverseEmailAppendAnswer:
        """Name, address and numbers of the person behind an email address. At most 10 credits. `POST /v1/reverse-email-append`"""
        return await self._send(_REVERSE_EMAIL_APPEND, (), fields, None, options)

    async def ip(self, options: CallOptions | None = None, /, **fields: Unpack[IpRequest]) -> IpAnswer:
        """Geolocate an IP address and distinguish proxies, VPNs, Tor exits and servers from people. At most 1 credit. `POST /v1/ip`"""
        return await self._send(_IP, (), fields, None, options)

    async def reverse_ip_append(self, options: CallOptions | None = None, /, **fields: Unpack[ReverseIpAppendRequest]) -> ReverseIpAppendAnswer:
        """Company and contact behind an IP address. At most 10 credits. `POST /v1/reverse-ip-append`"""
        return await self._send(_REVERSE_IP_APPEND, (), fields, None, options)

    async def business_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[BusinessLookupRequest]) -> BusinessLookupAnswer:
        """Record of a business by name and city. At most 10 credits. `POST /v1/business-lookup`"""
        return await self._send(_BUSINESS_LOOKUP, (), fields, None, options)

    async def business_verify(self, options: CallOptions | None = None, /, **fields: Unpack[BusinessVerifyRequest]) -> BusinessVerifyAnswer:
        """Ten checks of the details that a business gives about itself. At most 30 credits. `POST /v1/business-verify`"""
        return await self._send(_BUSINESS_VERIFY, (), fields, None, options)

    async def property_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[PropertyLookupRequest]) -> PropertyLookupAnswer:
        """Property, owner, sale, assessment and tax for an address in the United States. At most 15 credits. `POST /v1/property-lookup`"""
        return await self._send(_PROPERTY_LOOKUP, (), fields, None, options)

    async def email_enrichment(self, options: CallOptions | None = None, /, **fields: Unpack[EmailEnrichmentRequest]) -> EmailEnrichmentAnswer:
        """Work email address of a person by name and company domain. At most 5 credits. `POST /v1/email-enrichment`"""
        return await self._send(_EMAIL_ENRICHMENT, (), fields, None, options)

    async def network_email_finder(self, options: CallOptions | None = None, /, **fields: Unpack[NetworkEmailFinderRequest]) -> NetworkEmailFinderAnswer:
        """Verified work email address behind a page on the professional network. At most 30 credits. `POST /v1/network-email-finder`"""
        return await self._send(_NETWORK_EMAIL_FINDER, (), fields, None, options)

    async def network_profile_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[NetworkProfileLookupRequest]) -> NetworkProfileLookupAnswer:
        """A person's public profile on the professional network. At most 10 credits. `POST /v1/network-profile-lookup`"""
        return await self._send(_NETWORK_PROFILE_LOOKUP, (), fields, None, options)

    async def mobile_finder(self, options: CallOptions | None = None, /, **fields: Unpack[MobileFinderRequest]) -> MobileFinderAnswer:
        """Mobile number of a person at work. At most 40 credits. `POST /v1/mobile-finder`"""
        return await self._send(_MOBILE_FINDER, (), fields, None, options)

    async def b2b_contact_append(self, options: CallOptions | None = None, /, **fields: Unpack[B2bContactAppendRequest]) -> B2bContactAppendAnswer:
        """Work email, title and company of a person. At most 75 credits. `POST /v1/b2b-contact-append`"""
        return await self._send(_B2B_CONTACT_APPEND, (), fields, None, options)

    async def prospect_search(self, options: CallOptions | None = None, /, **fields: Unpack[ProspectSearchRequest]) -> ProspectSearchAnswer:
        """Search people at work by job title, seniority, place and company. At most 2 credits. `POST /v1/prospect-search`"""
        return await self._send(_PROSPECT_SEARCH, (), fields, None, options)

    async def company_firmographics(self, options: CallOptions | None = None, /, **fields: Unpack[CompanyFirmographicsRequest]) -> CompanyFirmographicsAnswer:
        """Size, industry, revenue and age of the company behind a domain. At most 75 credits. `POST /v1/company-firmographics`"""
        return await self._send(_COMPANY_FIRMOGRAPHICS, (), fields, None, options)

    async def company_profile_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[CompanyProfileLookupRequest]) -> CompanyProfileLookupAnswer:
        """Profile and funding of a company, by domain or page on the professional network. At most 25 credits. `POST /v1/company-profile-lookup`"""
        return await self._send(_COMPANY_PROFILE_LOOKUP, (), fields, None, options)

    async def network_company_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[NetworkCompanyLookupRequest]) -> NetworkCompanyLookupAnswer:
        """A company's page on the professional network. At most 10 credits. `POST /v1/network-company-lookup`"""
        return await self._send(_NETWORK_COMPANY_LOOKUP, (), fields, None, options)

    async def account_search(self, options: CallOptions | None = None, /, **fields: Unpack[AccountSearchRequest]) -> AccountSearchAnswer:
        """Search companies by activity, place, size and technology. At most 75 credits. `POST /v1/account-search`"""
        return await self._send(_ACCOUNT_SEARCH, (), fields, None, options)

    async def website_scraper(self, options: CallOptions | None = None, /, **fields: Unpack[WebsiteScraperRequest]) -> WebsiteScraperAnswer:
        """A web page as clean Markdown. At most 10 credits. `POST /v1/website-scraper`"""
        return await self._send(_WEBSITE_SCRAPER, (), fields, None, options)

    async def website_contacts_scraper(self, options: CallOptions | None = None, /, **fields: Unpack[WebsiteContactsScraperRequest]) -> WebsiteContactsScraperAnswer:
        """Email addresses, phone numbers and social profiles that a site publishes. At most 10 credits. `POST /v1/website-contacts-scraper`"""
        return await self._send(_WEBSITE_CONTACTS_SCRAPER, (), fields, None, options)

    async def domain_age(self, options: CallOptions | None = None, /, **fields: Unpack[DomainAgeRequest]) -> DomainAgeAnswer:
        """Age and registration of a domain. At most 2 credits. `POST /v1/domain-age`"""
        return await self._send(_DOMAIN_AGE, (), fields, None, options)

    async def link_in_bio_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[LinkInBioLookupRequest]) -> LinkInBioLookupAnswer:
        """Links, profiles and email addresses of a link-in-bio page. At most 3 credits. `POST /v1/link-in-bio-lookup`"""
        return await self._send(_LINK_IN_BIO_LOOKUP, (), fields, None, options)

    async def ad_library_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[AdLibraryLookupRequest]) -> AdLibraryLookupAnswer:
        """Ads of a company or about a keyword, from the libraries of five platforms. At most 10 credits. `POST /v1/ad-library-lookup`"""
        return await self._send(_AD_LIBRARY_LOOKUP, (), fields, None, options)

    async def social_profile_check(self, options: CallOptions | None = None, /, **fields: Unpack[SocialProfileCheckRequest]) -> SocialProfileCheckAnswer:
        """Whether an account of one of ten social platforms is live, and what it shows. At most 10 credits. `POST /v1/social-profile-check`"""
        return await self._send(_SOCIAL_PROFILE_CHECK, (), fields, None, options)

    async def social_post_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[SocialPostLookupRequest]) -> SocialPostLookupAnswer:
        """A post, video or pin of one of ten platforms: author, text and counts. At most 5 credits. `POST /v1/social-post-lookup`"""
        return await self._send(_SOCIAL_POST_LOOKUP, (), fields, None, options)

    async def video_transcript(self, options: CallOptions | None = None, /, **fields: Unpack[VideoTranscriptRequest]) -> VideoTranscriptAnswer:
        """Transcript of a video from one of seven platforms, as text and with times. At most 5 credits. `POST /v1/video-transcript`"""
        return await self._send(_VIDEO_TRANSCRIPT, (), fields, None, options)

    async def audio_transcription(self, options: CallOptions | None = None, /, **fields: Unpack[AudioTranscriptionRequest]) -> AudioTranscriptionAnswer:
        """Transcript of an audio or video file, priced by the minute. At most 6 credits a minute of audio. `POST /v1/audio-transcription`"""
        return await self._send(_AUDIO_TRANSCRIPTION, (), fields, None, options)

    async def social_search(self, options: CallOptions | None = None, /, **fields: Unpack[SocialSearchRequest]) -> SocialSearchAnswer:
        """Posts, videos or people of a social platform by words. At most 5 credits. `POST /v1/social-search`"""
        return await self._send(_SOCIAL_SEARCH, (), fields, None, options)

    async def audience_demographics(self, options: CallOptions | None = None, /, **fields: Unpack[AudienceDemographicsRequest]) -> AudienceDemographicsAnswer:
        """Countries of the followers of a short-video account. At most 40 credits. `POST /v1/audience-demographics`"""
        return await self._send(_AUDIENCE_DEMOGRAPHICS, (), fields, None, options)

    async def domain_authority(self, options: CallOptions | None = None, /, **fields: Unpack[DomainAuthorityRequest]) -> DomainAuthorityAnswer:
        """Authority, search traffic and advertising of a domain. At most 10 credits. `POST /v1/domain-authority`"""
        return await self._send(_DOMAIN_AUTHORITY, (), fields, None, options)

    async def domain_seo_intelligence(self, options: CallOptions | None = None, /, **fields: Unpack[DomainSeoIntelligenceRequest]) -> DomainSeoIntelligenceAnswer:
        """Authority, backlinks and search traffic of a domain. At most 10 credits. `POST /v1/domain-seo-intelligence`"""
        return await self._send(_DOMAIN_SEO_INTELLIGENCE, (), fields, None, options)

    async def backlink_overview(self, options: CallOptions | None = None, /, **fields: Unpack[BacklinkOverviewRequest]) -> BacklinkOverviewAnswer:
        """Backlink figures for a domain. At most 13 credits. `POST /v1/backlink-overview`"""
        return await self._send(_BACKLINK_OVERVIEW, (), fields, None, options)

    async def keyword_metrics(self, options: CallOptions | None = None, /, **fields: Unpack[KeywordMetricsRequest]) -> KeywordMetricsAnswer:
        """Search volume, price and difficulty of a keyword. At most 6 credits. `POST /v1/keyword-metrics`"""
        return await self._send(_KEYWORD_METRICS, (), fields, None, options)

    async def search_intent_lookup(self, options: CallOptions | None = None, /, **fields: Unpack[SearchIntentLookupRequest]) -> SearchIntentLookupAnswer:
        """A page of search results for a query. At most 1 credit. `POST /v1/search-intent-lookup`"""
        return await self._send(_SEARCH_INTENT_LOOKUP, (), fields, None, options)

    async def audience_intelligence(self, options: CallOptions | None = None, /, **fields: Unpack[AudienceIntelligenceRequest]) -> AudienceIntelligenceAnswer:
        """Who visits a site: one of six reports. At most 86 credits. `POST /v1/audience-intelligence`"""
        return await self._send(_AUDIENCE_INTELLIGENCE, (), fields, None, options)

    async def batch(self, options: CallOptions | None = None, /, **fields: Unpack[BatchRequest]) -> BatchAnswer:
        """Up to 100 lookups of any products in one call. `POST /v1/batch`"""
        return await self._send(_BATCH, (), fields, None, options)

    async def create_bulk_job(self, options: CallOptions | None = None, /, **fields: Unpack[BulkJobRequest]) -> BulkJobCreatedAnswer:
        """Run one product over a list. `POST /v1/bulk/jobs`"""
        return await self._send(_CREATE_BULK_JOB, (), fields, None, options)

    def list_bulk_jobs(self, options: CallOptions | None = None, /, **fields: Unpack[ListBulkJobsQuery]) -> AsyncPages[BulkJobListAnswer]:
        """Jobs of the organization, newest first. `GET /v1/bulk/jobs`"""
        return self._pages(_LIST_BULK_JOBS, (), None, fields, options)

    async def get_bulk_job(self, id: str, options: CallOptions | None = None, /) -> BulkJobAnswer:
        """Status and counters of a job. `GET /v1/bulk/jobs/{id}`"""
        return await self._send(_GET_BULK_JOB, (id, ), None, None, options)

    def get_bulk_results(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[GetBulkResultsQuery]) -> AsyncPages[BulkResultsAnswer]:
        """Results row by row, and links to the files. `GET /v1/bulk/jobs/{id}/results`"""
        return self._pages(_GET_BULK_RESULTS, (id, ), None, fields, options)

    async def cancel_bulk_job(self, id: str, options: CallOptions | None = None, /) -> BulkJobAnswer:
        """Stop a job. `POST /v1/bulk/jobs/{id}/cancel`"""
        return await self._send(_CANCEL_BULK_JOB, (id, ), None, None, options)

    async def create_number_monitor(self, options: CallOptions | None = None, /, **fields: Unpack[NumberMonitorRequest]) -> NumberMonitorAnswer:
        """Create a number monitor. `POST /v1/number-monitors`"""
        return await self._send(_CREATE_NUMBER_MONITOR, (), fields, None, options)

    def list_number_monitors(self, options: CallOptions | None = None, /, **fields: Unpack[ListNumberMonitorsQuery]) -> AsyncPages[NumberMonitorListAnswer]:
        """The organization's number monitors, newest first. `GET /v1/number-monitors`"""
        return self._pages(_LIST_NUMBER_MONITORS, (), None, fields, options)

    async def get_number_monitor(self, id: str, options: CallOptions | None = None, /) -> NumberMonitorAnswer:
        """A number monitor. `GET /v1/number-monitors/{id}`"""
        return await self._send(_GET_NUMBER_MONITOR, (id, ), None, None, options)

    async def change_number_monitor(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[NumberMonitorChanges]) -> NumberMonitorAnswer:
        """Change a number monitor. `PATCH /v1/number-monitors/{id}`"""
        return await self._send(_CHANGE_NUMBER_MONITOR, (id, ), fields, None, options)

    async def delete_number_monitor(self, id: str, options: CallOptions | None = None, /) -> NumberMonitorDeletedAnswer:
        """Delete a number monitor. `DELETE /v1/number-monitors/{id}`"""
        return await self._send(_DELETE_NUMBER_MONITOR, (id, ), None, None, options)

    async def run_number_monitor(self, id: str, options: CallOptions | None = None, /) -> NumberMonitorRunAnswer:
        """Start a run now. `POST /v1/number-monitors/{id}/run`"""
        return await self._send(_RUN_NUMBER_MONITOR, (id, ), None, None, options)

    def list_number_monitor_numbers(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[ListNumberMonitorNumbersQuery]) -> AsyncPages[NumberMonitorMemberListAnswer]:
        """The numbers, in the order they were added. `GET /v1/number-monitors/{id}/numbers`"""
        return self._pages(_LIST_NUMBER_MONITOR_NUMBERS, (id, ), None, fields, options)

    async def add_number_monitor_numbers(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[NumberMonitorMembers]) -> NumberMonitorCountAnswer:
        """Add numbers. `POST /v1/number-monitors/{id}/numbers`"""
        return await self._send(_ADD_NUMBER_MONITOR_NUMBERS, (id, ), fields, None, options)

    async def remove_number_monitor_numbers(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[NumberMonitorMembersToRemove]) -> NumberMonitorCountAnswer:
        """Remove numbers. `DELETE /v1/number-monitors/{id}/numbers`"""
        return await self._send(_REMOVE_NUMBER_MONITOR_NUMBERS, (id, ), fields, None, options)

    def list_number_monitor_events(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[ListNumberMonitorEventsQuery]) -> AsyncPages[NumberMonitorEventListAnswer]:
        """What changed, newest first. `GET /v1/number-monitors/{id}/events`"""
        return self._pages(_LIST_NUMBER_MONITOR_EVENTS, (id, ), None, fields, options)

    async def create_job_change_monitor(self, options: CallOptions | None = None, /, **fields: Unpack[JobChangeMonitorRequest]) -> JobChangeMonitorAnswer:
        """Create a job change monitor. `POST /v1/job-change-monitors`"""
        return await self._send(_CREATE_JOB_CHANGE_MONITOR, (), fields, None, options)

    def list_job_change_monitors(self, options: CallOptions | None = None, /, **fields: Unpack[ListJobChangeMonitorsQuery]) -> AsyncPages[JobChangeMonitorListAnswer]:
        """The organization's job change monitors, newest first. `GET /v1/job-change-monitors`"""
        return self._pages(_LIST_JOB_CHANGE_MONITORS, (), None, fields, options)

    async def get_job_change_monitor(self, id: str, options: CallOptions | None = None, /) -> JobChangeMonitorAnswer:
        """A job change monitor. `GET /v1/job-change-monitors/{id}`"""
        return await self._send(_GET_JOB_CHANGE_MONITOR, (id, ), None, None, options)

    async def change_job_change_monitor(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[JobChangeMonitorChanges]) -> JobChangeMonitorAnswer:
        """Change a job change monitor. `PATCH /v1/job-change-monitors/{id}`"""
        return await self._send(_CHANGE_JOB_CHANGE_MONITOR, (id, ), fields, None, options)

    async def delete_job_change_monitor(self, id: str, options: CallOptions | None = None, /) -> JobChangeMonitorDeletedAnswer:
        """Delete a job change monitor. `DELETE /v1/job-change-monitors/{id}`"""
        return await self._send(_DELETE_JOB_CHANGE_MONITOR, (id, ), None, None, options)

    async def run_job_change_monitor(self, id: str, options: CallOptions | None = None, /) -> JobChangeMonitorRunAnswer:
        """Start a run now. `POST /v1/job-change-monitors/{id}/run`"""
        return await self._send(_RUN_JOB_CHANGE_MONITOR, (id, ), None, None, options)

    def list_job_change_monitor_contacts(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[ListJobChangeMonitorContactsQuery]) -> AsyncPages[JobChangeMonitorMemberListAnswer]:
        """The contacts, in the order they were added. `GET /v1/job-change-monitors/{id}/contacts`"""
        return self._pages(_LIST_JOB_CHANGE_MONITOR_CONTACTS, (id, ), None, fields, options)

    async def add_job_change_monitor_contacts(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[JobChangeMonitorMembers]) -> JobChangeMonitorCountAnswer:
        """Add contacts. `POST /v1/job-change-monitors/{id}/contacts`"""
        return await self._send(_ADD_JOB_CHANGE_MONITOR_CONTACTS, (id, ), fields, None, options)

    async def remove_job_change_monitor_contacts(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[JobChangeMonitorMembersToRemove]) -> JobChangeMonitorCountAnswer:
        """Remove contacts. `DELETE /v1/job-change-monitors/{id}/contacts`"""
        return await self._send(_REMOVE_JOB_CHANGE_MONITOR_CONTACTS, (id, ), fields, None, options)

    def list_job_change_monitor_events(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[ListJobChangeMonitorEventsQuery]) -> AsyncPages[JobChangeMonitorEventListAnswer]:
        """What changed, newest first. `GET /v1/job-change-monitors/{id}/events`"""
        return self._pages(_LIST_JOB_CHANGE_MONITOR_EVENTS, (id, ), None, fields, options)

    async def create_webhook_endpoint(self, options: CallOptions | None = None, /, **fields: Unpack[WebhookEndpointRequest]) -> WebhookEndpointSecretAnswer:
        """Create a webhook endpoint. `POST /v1/webhook-endpoints`"""
        return await self._send(_CREATE_WEBHOOK_ENDPOINT, (), fields, None, options)

    def list_webhook_endpoints(self, options: CallOptions | None = None, /, **fields: Unpack[ListWebhookEndpointsQuery]) -> AsyncPages[WebhookEndpointListAnswer]:
        """The organization's webhook endpoints, newest first. `GET /v1/webhook-endpoints`"""
        return self._pages(_LIST_WEBHOOK_ENDPOINTS, (), None, fields, options)

    async def get_webhook_endpoint(self, id: str, options: CallOptions | None = None, /) -> WebhookEndpoint:
        """A webhook endpoint. `GET /v1/webhook-endpoints/{id}`"""
        return await self._send(_GET_WEBHOOK_ENDPOINT, (id, ), None, None, options)

    async def change_webhook_endpoint(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[WebhookEndpointChanges]) -> WebhookEndpoint:
        """Change a webhook endpoint, switch it on or off. `PATCH /v1/webhook-endpoints/{id}`"""
        return await self._send(_CHANGE_WEBHOOK_ENDPOINT, (id, ), fields, None, options)

    async def delete_webhook_endpoint(self, id: str, options: CallOptions | None = None, /) -> DeletedWebhookEndpointAnswer:
        """Delete a webhook endpoint. `DELETE /v1/webhook-endpoints/{id}`"""
        return await self._send(_DELETE_WEBHOOK_ENDPOINT, (id, ), None, None, options)

    async def rotate_webhook_secret(self, id: str, options: CallOptions | None = None, /) -> WebhookEndpointSecretAnswer:
        """Replace the secret of an endpoint. `POST /v1/webhook-endpoints/{id}/rotate-secret`"""
        return await self._send(_ROTATE_WEBHOOK_SECRET, (id, ), None, None, options)

    async def test_webhook_endpoint(self, id: str, options: CallOptions | None = None, /) -> WebhookDelivery:
        """Send a webhook.test to an endpoint. `POST /v1/webhook-endpoints/{id}/test`"""
        return await self._send(_TEST_WEBHOOK_ENDPOINT, (id, ), None, None, options)

    async def redeliver_failed_webhooks(self, id: str, options: CallOptions | None = None, /, **fields: Unpack[RedeliverFailedWebhooksRequest]) -> RedeliveredWebhooksAnswer:
        """Resend all failed deliveries. `POST /v1/webhook-endpoints/{id}/redeliver`"""
        return await self._send(_REDELIVER_FAILED_WEBHOOKS, (id, ), fields, None, options)

    def list_events(self, options: CallOptions | None = None, /, **fields: Unpack[ListEventsQuery]) -> AsyncPages[EventListAnswer]:
        """List events, newest first. `GET /v1/events`"""
        return self._pages(_LIST_EVENTS, (), None, fields, options)

    def list_webhook_deliveries(self, options: CallOptions | None = None, /, **fields: Unpack[ListWebhookDeliveriesQuery]) -> AsyncPages[WebhookDeliveryListAnswer]:
        """Deliveries, newest first. `GET /v1/webhook-deliveries`"""
        return self._pages(_LIST_WEBHOOK_DELIVERIES, (), None, fields, options)

    async def get_webhook_delivery(self, id: str, options: CallOptions | None = None, /) -> WebhookExchangeAnswer:
        """A delivery, with its request and response. `GET /v1/webhook-deliveries/{id}`"""
        return await self._send(_GET_WEBHOOK_DELIVERY, (id, ), None, None, options)

    async def redeliver_webhook(self, id: str, options: CallOptions | None = None, /) -> WebhookDelivery:
        """Send the same body again. `POST /v1/webhook-deliveries/{id}/redeliver`"""
        return await self._send(_REDELIVER_WEBHOOK, (id, ), None, None, options)

    async def redeliver_failed_job_webhooks(self, options: CallOptions | None = None, /, **fields: Unpack[RedeliverFailedJobWebhooksRequest]) -> RedeliveredWebhooksAnswer:
        """Resend all failed deliveries to a webhook_url. `POST /v1/webhook-deliveries/redeliver`"""
        return await self._send(_REDELIVER_FAILED_JOB_WEBHOOKS, (), fields, None, options)

    async def test_webhook(self, options: CallOptions | None = None, /, **fields: Unpack[TestWebhookRequest]) -> WebhookTestAnswer:
        """Send a signed webhook.test. `POST /v1/webhook-test`"""
        return await self._send(_TEST_WEBHOOK, (), fields, None, options)

    def list_requests(self, options: CallOptions | None = None, /, **fields: Unpack[ListRequestsQuery]) -> AsyncPages[RequestListAnswer]:
        """Calls, newest first. `GET /v1/requests`"""
        return self._pages(_LIST_REQUESTS, (), None, fields, options)

    async def get_account(self, options: CallOptions | None = None, /) -> AccountAnswer:
        """Plan, credits and usage. `GET /v1/account`"""
        return await self._send(_GET_ACCOUNT, (), None, None, options)

    async def list_products(self, options: CallOptions | None = None, /) -> ProductListAnswer:
        """Every product, with its price and availability. `GET /v1/products`"""
        return await self._send(_LIST_PRODUCTS, (), None, None, options)

    async def get_health(self, options: CallOptions | None = None, /) -> Health:
        """Whether the service is up. `GET /health`"""
        return await self._send(_GET_HEALTH, (), None, None, options)
