import { createMailSender, type EmailBinding } from '../../src/webhooks/mail-sender.ts';

/** Sends the mail it is given through the platform's own binding. */
export default {
  async fetch(request: Request, { EMAIL }: { EMAIL: EmailBinding }): Promise<Response> {
    try {
      await createMailSender(EMAIL, 'alerts@example.com').send(await request.json());
      return new Response('sent');
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
};
