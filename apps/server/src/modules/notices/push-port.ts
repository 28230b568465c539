/** RFC 8030, 8291. Keys in base64url. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface PushMessage {
  address: PushAddress;
  /** Encrypted for the browser. */
  text: string;
  /** The service keeps only the newest message of a topic. Up to 32 base64url characters. */
  topic: string;
  ttlSeconds: number;
}

/** `later`: retry after `afterMs`. `refused`: a retry does not help. */
export type PushOutcome = { kind: 'taken' } | { kind: 'gone' } | { kind: 'later'; afterMs: number } | { kind: 'refused'; reason: string };

export interface PushService {
  /** Base64url. */
  publicKey(): Promise<string>;
  accepts(address: PushAddress): boolean;
  send(message: PushMessage, signal: AbortSignal): Promise<PushOutcome>;
}
