import { Hono } from 'hono';
import * as z from 'zod';
import { organizationsOf } from '../../accounts/connections.ts';
import type {
  AskingClient,
  ConsentAsked,
  ConsentReading,
  ConsentRequest,
  ConsentReturned,
} from '../../core/account/agents.ts';
import { audited } from '../audited.ts';
import { type DashboardEnv, type PageContext, visitorOf } from '../context.ts';
import { Button, Form, Select } from '../form/form.tsx';
import { freshForm, readForm } from '../form/read-form.ts';
import { page } from '../layout/page.tsx';
import { Refused } from '../refused.ts';
import type { DashboardServices } from '../services.ts';
import { addressOf } from '../session/address.ts';

/** What each scope lets an agent do, in the words of whoever decides. */
export const SCOPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['lookup', 'Look up phone numbers, email addresses and IP addresses, paid with its credits'],
  ['account:read', 'Read its plan, balance and usage'],
]);

const consentForm = z.object({
  decision: z.enum(['allow', 'deny']),
  organization: z.string().max(100).default(''),
});

const queryOf = (c: PageContext): string => new URL(c.req.url).search;

const requestOf = (c: PageContext): ConsentRequest => ({
  query: queryOf(c),
  origin: c.get('origin'),
  address: addressOf(c),
});

const Scopes = ({ scopes }: Pick<ConsentAsked, 'scopes'>) => (
  <ul>
    {scopes.map((scope) => (
      <li>
        {SCOPE_WORDS.get(scope) ?? scope} (<code>{scope}</code>)
      </li>
    ))}
  </ul>
);

/** Who asks, as far as anybody can tell. */
const Client = ({ asked }: { asked: AskingClient }) => (
  <>
    <p class="summary">
      <strong>{asked.clientName}</strong> asks to act for an organization of yours.{' '}
      {asked.clientDomain
        ? `It is published by ${asked.clientDomain}.`
        : 'It gave this name itself: nobody vouches for it.'}
    </p>
    {asked.isLoopback && (
      <p>
        <strong>It runs on your own computer.</strong> Go on only if you have just begun this there.
      </p>
    )}
  </>
);

async function show(
  c: PageContext,
  asked: ConsentAsked,
  { accounts }: DashboardServices,
): Promise<Response> {
  const { userId, email, organizationId } = visitorOf(c);
  const organizations = await organizationsOf(userId, accounts);
  const choices = organizations.map(
    (each) => [each.organizationId, each.organizationName] as const,
  );
  // The form ends in a redirect to the client.
  c.set('formTargets', [asked.redirectOrigin]);
  const only = choices.length === 1 ? choices[0] : undefined;
  const content = (
    <>
      <Client asked={asked} />
      <p>
        You are signed in as <strong>{email}</strong>
        {only && ` of ${only[1]}`}. Whatever you choose, you go back to{' '}
        <code>{asked.redirectOrigin}</code>.
      </p>
      <h2>It could</h2>
      <Scopes scopes={asked.scopes} />
      <Form c={c} action={`/oauth/authorize${queryOf(c)}`}>
        {only ? (
          <input type="hidden" name="organization" value={only[0]} />
        ) : (
          <Select
            form={freshForm({ organization: organizationId })}
            name="organization"
            hint="Pays for what the agent does."
            choices={choices}
          />
        )}
        <div class="row">
          <Button name="decision" value="allow">
            Allow
          </Button>
          <Button kind="quiet" name="decision" value="deny">
            Deny
          </Button>
        </div>
      </Form>
      <p>You can end this at any time under Connections.</p>
    </>
  );
  return page(c, { title: 'Let this agent in?' }, content);
}

/** The client hears what went wrong only from a user who has seen who it is. */
const showFailure = (
  c: PageContext,
  { client, why, to }: Extract<ConsentReading, { kind: 'failed' }>,
): Promise<Response> =>
  page(
    c,
    { title: 'This agent cannot be let in', status: 400 },
    <>
      <Client asked={client} />
      <p>{`Its request cannot be used: ${why}. Nothing has been given to it.`}</p>
      <p>
        <a href={to} rel="noreferrer">
          {`Tell it, at ${client.redirectOrigin}`}
        </a>
      </p>
    </>,
  );

/** /oauth/authorize: an agent asks, somebody who has signed in decides. */
export function consentPages(services: DashboardServices): Hono<DashboardEnv> {
  const { accounts, consents } = services;
  const pages = new Hono<DashboardEnv>();

  const answer = (c: PageContext, reading: ConsentReading | ConsentReturned) => {
    switch (reading.kind) {
      case 'refused': {
        const { message, retryAfterSeconds: seconds } = reading;
        throw seconds === undefined
          ? new Refused(400, message)
          : new Refused(429, message, seconds);
      }
      case 'failed':
        return showFailure(c, reading);
      case 'asked':
        return show(c, reading.asked, services);
      case 'returned':
        return c.redirect(reading.to, 302);
    }
  };

  pages.get('/connections/new', async (c) => {
    const agents = await consents();
    return answer(c, await agents.read(requestOf(c)));
  });

  pages.post('/connections/new', async (c) => {
    const form = readForm(c, consentForm);
    if (!form.ok) throw new Refused(400, 'Choose Allow or Deny.');
    const { decision, organization: wanted } = form.values;
    const agents = await consents();
    if (decision === 'deny') return answer(c, await agents.deny(requestOf(c)));
    const { userId } = visitorOf(c);
    const mine = await organizationsOf(userId, accounts);
    const chosen = mine.find(({ organizationId }) => organizationId === wanted);
    if (!chosen) throw new Refused(403, 'You do not belong to this organization.');
    const organization = { id: chosen.organizationId, region: chosen.region };
    const reading = await agents.allow(requestOf(c), { userId, organization });
    if (reading.kind === 'returned') await audited(c, services, null, wanted);
    return answer(c, reading);
  });
  return pages;
}
