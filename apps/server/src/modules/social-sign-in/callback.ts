import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '#modules/accounts/public.ts';
import { replaceSession, sessionCookie } from '#modules/accounts/public/sign-in.ts';
import { type Finished, finishSignIn } from './actions/finish.ts';
import { SocialRefused } from './refused.ts';
import type { Backend, SocialServices } from './services.ts';

/** One URL per service, so that answers cannot be mixed up. */
const pathOf = (name: string): string => `/oauth/callback/${name}/`;

/** Services only redirect to registered URLs, so the host header needs no check. */
export const redirectUri = (
  { publicAddress }: Pick<SocialServices, 'publicAddress'>,
  request: FastifyRequest,
  { name }: Pick<Backend, 'name'>,
): string => `${(publicAddress ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '')}${pathOf(name)}`;

const screens = { newcomer: 'attention_newbie', password: 'confirm_password', code: 'confirm_code' } as const;

const placeOf = (finished: Finished, { name }: Backend): string => {
  if (finished.kind === 'entered') return finished.entered.next;
  return finished.kind === 'step' ? `/oauth/${screens[finished.step]}/${name}` : `/settings?connected=${name}#security`;
};

export function mountCallbacks(app: FastifyInstance, services: SocialServices): void {
  const { log, browser } = services;
  const enter = (backend: Backend) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { searchParams: query } = new URL(request.url, 'http://inside.invalid');
    void reply.header('cache-control', 'no-store');
    const answered = {
      backend,
      query,
      browser: browser.read(request),
      session: request.cookies[sessionCookie],
      redirectUri: redirectUri(services, request, backend),
      origin: originOf({ request }),
    };
    try {
      const finished = await finishSignIn(services, answered);
      if (finished.kind === 'entered') await replaceSession(services, finished.entered, { request, reply });
      // Renews the cookie, because the step is valid for ten minutes.
      if (finished.kind === 'step' && answered.browser !== undefined) browser.put(reply, answered.browser);
      return reply.redirect(placeOf(finished, backend), 303);
    } catch (error) {
      if (!(error instanceof SocialRefused)) throw error;
      log.info({ err: error, backend: backend.name }, 'social sign-in rejected');
      const place = error.connects ? '/settings' : '/login';
      return reply.redirect(`${place}?service=${backend.name}&problem=${error.problem}${error.connects ? '#security' : ''}`, 303);
    }
  };
  for (const backend of services.backends) app.get(pathOf(backend.name), enter(backend));
}
