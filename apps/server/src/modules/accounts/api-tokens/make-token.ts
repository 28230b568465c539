import type { TokenRequest } from '@headwater/contract/api-tokens';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { endStreams } from '#platform/events/store.ts';
import { findCompany } from '#modules/companies/public.ts';
import { saveToken } from './store.ts';

/** Secret scanners recognize the product by this prefix. */
const prefix = 'hwt_';

interface Owner {
  userId: number;
  companyId: number;
  createdBy: number;
  now: Date;
}

/** API-005, API-010. Returns the only copy of the secret. Throws api_access_off and FieldErrors. */
export async function makeApiToken(
  tx: Tx,
  { userId, companyId, createdBy, now }: Owner,
  { scopes, expires_at: ends, name = null }: TokenRequest & { name?: string | null },
) {
  const company = await findCompany(tx, companyId);
  if (!company?.features.has_api) throw new AppError('api_access_off');
  const expiresAt = ends === null ? null : new Date(ends);
  if (expiresAt && expiresAt <= now) throw new FieldErrors({ expires_at: 'token_ends_past' });
  const secret = `${prefix}${makeToken().value}`;
  const token = await saveToken(tx, {
    user_id: userId,
    company_id: companyId,
    token_hash: hashToken(secret),
    name,
    last_used_at: null,
    last_four: secret.slice(-4),
    scopes: [...new Set(scopes)],
    created_by: createdBy,
    created_at: now,
    expires_at: expiresAt,
  });
  // Ends streams that the earlier token opened.
  if (name === null) await endStreams(tx, { companyId, userId });
  return { token, secret };
}
