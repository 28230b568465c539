import type { SsoProblem } from '@headwater/domain/companies/sso';

/** Why a provider could not be read at its address: not one that may be reached, nobody answers, or no OpenID Connect. */
export type DiscoveryFault = 'address' | 'unreachable' | 'not_openid';

export class DiscoveryError extends Error {
  readonly fault: DiscoveryFault;
  /** The issuer that the provider names, if it differs from the address. */
  readonly issuer: string | undefined;
  constructor(fault: DiscoveryFault, { issuer, ...options }: ErrorOptions & { issuer?: string | undefined } = {}) {
    super(fault, options);
    this.fault = fault;
    this.issuer = issuer;
  }
}

/** A sign-in ends here; the person is told why. */
export class SignInRefused extends Error {
  readonly problem: SsoProblem;
  constructor(problem: SsoProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** What a provider says of itself (OpenID Connect Discovery), as it is. */
export interface Metadata {
  issuer: string;
  [name: string]: unknown;
}

/** This installation at a provider. */
export interface Client {
  /** Where the company has said that the provider is. */
  idpUrl: string;
  /** Whether its endpoints may be in the networks of the operator. */
  isInternal: boolean;
  metadata: Metadata;
  clientId: string;
  clientSecret: string;
  /** Named by the token besides the client; '' for nothing. */
  audience: string;
  /** Sent as `resource`, by which some providers know the application; '' for nothing. */
  trustId: string;
  redirectUri: string;
}

/** What is different in each sign-in. */
export interface SignInSecrets {
  nonce: string;
  verifier: string;
}

/** Who the provider says it is: checked claims, of which the issuer and the subject alone tell people apart. */
export interface Claims {
  issuer: string;
  subject: string;
  all: Readonly<Record<string, unknown>>;
}

export interface IdentityProvider {
  /**
   * `ofAllTenants`: the address is one of Microsoft's, `…/common/v2.0` or the like, behind which each organisation has an issuer of its own: the
   * issuer that is answered has `{tenantid}` for its place, and claims say which it was. Throws DiscoveryError.
   */
  discover(place: Pick<Client, 'idpUrl' | 'isInternal'>, options?: { ofAllTenants?: boolean }): Promise<Metadata>;
  /** Where the person is sent (authorization code with PKCE). */
  signInUrl(client: Client, request: SignInSecrets & { state: string; email?: string; prompt?: 'select_account' }): Promise<string>;
  /** Exchanges the code of that address of ours. Throws SignInRefused. */
  claims(client: Client, answer: SignInSecrets & { state: string; query: URLSearchParams; emailClaim: string }): Promise<Claims>;
}
