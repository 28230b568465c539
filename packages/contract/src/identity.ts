import { ownAddress } from './own-address.ts';
import { passwords } from './passwords.ts';
import { registration } from './registration.ts';
import { security } from './security.ts';
import { setup } from './setup.ts';
import { socialSignIn } from './social-sign-in.ts';
import { sso } from './sso.ts';

export const identity = {
  ownAddress,
  passwords,
  registration,
  security,
  setup,
  socialSignIn,
  sso,
};
