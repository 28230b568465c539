import { implement } from '@orpc/server';
import { setup } from '@headwater/contract/setup';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { makeFirstAccount } from './first-account.ts';

export function setupRoutes({ database }: { database: Database }) {
  const api = implement(setup).$context<RequestContext>();
  return {
    create: api.create.handler(async ({ input }) => {
      const { code, company_name: companyName, first_name: firstName, last_name: lastName, email, password, language } = input;
      await makeFirstAccount(database, { code, companyName, firstName, lastName, email, password, language });
      return { email };
    }),
  };
}
