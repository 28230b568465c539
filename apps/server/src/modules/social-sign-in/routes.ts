import { implement } from '@orpc/server';
import { socialSignIn } from '@headwater/contract/social-sign-in';
import { originOf } from '#modules/accounts/public.ts';
import { replaceSession, requireProof, sessionHashOf, type SignInResult } from '#modules/accounts/public/sign-in.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { beginSignIn, requireBackend } from './actions/begin.ts';
import { confirmPassword, findPending, register } from './actions/answer-step.ts';
import { redirectUri } from './callback.ts';
import type { SocialServices } from './services.ts';
import { placeOf } from './pending-steps.ts';

export function socialSignInRoutes(services: SocialServices) {
  const { browser } = services;
  const api = implement(socialSignIn).$context<RequestContext>();

  const begin = async (
    { request, reply }: Pick<RequestContext, 'request' | 'reply'>,
    name: string,
    more: { next?: string | undefined; sessionHash?: Buffer },
  ) => {
    const backend = requireBackend(services, name);
    const begun = await beginSignIn(services, {
      backend,
      ...more,
      browser: browser.read(request),
      redirectUri: redirectUri(services, request, backend),
    });
    browser.put(reply, begun.browser);
    return { url: begun.url };
  };
  const place = ({ request }: Pick<RequestContext, 'request'>, name: string) =>
    placeOf({ browser: browser.read(request), backend: requireBackend(services, name) });
  const answer = async (result: SignInResult, context: RequestContext) => {
    if (result.kind === 'confirmation') {
      const { token, app, email, next } = result;
      return { next, confirmation: { token, app, email } };
    }
    await replaceSession(services, result, context);
    return { next: result.next, confirmation: null };
  };

  return {
    backends: api.backends.handler(() => ({ backends: services.backends.map(({ name }) => name) })),
    begin: api.begin.handler(({ input: { backend, next }, context }) => begin(context, backend, { next })),
    step: api.step.handler(({ input: { backend }, context }) => findPending(services, place(context, backend))),
    register: api.register.handler(async ({ input, context }) => {
      const { backend, step, first_name: firstName, last_name: lastName, language } = input;
      const person = { step, firstName, lastName, language, origin: originOf(context) };
      return answer(await register(services, place(context, backend), person), context);
    }),
    confirmPassword: api.confirmPassword.handler(async ({ input: { backend, step, password }, context }) =>
      answer(await confirmPassword(services, place(context, backend), { step, password, origin: originOf(context) }), context),
    ),
    connect: api.connect.handler(async ({ input: { backend, ...proof }, context }) => {
      const { actor, request } = context;
      requireBackend(services, backend);
      await requireProof(services, { ...proof, userId: actor.userId, host: request.host });
      return begin(context, backend, { sessionHash: sessionHashOf(request) });
    }),
  };
}
