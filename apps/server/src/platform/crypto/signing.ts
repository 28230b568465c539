import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { ensureFact, readFact, saveFact } from '#platform/database/installation-store.ts';
import type { SecretBox } from './secrets.ts';

const fact = 'signing';
const context = 'the signing key of the installation';
const formerFact = 'former_signing';
const formerContext = 'fingerprint keys of an imported company';
const refreshedMs = 60_000;

/** Fingerprints of an imported company, made in its former installation. */
export interface FormerSigner extends FormerKeys, Pick<Signer, 'fingerprint'> {}

/** Signatures and keyed hashes of this installation. `purpose` separates uses. */
export interface Signer {
  /** 128 bits, URL-safe. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
  /** 256 bits, deterministic. */
  fingerprint(purpose: string, text: string): Buffer;
  /** Computes fingerprints of one purpose elsewhere. */
  keyOf(purpose: string): Buffer;
  former: readonly FormerSigner[];
}

const macOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

export function signerOf(key: Buffer, former: readonly FormerSigner[] = []): Signer {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
    keys.set(purpose, known);
    return known;
  };
  const mac = (purpose: string, text: string) => macOf(keyFor(purpose), text);
  const sign = (purpose: string, text: string) => mac(purpose, text).subarray(0, 16).toString('base64url');
  return {
    sign,
    isSigned(purpose, text, signature) {
      const [right, presented] = [Buffer.from(sign(purpose, text)), Buffer.from(signature)];
      return right.length === presented.length && timingSafeEqual(right, presented);
    },
    fingerprint: mac,
    keyOf: keyFor,
    former,
  };
}

export interface SigningServices {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
}

interface StoredFormer {
  companyId: number;
  formerCompanyId: number;
  sealed: string;
}

export interface FormerKeys {
  companyId: number;
  formerCompanyId: number;
  /** In base64, by purpose. */
  keys: Readonly<Record<string, string>>;
}

export const formerSigner = ({ companyId, formerCompanyId, keys }: FormerKeys): FormerSigner => ({
  companyId,
  formerCompanyId,
  keys,
  fingerprint: (purpose, text) => macOf(Buffer.from(keys[purpose] ?? '', 'base64'), text),
});

/** Fingerprints of an imported company count from the next minute on. */
export async function addFormerKeys(
  tx: Tx,
  former: readonly FormerKeys[],
  { secrets, now }: { secrets: SecretBox; now: Date },
): Promise<void> {
  if (former.length === 0) return;
  const stored = (await readFact<StoredFormer[]>(tx, formerFact)) ?? [];
  const added = former.map(({ keys, ...ids }) => ({ ...ids, sealed: secrets.seal(JSON.stringify(keys), formerContext) }));
  await saveFact(tx, formerFact, { value: [...stored, ...added], savedAt: now });
}

async function readFormer(tx: Tx, { secrets, clock }: Pick<SigningServices, 'secrets' | 'clock'>): Promise<FormerSigner[]> {
  const stored = (await readFact<StoredFormer[]>(tx, formerFact)) ?? [];
  const resealed = stored.map((each) => ({ ...each, sealed: secrets.reseal(each.sealed, formerContext) ?? each.sealed }));
  if (resealed.some(({ sealed }, at) => sealed !== stored[at]?.sealed))
    await saveFact(tx, formerFact, { value: resealed, savedAt: clock.now() });
  return resealed.map(({ sealed, ...ids }) =>
    formerSigner({ ...ids, keys: JSON.parse(secrets.open(sealed, formerContext)) as FormerKeys['keys'] }),
  );
}

/** The key survives rotations of the secret key, because links must work for years. */
export function createSigning({ database, clock, secrets }: SigningServices): () => Promise<Signer> {
  const load = () =>
    database.asSystem(async (tx) => {
      const made = { sealed: secrets.seal(randomBytes(32).toString('base64'), context) };
      const { sealed } = await ensureFact(tx, fact, { value: made, savedAt: clock.now() });
      const resealed = secrets.reseal(sealed, context);
      if (resealed) await saveFact(tx, fact, { value: { sealed: resealed }, savedAt: clock.now() });
      return signerOf(Buffer.from(secrets.open(sealed, context), 'base64'), await readFormer(tx, { secrets, clock }));
    });
  let known: Promise<Signer> | undefined;
  let loadedAt = 0;
  async function refresh(): Promise<void> {
    const loaded = load();
    await loaded.then(
      () => (known = loaded),
      // The next minute retries.
      () => undefined,
    );
  }
  return () => {
    const now = clock.now().getTime();
    const isOld = known !== undefined && Math.abs(now - loadedAt) > refreshedMs;
    if (isOld || !known) loadedAt = now;
    // Callers hold connections, which a reload needs too.
    if (isOld) void refresh();
    // A failure, such as a database restart, is not cached.
    known ??= load().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
