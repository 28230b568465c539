import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endSession, originOf, setDeviceCookie, setSessionCookie } from '#modules/accounts/public.ts';
import { finishSignIn } from './actions/finish-sign-in.ts';
import { SignInRefused } from './identity-provider-port.ts';
import { callbackPath } from './present.ts';
import { redirectUri } from './routes.ts';
import type { SsoServices } from './services.ts';

/** SSO-016: the provider leads the browser here. Ends at a page of this application, signed in or with the reason why not. */
export function mountCallback(app: FastifyInstance, services: SsoServices): void {
  const { database, secureCookies, log } = services;
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const { searchParams: query } = new URL(request.url, 'http://inside.invalid');
    const answered = { query, browser: services.browser.read(request), redirectUri: redirectUri(services, request) };
    void reply.header('cache-control', 'no-store');
    try {
      const entered = await finishSignIn(services, answered, originOf({ request }));
      // Whoever was signed in here before is not any more.
      await endSession(database, request, reply);
      setSessionCookie(reply, entered.session, secureCookies);
      setDeviceCookie(reply, entered.device, secureCookies);
      return reply.redirect(entered.next, 303);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      log.info({ err: error }, 'a sign-in through an identity provider was refused');
      return reply.redirect(`/login/sso?problem=${error.problem}`, 303);
    }
  };
  app.get(callbackPath, enter);
}
