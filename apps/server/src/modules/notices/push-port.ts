/** Where a browser is reached, as it has told (RFC 8030, 8291): the address at its push service, its public key and secret in base64url. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  address: PushAddress;
  /** What the browser shows; the service that carries it cannot read it. */
  text: string;
  /** Of one topic a service keeps the newest alone, while the browser is away: up to 32 characters of base64url. */
  topic: string;
  /** How long the service keeps it for a browser that is away. */
  ttlSeconds: number;
}

/** `gone`: the browser takes nothing any more. `later`: worth another try, not before `afterMs`. `refused`: no try helps. */
export type PushOutcome = { kind: 'taken' } | { kind: 'gone' } | { kind: 'later'; afterMs: number } | { kind: 'refused'; reason: string };

/** Hands messages to the push services of browsers. */
export interface PushService {
  /** The public key of this installation, in base64url. */
  publicKey(): Promise<string>;
  /** Whether messages may be sent there, as far as an address and its keys tell. */
  accepts(address: PushAddress): boolean;
  send(message: PushMessage, signal: AbortSignal): Promise<PushOutcome>;
}
