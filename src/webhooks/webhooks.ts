import type { Webhooks } from '../core/jobs/webhooks.ts';
import { deliver, deliverMail } from './deliver.ts';
import type { WebhookPorts } from './ports.ts';
import { registerWebhook } from './register-webhook.ts';

/** Webhooks as the verbs that own them see them. */
export const createWebhooks = (ports: WebhookPorts): Webhooks => ({
  register: (url) => registerWebhook(url, ports),
  deliver: (webhook, event) => deliver(webhook, event, ports),
  mail: (mail, event) => deliverMail(mail, event, ports),
});
