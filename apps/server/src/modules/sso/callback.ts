import type { FastifyInstance, FastifyRequest } from 'fastify';
import { originOf } from '#modules/accounts/public.ts';
import { replaceSession, sessionCookie } from '#modules/accounts/public/sign-in.ts';
import { finishSignIn } from './actions/finish-sign-in.ts';
import { SignInRefused } from './identity-provider-port.ts';
import { callbackPath } from './present.ts';
import { redirectUri, refusedAt } from './routes.ts';
import type { SsoServices } from './services.ts';

const queryOf = (request: FastifyRequest) => new URL(request.url, 'http://inside.invalid').searchParams;

/** SSO-016. */
export function mountCallback(app: FastifyInstance, services: SsoServices): void {
  app.get(callbackPath, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      const browser = services.browser.read(request);
      const answered = {
        query: queryOf(request),
        browser,
        session: request.cookies[sessionCookie],
        redirectUri: redirectUri(services, request),
      };
      const finished = await finishSignIn(services, { ...answered, origin: originOf({ request }) });
      if (finished.kind === 'session') {
        await replaceSession(services, finished, { request, reply });
        return reply.redirect(finished.next, 303);
      }
      // Renews the cookie, because the link is valid for ten minutes.
      if (browser !== undefined) services.browser.put(reply, browser);
      return reply.redirect('/login/sso?problem=confirm_sent', 303);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      return reply.redirect(refusedAt(services, error), 303);
    }
  });
}
