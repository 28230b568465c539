import { type ResealCounts, resealRows } from '#platform/crypto/resealing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { listSealedTokens, replaceSealedToken } from '../store/companies.ts';

/** A token sealed for one company opens in no other. */
export const tokenContext = (companyId: number) => `huntflow ${companyId}`;

export const resealCompanyTokens = (database: Database, box: SecretBox): Promise<ResealCounts> =>
  database.asSystem(async (tx) =>
    resealRows(await listSealedTokens(tx), {
      reseal: ({ id, sealed }) => box.reseal(sealed, tokenContext(id)),
      replace: ({ id, sealed }, to) => replaceSealedToken(tx, id, { from: sealed, to }),
    }),
  );
