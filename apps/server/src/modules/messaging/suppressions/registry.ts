import { domainToUnicode } from 'node:url';
import { mailboxKey } from '@headwater/domain/identity/email';
import { knownAddress, normaliseAddress } from '@headwater/domain/mail/address';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Clock } from '#platform/clock.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import { findSuppressed, hasHashed, insertSuppression, partsOf, type Refusal, type Source } from './store.ts';

export interface RegistryServices {
  clock: Clock;
  signing(): Promise<Signer>;
}

export interface Suppressing {
  companyId: number;
  /** The address, or its hash if the address is unknown. */
  who: { email: string } | { hash: Buffer; email: string | null };
  reason: SuppressionReason;
  source: Source;
  messageId?: number | null;
  note?: string;
  addedBy?: number | null;
}

/** Keys of earlier releases: without rules of mail services, and as spelled. */
function formerKeys(email: string): string[] {
  const known = knownAddress(email);
  const plain = (known ?? email.trim()).toLowerCase();
  if (known === null || normaliseAddress(email) !== null) return plain === mailboxKey(email) ? [] : [plain];
  const [local = '', domain = ''] = known.split('@');
  return [plain, email.trim().toLowerCase(), `${local}@${domainToUnicode(domain)}`];
}

/** An address that may be written to. */
export interface Addressee {
  email: string;
  profileId: number | null;
}

/** Key of the closed addresses of a profile. No address has this form. */
export const keyOfProfile = (id: number) => `profile ${id}`;

export const suppressionPurpose = 'suppressed address';

/** Suppressed addresses of companies, compared by normalized key and per company. */
export function createRegistry({ clock, signing }: RegistryServices) {
  const hashOfKey = async (companyId: number, key: string) => (await signing()).fingerprint(suppressionPurpose, `${companyId} ${key}`);
  const hashOf = (companyId: number, email: string) => hashOfKey(companyId, mailboxKey(email));
  async function hashesOf(companyId: number, email: string): Promise<Buffer[]> {
    const signer = await signing();
    const former = signer.former.filter((each) => each.companyId === companyId);
    return [mailboxKey(email), ...formerKeys(email)].flatMap((key) => [
      signer.fingerprint(suppressionPurpose, `${companyId} ${key}`),
      ...former.map(({ formerCompanyId, fingerprint }) => fingerprint(suppressionPurpose, `${formerCompanyId} ${key}`)),
    ]);
  }

  async function hashesOfProfiles(tx: Tx, companyId: number, profileIds: readonly number[]) {
    const parts = await partsOf(tx, profileIds);
    return Promise.all(
      parts.map(async ({ profile_id: profileId, part }) => ({ profileId, hash: await hashOfKey(companyId, keyOfProfile(part)) })),
    );
  }

  /** Refusals of people for their closed addresses, by profile. */
  async function refusedBy(tx: Tx, companyId: number, profileIds: readonly number[]): Promise<Map<number, Refusal>> {
    if (profileIds.length === 0 || !(await hasHashed(tx, companyId))) return new Map();
    const hashed = await hashesOfProfiles(tx, companyId, profileIds);
    const found = await findSuppressed(
      tx,
      hashed.map(({ hash }) => hash),
    );
    return new Map(
      hashed.flatMap(({ profileId, hash }) => {
        const known = found.get(hash.toString('hex'));
        return known ? [[profileId, known] as const] : [];
      }),
    );
  }

  /** Those of the addresses that must not be written to, spelled as they were given. */
  async function suppressed(tx: Tx, companyId: number, emails: readonly string[]): Promise<Map<string, Refusal>> {
    const hashed = await Promise.all(emails.map(async (email) => ({ email, hashes: await hashesOf(companyId, email) })));
    const found = await findSuppressed(
      tx,
      hashed.flatMap(({ hashes }) => hashes),
    );
    return new Map(
      hashed.flatMap(({ email, hashes }) => {
        const [known] = hashes.flatMap((hash) => found.get(hash.toString('hex')) ?? []);
        return known ? [[email, known] as const] : [];
      }),
    );
  }

  return {
    hashOf,
    hashesOf,
    hashesOfProfiles,
    refusedBy,
    /** As suppressed, also with refusals of people for their closed addresses. */
    async suppressedAmong(tx: Tx, companyId: number, people: readonly Addressee[]): Promise<Map<string, Refusal>> {
      const emails = people.map(({ email }) => email);
      const found = await suppressed(tx, companyId, emails);
      const others = people.filter(({ email }) => !found.has(email));
      const refused = await refusedBy(tx, companyId, [...new Set(others.flatMap(({ profileId }) => profileId ?? []))]);
      for (const { email, profileId } of others) {
        const refusal = profileId === null ? undefined : refused.get(profileId);
        if (refusal) found.set(email, refusal);
      }
      return found;
    },
    suppressed,
    async suppress(tx: Tx, { companyId, who, ...more }: Suppressing): Promise<boolean> {
      const hash = 'hash' in who ? who.hash : await hashOf(companyId, who.email);
      return insertSuppression(tx, {
        companyId,
        hash,
        address: who.email === null ? null : knownAddress(who.email),
        reason: more.reason,
        source: more.source,
        messageId: more.messageId ?? null,
        note: more.note ?? '',
        addedBy: more.addedBy ?? null,
        addedAt: clock.now(),
      });
    },
  };
}

export type Registry = ReturnType<typeof createRegistry>;
