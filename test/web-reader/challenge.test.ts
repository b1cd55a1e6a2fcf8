import { describe, expect, it } from 'vitest';
import { parseWebSite } from '../../src/domain/web/site.ts';
import { businessSite } from '../../src/web-reader/business-site.ts';
import { renderedPage } from '../../src/web-reader/rendered-page.ts';
import { websiteContacts } from '../../src/web-reader/website-contacts.ts';
import { type PageQuery, websitePage } from '../../src/web-reader/website-page.ts';
import { type FakePage, fakeSites } from '../products/web/fake-sites.ts';

const HOME = 'https://acme-widgets.com/';
const QUERY: PageQuery = { url: HOME, formats: ['markdown'], extent: 'main' };
const REFUSAL = {
  code: 'VALIDATION_FAILED',
  message: 'The site requires human verification before it shows this page.',
};

const scrape = (page: FakePage) => websitePage.ask(QUERY, fakeSites({ [HOME]: page }).world);

const CHALLENGES = {
  cloudflare: `<title>Just a moment...</title><noscript>Enable JavaScript and cookies to continue</noscript>
    <script>window._cf_chl_opt={cvId:'3',cType:'managed'};a.src='/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1'</script>`,
  'cloudflare by its script': `<title>Just a moment...</title><h1>Verify you are human</h1>
    <script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>`,
  datadome: `<title>acme-widgets.com</title><p>Please enable JS and disable any ad blocker</p>
    <script>var dd={'rt':'c','cid':'x','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script>`,
  human: `<title>Access to this page has been denied</title><div id="px-captcha"></div>
    <script>window._pxAppId='PX1';window._pxUuid=''</script><p>Press & Hold to confirm</p>`,
  imperva: `<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1&incident_id=1-2&edet=12">Request unsuccessful. Incapsula incident ID: 1-2</iframe>`,
  akamai: `<div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/sec-cpt-4-6.js"></script>`,
  'aws waf': `<script>window.gokuProps={"key":"a"}</script><div id="challenge-container"></div><noscript><h1>JavaScript is disabled</h1></noscript>`,
  hcaptcha: `<title>Please verify you are human</title><form><div class="h-captcha" data-sitekey="1"></div></form>`,
};

const WIDGETS = {
  'a form with Turnstile': `<title>Contact</title><form><label>Email <input></label><div class="cf-turnstile" data-sitekey="1"></div></form>
    <script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script><p>Verify you are human</p>`,
  'a form with hCaptcha': `<title>Log in</title><form>Email <input><div class="h-captcha"></div></form><script src="https://js.hcaptcha.com/1/api.js"></script>`,
  'a form with reCAPTCHA': `<title>Sign up</title><p>I am not a robot</p><div class="g-recaptcha"></div>`,
  'JavaScript detections of Cloudflare': `<p>Hello</p><script>window.__CF$cv$params={r:'1'};a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>`,
  'the sensor of DataDome': `<p>Hello</p><script>window.ddjskey='1'</script><script src="https://js.datadome.co/tags.js"></script>`,
  'the sensor of HUMAN': `<p>Hello</p><script>window._pxAppId='PX1'</script><script src="/PX1/init.js"></script>`,
  'the sensor of Imperva': `<p>Hello</p><script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>`,
  'the SDK of AWS WAF': `<p>Hello</p><script src="https://1.sdk.awswaf.com/1/challenge.js"></script><script>AwsWafIntegration.getToken()</script>`,
  'text about challenges': `<p>Look for <code>window._cf_chl_opt</code> in the page.</p>`,
  'an article that carries the markup': `<p>${'Much to read here. '.repeat(80)}</p><script>window._cf_chl_opt={}</script>`,
};

describe('the challenge of a bot wall, answered with status 200', () => {
  it.each(Object.entries(CHALLENGES))('of %s is refused', async (_, body) => {
    await expect(scrape({ body })).rejects.toMatchObject(REFUSAL);
    const { world } = fakeSites({ [HOME]: { body } });
    const site = parseWebSite('acme-widgets.com');
    await expect(websiteContacts.ask(site, world)).rejects.toMatchObject(REFUSAL);
    expect(await businessSite.ask({ site, line1: '1 Main St' }, world)).toMatchObject({
      live: true,
      showsAddress: null,
    });
  });

  it.each(Object.entries(WIDGETS))('is not %s', async (_, body) => {
    expect(await scrape({ body })).toMatchObject({ status: 200 });
  });

  it('is refused by the header of Cloudflare, whatever the status', async () => {
    const headers = { 'cf-mitigated': 'challenge' };
    await expect(scrape({ status: 403, body: 'x', headers })).rejects.toMatchObject(REFUSAL);
  });

  it('is refused where a browser is shown it', async () => {
    const { world } = fakeSites({ [HOME]: { body: 'x' } }, async () => CHALLENGES.cloudflare);
    await expect(renderedPage.ask(QUERY, world)).rejects.toMatchObject(REFUSAL);
  });
});
