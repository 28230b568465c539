import type { SocialBackend } from '@headwater/domain/companies/social-sign-in';
import type { SignInServices } from '#modules/accounts/public.ts';
import type { Client, IdentityProvider, Metadata } from '#modules/sso/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { BrowserCookie } from '#platform/http/browser-cookie.ts';
import type { Log } from '#platform/log.ts';

/** A service as the operator has set it up. */
export interface Backend extends Pick<Client, 'clientId' | 'clientSecret' | 'idpUrl'> {
  name: SocialBackend;
  /** Whether people of many organisations sign in there, each with an issuer of its own. */
  ofAllTenants: boolean;
}

export type SocialServices = SignInServices & {
  backends: readonly Backend[];
  provider: IdentityProvider;
  /** As the service says of itself. Throws DiscoveryError. */
  metadataOf(backend: Backend): Promise<Metadata>;
  /** Tells the browser that began a sign-in from all others. */
  browser: BrowserCookie;
  secureCookies: boolean;
  log: Log;
  /** Public address of this installation; unset: where the browser has found it. */
  publicAddress: string | undefined;
  /** Whether strangers may register now. */
  mayRegister(): Promise<boolean>;
  /** Whether the company of that address keeps its people to its provider, also before they have an account. */
  mustJoinCompany(tx: Tx, email: string, now: Date): Promise<boolean>;
};
