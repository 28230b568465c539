import { implement } from '@orpc/server';
import { passwords } from '@headwater/contract/passwords';
import type { RequestContext } from '#platform/http/context.ts';
import { changePassword, findReset, type PasswordServices, recoverPassword, resetPassword } from './users/passwords.ts';
import { type CaptchaCheck, requireCaptcha } from './sign-in/captcha.ts';
import { originOf, sessionCookie } from './sessions/session.ts';

export function passwordRoutes(services: PasswordServices & { captcha: CaptchaCheck }) {
  const api = implement(passwords).$context<RequestContext>();
  return {
    recover: api.recover.handler(async ({ input: { email, captcha }, context }) => {
      await requireCaptcha(services.captcha, captcha);
      await recoverPassword(services, { email, language: context.language }, originOf(context));
      return {};
    }),
    findReset: api.findReset.handler(async ({ input: { token } }) => ({ email: (await findReset(services, token)).email })),
    reset: api.reset.handler(async ({ input: { token, password } }) => {
      await resetPassword(services, { token, password });
      return {};
    }),
    change: api.change.handler(async ({ input, context: { actor, request } }) => {
      const { current_password: current, password, revoke_token: revokesToken } = input;
      const session = request.cookies[sessionCookie] ?? '';
      await changePassword(services, { userId: actor.userId, current, password, session, revokesToken });
      return {};
    }),
  };
}
