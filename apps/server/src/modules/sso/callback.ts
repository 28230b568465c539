import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endSession, originOf, sessionCookie, setDeviceCookie, setSessionCookie } from '#modules/accounts/public.ts';
import { confirmSignIn, finishSignIn } from './actions/finish-sign-in.ts';
import { SignInRefused } from './identity-provider-port.ts';
import { callbackPath, confirmPath } from './present.ts';
import { redirectUri } from './routes.ts';
import type { SsoServices } from './services.ts';

type Session = Awaited<ReturnType<typeof confirmSignIn>>;

const queryOf = (request: FastifyRequest) => new URL(request.url, 'http://inside.invalid').searchParams;

/** SSO-016: the provider, or a link in an e-mail, leads the browser here. Ends at a page of this application, signed in or with the reason why not. */
export function mountCallback(app: FastifyInstance, services: SsoServices): void {
  const { database, secureCookies, log } = services;
  const admit = async (entered: Session, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    // Whoever was signed in here before is not any more.
    await endSession(database, request, reply);
    setSessionCookie(reply, entered.session, secureCookies);
    setDeviceCookie(reply, entered.device, secureCookies);
    return reply.redirect(entered.next, 303);
  };
  /** `work` answers undefined where the person was asked something at their address. */
  const ending =
    (work: (request: FastifyRequest, reply: FastifyReply) => Promise<Session | undefined>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('cache-control', 'no-store');
      try {
        const entered = await work(request, reply);
        return await (entered ? admit(entered, { request, reply }) : reply.redirect('/login/sso?problem=confirm_sent', 303));
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        log.info({ err: error }, 'a sign-in through an identity provider was refused');
        return reply.redirect(`/login/sso?problem=${error.problem}`, 303);
      }
    };
  app.get(
    callbackPath,
    ending(async (request, reply) => {
      const browser = services.browser.read(request);
      const answered = {
        query: queryOf(request),
        browser,
        session: request.cookies[sessionCookie],
        redirectUri: redirectUri(services, request),
      };
      const finished = await finishSignIn(services, { ...answered, origin: originOf({ request }) });
      if (finished.kind === 'session') return finished;
      // The link has its own ten minutes, however long the provider took.
      if (browser !== undefined) services.browser.put(reply, browser);
      return undefined;
    }),
  );
  app.get(
    confirmPath,
    ending((request) => {
      const token = queryOf(request).get('token') ?? '';
      return confirmSignIn(services, { token, browser: services.browser.read(request), origin: originOf({ request }) });
    }),
  );
}
