import { implement } from '@orpc/server';
import { registration } from '@headwater/contract/registration';
import type { RequestContext } from '#platform/http/context.ts';
import { activate, register, type RegistrationServices, resend } from './users/register.ts';
import { type CaptchaCheck, requireCaptcha } from './sign-in/captcha.ts';
import { originOf } from './sessions/session.ts';

export function registrationRoutes(services: RegistrationServices & { captcha: CaptchaCheck }) {
  const api = implement(registration).$context<RequestContext>();
  return {
    register: api.register.handler(async ({ input, context }) => {
      await requireCaptcha(services.captcha, input.captcha);
      const { first_name: firstName, last_name: lastName, email, password, language } = input;
      await register(services, { firstName, lastName, email, password, language }, originOf(context));
      return {};
    }),
    state: api.state.handler(async () => ({ is_open: await services.isOpen() })),
    activate: api.activate.handler(async ({ input: { token } }) => ({ email: await activate(services, token) })),
    resendActivation: api.resendActivation.handler(async ({ input: { email }, context }) => {
      await resend(services, { purpose: 'activate', email }, originOf(context));
      return {};
    }),
    resendVerification: api.resendVerification.handler(async ({ input: { email }, context }) => {
      await resend(services, { purpose: 'verify', email }, originOf(context));
      return {};
    }),
  };
}
