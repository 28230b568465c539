/**
 * Push subscription of a browser (RFC 8030, 8291): endpoint, public key and secret in base64url.
 */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  address: PushAddress;
  /** Encrypted for the browser. */
  text: string;
  /** The service keeps only the newest message of a topic. Up to 32 base64url characters. */
  topic: string;
  /** Time that the service keeps the message for an offline browser. */
  ttlSeconds: number;
}

/**
 * `gone`: the subscription ended. `later`: retry after `afterMs`. `refused`: a retry does not
 * help.
 */
export type PushOutcome = { kind: 'taken' } | { kind: 'gone' } | { kind: 'later'; afterMs: number } | { kind: 'refused'; reason: string };

export interface PushService {
  /** Base64url. */
  publicKey(): Promise<string>;
  /** Checks the endpoint and the keys. */
  accepts(address: PushAddress): boolean;
  send(message: PushMessage, signal: AbortSignal): Promise<PushOutcome>;
}
