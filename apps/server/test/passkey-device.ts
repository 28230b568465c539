import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const head = (major: number, length: number) => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return Buffer.from(length < 256 ? [(major << 5) | 24, length] : [(major << 5) | 25, length >> 8, length & 255]);
};

/** CBOR (RFC 8949), reduced to short maps, texts, bytes and small numbers. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const map = value as Map<unknown, unknown>;
  return Buffer.concat([head(5, map.size), ...[...map].flatMap((entry) => entry.map(cbor))]);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Deviations of the response. */
export interface Flaws {
  origin?: string;
  host?: string;
  /** The device did not verify its user. */
  isUnverified?: boolean;
  userHandle?: string;
  counter?: number;
  /** Attestation with certificates. */
  isAttested?: boolean;
}

/** Simulates an authenticator with one passkey (WebAuthn level 3, ES256). */
export function makeDevice(ownOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  let userHandle = '';
  const clientData = (type: string, challenge: string, origin = ownOrigin) => Buffer.from(JSON.stringify({ type, challenge, origin }));
  const authenticatorData = ({ host = new URL(ownOrigin).hostname, isUnverified, counter = 0 }: Flaws, more = Buffer.alloc(0)) => {
    const flags = 1 | (isUnverified ? 0 : 4) | (more.length > 0 ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, more]);
  };
  const answer = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} };
  return {
    credentialId,
    create({ challenge, user }: { challenge: string; user: { id: string } }, flaws: Flaws = {}) {
      userHandle = user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
      const attestation = new Map<string, unknown>([
        ['fmt', flaws.isAttested ? 'apple' : 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(flaws, credential)],
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, flaws.origin).toString('base64url');
      return {
        ...answer,
        response: { clientDataJSON, attestationObject: cbor(attestation).toString('base64url'), transports: ['internal'] },
      };
    },
    use({ challenge }: { challenge: string }, flaws: Flaws = {}) {
      const [data, client] = [authenticatorData(flaws), clientData('webauthn.get', challenge, flaws.origin)];
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...answer,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: flaws.userHandle ?? userHandle,
        },
      };
    },
  };
}
