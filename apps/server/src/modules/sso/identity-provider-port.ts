import type { SsoProblem } from '@headwater/domain/companies/sso';

/** `address`: not allowed. `not_openid`: not an OpenID Connect provider. */
export type DiscoveryFault = 'address' | 'unreachable' | 'not_openid';

export class DiscoveryError extends Error {
  readonly fault: DiscoveryFault;
  readonly issuer: string | undefined;
  constructor(fault: DiscoveryFault, { issuer, ...options }: ErrorOptions & { issuer?: string | undefined } = {}) {
    super(fault, options);
    this.fault = fault;
    this.issuer = issuer;
  }
}

export class SignInRefused extends Error {
  readonly problem: SsoProblem;
  constructor(problem: SsoProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** OpenID Connect Discovery. */
export interface Metadata {
  issuer: string;
  [name: string]: unknown;
}

export interface Client {
  idpUrl: string;
  /** The URL may be in private networks. */
  isInternal: boolean;
  metadata: Metadata;
  clientId: string;
  clientSecret: string;
  /** Additional audience of the token; '' for none. */
  audience: string;
  /** Sent as `resource`; '' for none. */
  trustId: string;
  redirectUri: string;
}

export interface SignInSecrets {
  nonce: string;
  verifier: string;
}

export interface Claims {
  issuer: string;
  subject: string;
  all: Readonly<Record<string, unknown>>;
}

export interface IdentityProvider {
  /** `ofAllTenants`: Microsoft issuer with `{tenantid}`. Throws DiscoveryError. */
  discover(place: Pick<Client, 'idpUrl' | 'isInternal'>, options?: { ofAllTenants?: boolean }): Promise<Metadata>;
  /** Authorization code with PKCE. */
  signInUrl(client: Client, request: SignInSecrets & { state: string; email?: string; prompt?: 'select_account' }): Promise<string>;
  /** Exchanges the code. Throws SignInRefused. */
  claims(client: Client, answer: SignInSecrets & { state: string; query: URLSearchParams; emailClaim: string }): Promise<Claims>;
}
