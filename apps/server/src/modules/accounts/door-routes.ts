import type { RegistrationServices } from './actions/register.ts';
import type { CaptchaCheck } from './captcha.ts';
import { passwordRoutes } from './password-routes.ts';
import { registrationRoutes } from './registration-routes.ts';

export type DoorServices = RegistrationServices & { captcha: CaptchaCheck };

/** How people come to an account, and to a password. */
export const doorRoutes = (services: DoorServices) => ({
  passwords: passwordRoutes(services),
  registration: registrationRoutes(services),
});
