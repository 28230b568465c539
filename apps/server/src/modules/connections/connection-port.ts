import type { OAuthTokens } from '#platform/oauth/client.ts';
import type { OAuthSession } from '#platform/oauth/session.ts';

/** Stored sealed. An integration uses the parts that it needs. */
export interface ConnectionSecret {
  tokens?: OAuthTokens;
  apiKey?: string;
  /** Key of the signatures of webhooks. */
  webhookKey?: string;
  /** Keys of webhooks that the service created, each with its own. */
  webhookKeys?: string[];
}

/** A connection that is ready for calls. */
export interface OpenConnection {
  id: number;
  companyId: number;
  settings: Readonly<Record<string, unknown>>;
  secret: ConnectionSecret;
  /** With tokens only. Renews them under a lock that all processes share. */
  session: OAuthSession | undefined;
}
