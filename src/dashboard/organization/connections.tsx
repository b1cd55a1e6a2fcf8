import * as z from 'zod';
import {
  endConnection,
  limitConnection,
  readConnections,
} from '../../accounts/agent-connections.ts';
import type {
  ConsentClient,
  ConsentPrompt,
  ConsentReading,
  ConsentRequest,
  ConsentReturned,
} from '../../accounts/agent-consent.ts';
import { describeChanges } from '../../accounts/audit-log.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { listOwnOrganizations } from '../../accounts/team/own-account.ts';
import { ApiError } from '../../lib/errors.ts';
import { isolated } from '../../lib/text.ts';
import { mayLookUp } from '../../lookup/account/members.ts';
import { ActionForm, Button, Field, Form, HiddenFields, Select } from '../form/form.tsx';
import {
  emptyForm,
  type FormState,
  fieldError,
  formFields,
  handleForm,
  wrongField,
} from '../form/form-state.ts';
import { Day, formatNumber } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { TableOrEmpty } from '../layout/table.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import { isSuspended } from '../session/caller.ts';
import {
  clientAddress,
  type PageContext,
  PageError,
  type Pages,
  requireSessionUser,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { SUSPENDED_REFUSAL } from '../session/permissions.ts';

type Connection = Awaited<ReturnType<typeof readConnections>>[number];

const CONNECTION_COLUMNS =
  'Agent, Allowed by, Published by, Permissions, Credits a day, Since, Actions'.split(', ');

/** The connection with the id in the URL. @throws PageError 404 if the user may not see it */
async function visibleConnection(c: PageContext, { accounts }: DashboardServices) {
  const id = c.req.param('id');
  const seen = await readConnections(requireSessionUser(c), accounts);
  const found = seen.find(({ grantId }) => grantId === id);
  if (!found) throw new PageError(404, 'There is no such connection.');
  return found;
}

const auditedLimit = (credits: number | null) => ({ credits_per_day: credits ?? 'no limit' });

const limitForm = z.object({ credits_per_day: formFields.creditsPerDay });

const LimitField = () => (
  <Field
    name="credits_per_day"
    label="Credits a day, at most"
    hint="Leave empty for no limit. Beyond the limit, calls that cost credits are refused until midnight UTC."
    inputmode="numeric"
    maxlength={12}
  />
);

async function showLimit(c: PageContext, services: DashboardServices, form?: FormState) {
  const { grantId, clientName, creditsPerDay } = await visibleConnection(c, services);
  const state = form ?? emptyForm({ credits_per_day: String(creditsPerDay ?? '') });
  return page(
    c,
    { title: `Daily limit of ${isolated(clientName)}`, form: state },
    <Form action={`/app/connections/${grantId}/limit`} form={state}>
      <LimitField />
      <Button>Save</Button>
    </Form>,
  );
}

/** /app/connections: agents connected by OAuth, and "Disconnect". */
export function connectionPages(pages: Pages, services: DashboardServices): void {
  const { accounts } = services;

  pages.get('/connections', async (c) => {
    const user = requireSessionUser(c);
    const connections = await readConnections(user, accounts);
    const view = await accounts.accounts.view(user.organizationId);
    const emails = new Map(view?.members.map(({ id, email }) => [id, email]));
    const limitText = ({ creditsPerDay }: Pick<Connection, 'creditsPerDay'>): string =>
      creditsPerDay ? formatNumber(creditsPerDay) : 'No limit';
    const rowOf = ({ grantId, clientName, clientDomain, scopes, ...each }: Connection) => [
      clientName,
      emails.get(each.userId) ?? 'A former member',
      clientDomain ?? 'Not verified',
      scopes.join(', '),
      <a
        href={`/app/connections/${grantId}/limit`}
        aria-label={`${limitText(each)} per day for ${isolated(clientName)}`}
      >
        {limitText(each)}
      </a>,
      <Day at={each.createdAt} />,
      <ActionForm
        action={`/app/connections/${grantId}/end`}
        class="row"
        kind="danger"
        spoken={`Disconnect ${isolated(clientName)}`}
        label="Disconnect"
      />,
    ];
    const howTo = (
      <>
        Give an agent the address <code>{`${c.get('origin')}/mcp`}</code>. It sends you here to
        allow it. With an API key it can use every product.
      </>
    );
    const content = (
      <TableOrEmpty
        title="No agents are connected"
        empty={howTo}
        caption="Connected agents"
        head={CONNECTION_COLUMNS}
        rows={connections.map(rowOf)}
      />
    );
    return page(c, { title: 'Connections', wide: true }, content);
  });

  pages.post('/connections/:id/end', async (c) => {
    const { clientName, ...connection } = await visibleConnection(c, services);
    await endConnection(connection, accounts);
    const changes = describeChanges({}, { agent: clientName });
    await auditPageChange(c, services, connection.grantId, changes);
    return redirectWith(c, '/app/connections', `${clientName} is disconnected.`);
  });

  const show = (c: PageContext, form?: FormState) => showLimit(c, services, form);
  pages.get('/connections/:id/limit', (c) => show(c));
  pages.post(
    '/connections/:id/limit',
    handleForm(limitForm, show, async (c, { credits_per_day }) => {
      const { clientName, ...connection } = await visibleConnection(c, services);
      await limitConnection(connection, credits_per_day, accounts);
      const changes = describeChanges(auditedLimit(connection.creditsPerDay), {
        agent: clientName,
        ...auditedLimit(credits_per_day),
      });
      await auditPageChange(c, services, connection.grantId, changes);
      return redirectWith(c, '/app/connections', `The daily limit of ${clientName} is saved.`);
    }),
  );
}

const SCOPE_LABELS: ReadonlyMap<string, string> = new Map([
  ['lookup', 'Look up phone numbers, email addresses and IP addresses, paid with its credits'],
  ['account:read', 'Read its plan, balance and usage'],
]);

const requestQuery = (c: PageContext): string => new URL(c.req.url).search;

const consentRequest = (c: PageContext): ConsentRequest => ({
  query: requestQuery(c),
  origin: c.get('origin'),
  address: clientAddress(c),
});

const Scopes = ({ scopes }: Pick<ConsentPrompt, 'scopes'>) => (
  <ul>
    {scopes.map((scope) => (
      <li>
        {SCOPE_LABELS.get(scope) ?? scope} (<code>{scope}</code>)
      </li>
    ))}
  </ul>
);

/** The client, with its verified domain, or only the name it gives itself. */
const Client = ({ asked }: { asked: ConsentClient }) => (
  <>
    <p class="summary">
      <strong>{asked.clientName}</strong> asks to act for one of your organizations.{' '}
      {asked.clientDomain
        ? `It is published by ${asked.clientDomain}.`
        : 'It chose this name itself; the name is not verified.'}
    </p>
    {asked.isLoopback && (
      <p>
        <strong>It runs on your own computer.</strong> Continue only if you have just started this
        there.
      </p>
    )}
  </>
);

/** Organizations for which a person may make lookups, and so an agent of theirs. */
const lookupOrganizations = async (userId: string, { db }: Pick<AccountPorts, 'db'>) =>
  (await listOwnOrganizations(userId, { db })).filter(({ role }) => mayLookUp(role));

async function showConsent(
  c: PageContext,
  asked: ConsentPrompt,
  { accounts }: DashboardServices,
  sent?: FormState,
): Promise<Response> {
  const { userId, email, organizationId } = requireSessionUser(c);
  const organizations = await lookupOrganizations(userId, accounts);
  if (organizations.length === 0)
    throw new PageError(403, 'Your role cannot make lookups, so no agent can act for you.');
  const choices = organizations.map(
    (each) => [each.organizationId, each.organizationName] as const,
  );
  // The form redirects to the client; a policy can name a local program only by its scheme.
  const { protocol } = new URL(asked.redirectOrigin);
  c.set('formTargets', [/^https?:$/.test(protocol) ? asked.redirectOrigin : protocol]);
  const only = choices.length === 1 ? choices[0] : undefined;
  const content = (
    <>
      <Client asked={asked} />
      <p>
        You are signed in as <strong>{email}</strong>
        {only && ` of ${only[1]}`}. In either case, you return to{' '}
        <code>{asked.redirectOrigin}</code>.
      </p>
      <h2>If you allow it, it can</h2>
      <Scopes scopes={asked.scopes} />
      <Form
        action={`/oauth/authorize${requestQuery(c)}`}
        form={sent ?? emptyForm({ organization: organizationId })}
      >
        {only ? (
          <HiddenFields fields={{ organization: only[0] }} />
        ) : (
          <Select
            name="organization"
            hint="The organization that pays for the agent's lookups."
            choices={choices}
          />
        )}
        <LimitField />
        <div class="row">
          <Button name="decision" value="allow">
            Allow
          </Button>
          <Button kind="quiet" name="decision" value="deny">
            Deny
          </Button>
        </div>
      </Form>
      <p>You can end this access or change the limit at any time under Connections.</p>
    </>
  );
  return page(c, { title: 'Allow this agent?', ...(sent && { form: sent }) }, content);
}

/** Shows an error; it is sent to the client only after a user has seen the client's name. */
const showFailure = (
  c: PageContext,
  { client, why, to }: Extract<ConsentReading, { kind: 'failed' }>,
): Promise<Response> =>
  page(
    c,
    { title: 'This agent cannot be allowed', status: 400 },
    <>
      <Client asked={client} />
      <p>{`${why} It has not been given any access.`}</p>
      <p>
        Connect it again. If this page comes again, update the agent, or tell its maker what this
        page says.
      </p>
      <p>
        <a href={to} rel="noreferrer">
          {`Return to ${client.redirectOrigin}`}
        </a>
      </p>
    </>,
  );

/** /oauth/authorize: the consent page of a signed-in user. */
export function consentPages(pages: Pages, services: DashboardServices): void {
  const { accounts, consents, callers } = services;

  const answer = (c: PageContext, reading: ConsentReading | ConsentReturned, sent?: FormState) => {
    switch (reading.kind) {
      case 'refused': {
        const { message, retryAfterSeconds: seconds } = reading;
        throw seconds === undefined
          ? new PageError(400, message)
          : new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: seconds });
      }
      case 'failed':
        return showFailure(c, reading);
      case 'asked':
        return showConsent(c, reading.asked, services, sent);
      case 'returned':
        return c.redirect(reading.to, 302);
    }
  };

  pages.get('/connections/new', async (c) => {
    const agents = await consents();
    return answer(c, await agents.read(consentRequest(c)));
  });

  pages.post('/connections/new', async (c) => {
    const decision = c.get('sentForm')?.get('decision');
    const wanted = c.get('sentForm')?.get('organization') ?? '';
    if (decision !== 'allow' && decision !== 'deny')
      throw new PageError(400, 'Choose Allow or Deny.');
    const agents = await consents();
    if (decision === 'deny') return answer(c, await agents.deny(consentRequest(c)));
    const { userId } = requireSessionUser(c);
    const mine = await lookupOrganizations(userId, accounts);
    const chosen = mine.find(({ organizationId }) => organizationId === wanted);
    if (!chosen) throw new PageError(403, 'You cannot make lookups for this organization.');
    if (await isSuspended({ ...chosen, userId }, callers))
      throw new PageError(403, SUSPENDED_REFUSAL);
    const values = new Map(c.get('sentForm') ?? []);
    const limit = limitForm.safeParse(Object.fromEntries(values));
    if (!limit.success) {
      const error = fieldError('credits_per_day', limit.error.issues[0]?.message ?? '');
      const sent = wrongField({ values }, 'credits_per_day', error);
      return answer(c, await agents.read(consentRequest(c)), sent);
    }
    const organization = { id: chosen.organizationId, region: chosen.region };
    const decided = { userId, organization, creditsPerDay: limit.data.credits_per_day };
    const reading = await agents.allow(consentRequest(c), decided);
    if (reading.kind === 'returned') {
      const { grantId, asked } = reading;
      const limits = { scopes: asked.scopes, ...auditedLimit(decided.creditsPerDay) };
      const changes = describeChanges({}, { agent: asked.clientName, ...limits });
      await auditPageChange(c, services, grantId, changes, wanted);
    }
    return answer(c, reading);
  });
}
