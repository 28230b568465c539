import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { listSealedTokens, replaceSealedToken } from './store.ts';

/** What a token is sealed for: that of one company opens in no other. */
export const tokenContext = (companyId: number) => `huntflow ${companyId}`;

/** Seals anew what an older key sealed. Returns how many tokens of companies that were, and how many no key opens. */
export const resealCompanyTokens = (database: Database, box: SecretBox): Promise<{ resealed: number; lost: number }> =>
  database.asSystem(async (tx) => {
    const counts = { resealed: 0, lost: 0 };
    for (const { id, sealed } of await listSealedTokens(tx)) {
      try {
        const anew = box.reseal(sealed, tokenContext(id));
        if (anew === undefined) continue;
        // Whoever has saved another one meanwhile has sealed it with the first key.
        await replaceSealedToken(tx, id, { from: sealed, to: anew });
        counts.resealed += 1;
      } catch {
        counts.lost += 1;
      }
    }
    return counts;
  });
