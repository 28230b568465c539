import type { RegistrationServices } from './users/register.ts';
import type { CaptchaCheck } from './sign-in/captcha.ts';
import { ownAddressRoutes } from './own-address-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { type SecurityServices, securityRoutes } from './security-routes.ts';
import { registrationRoutes } from './registration-routes.ts';

export type VisitorServices = RegistrationServices & SecurityServices & { captcha: CaptchaCheck };

export const visitorRoutes = (services: VisitorServices) => ({
  ownAddress: ownAddressRoutes(services),
  passwords: passwordRoutes(services),
  registration: registrationRoutes(services),
  security: securityRoutes(services),
});
