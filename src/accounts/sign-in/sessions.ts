import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';

/**
 * A plugin of better-auth with one endpoint, which begins a session for a user who has been
 * recognised by other means than its own `signInEmail`. None of its endpoints is served.
 */
export const sessionPlugin = () => ({
  id: 'open-session' as const,
  endpoints: {
    openSession: createAuthEndpoint(
      '/open-session',
      {
        method: 'POST',
        body: z.object({ userId: z.string() }),
        metadata: { SERVER_ONLY: true as const },
      },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new TypeError('a session needs a user');
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({});
      },
    ),
  },
});
