import type { SocialBackend } from '@headwater/domain/companies/social-sign-in';
import type { SignInServices } from '#modules/accounts/public/sign-in.ts';
import type { Client, IdentityProvider, Metadata } from '#modules/sso/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { BrowserCookie } from '#platform/http/browser-cookie.ts';
import type { Log } from '#platform/log.ts';

export interface Backend extends Pick<Client, 'clientId' | 'clientSecret' | 'idpUrl'> {
  name: SocialBackend;
  /** Each organisation has its own issuer. */
  ofAllTenants: boolean;
}

export type SocialServices = SignInServices & {
  backends: readonly Backend[];
  provider: IdentityProvider;
  metadataOf(backend: Backend): Promise<Metadata>;
  browser: BrowserCookie;
  secureCookies: boolean;
  log: Log;
  /** Undefined: the host of the request. */
  publicAddress: string | undefined;
  mayRegister(): Promise<boolean>;
  mustJoinCompany(tx: Tx, email: string, now: Date): Promise<boolean>;
};
