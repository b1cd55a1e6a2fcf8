import { isManager } from '../../lookup/account/members.ts';
import type { DeliveryError, WebhookDelivery } from '../../lookup/jobs/webhooks.ts';
import { EXCERPT_BYTES } from '../../webhooks/delivery.ts';
import {
  type DeliveryExchange,
  listDeliveries,
  readExchange,
} from '../../webhooks/delivery-log.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import { redeliverEvent, resendSince } from '../../webhooks/redelivery.ts';
import { MAX_ATTEMPTS } from '../../webhooks/series.ts';
import { catchApiError } from '../form/api-error.tsx';
import { ActionForm, Button, Field, Form } from '../form/form.tsx';
import { fieldError } from '../form/form-state.ts';
import {
  formatNumber,
  ModeBadge,
  Moment,
  OlderLink,
  pluralize,
  truncate,
} from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import {
  EmptyState,
  Facts,
  longCell,
  PageSection,
  ScrollableCode,
  Table,
} from '../layout/table.tsx';
import {
  type PageContext,
  type Pages,
  requireSessionUser,
  visibleRealm,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';

const DELIVERIES_PATH = '/app/deliveries';

const DELIVERIES_LIMIT = 50;

/** Field for the time since which failed deliveries are sent again. */
export const ResendFields = () => (
  <>
    <Field
      name="since"
      type="date"
      required
      hint="Deliveries of events on or after that day, UTC."
    />
    <Button kind="quiet">Send again</Button>
  </>
);

/** Milliseconds since the epoch. @throws ApiError INVALID_INPUT */
export function sentSince(c: PageContext): number {
  const since = Date.parse(c.get('sentForm')?.get('since') ?? '');
  if (Number.isNaN(since)) throw fieldError('since', 'Choose a day.');
  return since;
}

export const resentMessage = (count: number): string =>
  `${pluralize(count, 'delivery', 'deliveries')} will be sent again.`;

const FAILURE_REASONS: Readonly<Record<DeliveryError, string>> = {
  TIMEOUT: 'no response in time',
  CONNECTION_FAILED: 'no connection',
  ADDRESS_FORBIDDEN: 'the address is not public',
  NAME_UNRESOLVED: 'the name could not be resolved',
  REDIRECTED: 'answered with a redirect',
  HTTP_STATUS: 'answered with an error',
  INTERRUPTED: 'interrupted',
  SECRET_UNREADABLE: "the webhook's secret can no longer be read",
  MAIL_NOT_CONFIGURED: 'the service sends no mail',
  MAIL_REFUSED: 'the mail was refused',
  ORGANIZATION_CLOSED: 'the organization is closed',
  ENDPOINT_INACTIVE: 'the endpoint is switched off or deleted',
  EVENT_GONE: 'the event is past its retention',
};

/** Why an attempt failed, with the status of the answer. */
export const failureReason = ({
  errorCode,
  httpStatus,
}: Pick<WebhookDelivery, 'errorCode' | 'httpStatus'>): string => {
  const code = httpStatus === null ? '' : ` (${httpStatus})`;
  return `${errorCode ? FAILURE_REASONS[errorCode] : 'unknown'}${code}`;
};

const deliveryOutcome = ({
  status,
  httpStatus,
  errorCode,
  attempts,
  nextAttemptAt,
}: WebhookDelivery): string => {
  if (status === 'pending' && nextAttemptAt === null) return 'In progress';
  const code = httpStatus === null ? '' : ` (${httpStatus})`;
  if (status === 'delivered') return `Delivered${code}`;
  if (status === 'pending') return `Tried ${attempts} of ${MAX_ATTEMPTS} times${code}`;
  const times = attempts > 1 ? ` ${attempts} times` : '';
  return `Failed${times}: ${failureReason({ errorCode, httpStatus })}`;
};

/** Button to send again; not for mails, and for an endpoint's deliveries only for its managers. */
const SendAgain = ({
  c,
  delivery: { id, url, endpointId },
}: {
  c: PageContext;
  delivery: WebhookDelivery;
}) =>
  url.startsWith('mailto:') ||
  (endpointId !== null && !isManager(requireSessionUser(c).role)) ? null : (
    <ActionForm action={`/app/deliveries/${id}/redeliver`} kind="quiet" label="Send again" />
  );

const Deliveries = ({ c, deliveries }: { c: PageContext; deliveries: WebhookDelivery[] }) => (
  <Table
    caption="Deliveries, newest first"
    head={['Event', 'Receiver', 'Outcome', 'Time', 'Mode', 'Again']}
    rows={deliveries.map((delivery) => [
      <>
        <a href={`/app/deliveries/${delivery.id}`}>
          <code>{delivery.type}</code>
        </a>
        {delivery.redeliveryOf && <span class="hint"> sent again</span>}
      </>,
      longCell(truncate(delivery.url)),
      <span class={`status ${delivery.status}`}>
        {deliveryOutcome(delivery)}
        {delivery.durationMs !== null && <span class="hint"> {delivery.durationMs} ms</span>}
      </span>,
      <Moment at={delivery.createdAt} />,
      <ModeBadge mode={delivery.mode} />,
      <SendAgain c={c} delivery={delivery} />,
    ])}
  />
);

interface ExcerptProps {
  label: string;
  text: string;
  bytes: number | null;
}

const Excerpt = ({ label, text, bytes }: ExcerptProps) => (
  <>
    <ScrollableCode label={label} code={text} />
    {bytes !== null && bytes > EXCERPT_BYTES && (
      <p class="hint">The beginning of {formatNumber(bytes)} bytes.</p>
    )}
  </>
);

const Exchange = ({ delivery, request, response }: DeliveryExchange) => (
  <>
    <p class="summary">
      <code>{delivery.url}</code>
    </p>
    <Facts
      facts={[
        ['Outcome', deliveryOutcome(delivery)],
        ['Time', <Moment at={delivery.createdAt} />],
        ['Mode', <ModeBadge mode={delivery.mode} />],
        delivery.nextAttemptAt !== null && ['Next attempt', <Moment at={delivery.nextAttemptAt} />],
      ]}
    />
    {request && (
      <PageSection title="Sent">
        <Excerpt
          label="The request"
          text={[
            ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
            '',
            request.body,
          ].join('\n')}
          bytes={request.bodyBytes}
        />
      </PageSection>
    )}
    <PageSection title="Response">
      {response ? (
        <Excerpt
          label="The answer"
          text={[`HTTP ${delivery.httpStatus}`, response.contentType ?? '', '', response.body].join(
            '\n',
          )}
          bytes={null}
        />
      ) : (
        <p class="hint">No reply.</p>
      )}
    </PageSection>
  </>
);

/** /app/deliveries: deliveries, and sending them again. */
export function deliveryPages(pages: Pages, { webhooks }: { webhooks: WebhookPorts }): void {
  pages.get('/deliveries', async (c) => {
    const cursor = c.req.query('cursor') ?? null;
    const found = await listDeliveries(
      { ...visibleRealm(c), limit: DELIVERIES_LIMIT, cursor },
      webhooks,
    );
    const content =
      found.deliveries.length === 0 ? (
        <EmptyState title="No deliveries yet">
          <p>
            A <a href="/app/webhooks">webhook endpoint</a> receives an event when a job ends or a
            monitor finds a change. A job or a monitor may also have its own receiver.
          </p>
        </EmptyState>
      ) : (
        <>
          <p class="summary">
            Deliveries of the last 30 days. Sending again signs the same body again.
          </p>
          <Deliveries c={c} deliveries={found.deliveries} />
          <OlderLink path="/app/deliveries" cursor={found.nextCursor} />
          <details class="aside">
            <summary>Resend all failed deliveries to the webhook_url of jobs and monitors</summary>
            <p class="hint">
              Failed deliveries to an endpoint are sent again on{' '}
              <a href="/app/webhooks">its page</a>.
            </p>
            <Form action={`${DELIVERIES_PATH}/redeliver`}>
              <ResendFields />
            </Form>
          </details>
        </>
      );
    return page(c, { title: 'Deliveries', wide: true }, content);
  });

  pages.get('/deliveries/:id', async (c) => {
    const reference = { ...visibleRealm(c), deliveryId: c.req.param('id') };
    const exchange = await readExchange(reference, webhooks);
    const content = (
      <>
        <Exchange {...exchange} />
        <SendAgain c={c} delivery={exchange.delivery} />
      </>
    );
    return page(c, { title: exchange.delivery.type }, content);
  });

  pages.post('/deliveries/redeliver', async (c) => {
    const sent = await catchApiError(() =>
      resendSince({ ...visibleRealm(c), endpointId: null }, sentSince(c), webhooks),
    );
    return sent.ok
      ? redirectWith(c, DELIVERIES_PATH, resentMessage(sent.value))
      : redirectWith(c, DELIVERIES_PATH, sent.refusal.message, 'bad');
  });

  pages.post('/deliveries/:id/redeliver', async (c) => {
    const { userId } = requireSessionUser(c);
    const named = { ...visibleRealm(c), userId, deliveryId: c.req.param('id') };
    const sent = await catchApiError(() => redeliverEvent(named, webhooks));
    if (!sent.ok && sent.refusal.code === 'NOT_FOUND') throw sent.refusal;
    if (!sent.ok) return redirectWith(c, '/app/deliveries', sent.refusal.message, 'bad');
    const isDelivered = sent.value.status === 'delivered';
    return redirectWith(
      c,
      '/app/deliveries',
      isDelivered ? 'Sent again and delivered.' : `Sent again. ${deliveryOutcome(sent.value)}.`,
      isDelivered ? 'good' : 'bad',
    );
  });
}
