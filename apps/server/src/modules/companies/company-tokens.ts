import { type ResealCounts, resealRows } from '#platform/crypto/resealing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { listSealedTokens, replaceSealedToken } from './store.ts';

/** What a token is sealed for: that of one company opens in no other. */
export const tokenContext = (companyId: number) => `huntflow ${companyId}`;

/** Seals the tokens of companies anew where an older key sealed them. */
export const resealCompanyTokens = (database: Database, box: SecretBox): Promise<ResealCounts> =>
  database.asSystem(async (tx) =>
    resealRows(await listSealedTokens(tx), {
      reseal: ({ id, sealed }) => box.reseal(sealed, tokenContext(id)),
      replace: ({ id, sealed }, to) => replaceSealedToken(tx, id, { from: sealed, to }),
    }),
  );
