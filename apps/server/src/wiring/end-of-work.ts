import { domainOf } from '@headwater/domain/companies/sso';
import type { Clock } from '#platform/clock.ts';
import { deleteToken } from '#modules/api-tokens/store.ts';
import type { EmployeeServices } from '#modules/employees/actions/save-employee.ts';
import { deleteIdentities, isVerified } from '#modules/sso/public.ts';

/** Ends all that a person does who has left. */
export type EndWork = EmployeeServices['endWork'];

/** `stopSending`: ends what the person sends. */
export const endOfWork =
  (stopSending: EndWork): EndWork =>
  async (tx, userId) => {
    await deleteToken(tx, userId);
    return stopSending(tx, userId);
  };

/** Of an account that may be another person's from now on. */
export const endOtherWays =
  (clock: Clock): EmployeeServices['endOtherWays'] =>
  async (tx, { id, company_id: companyId, email }) => {
    await deleteToken(tx, id);
    // At the company's own domains its provider knows whose the address is.
    if (!(await isVerified(tx, companyId, { domain: domainOf(email), now: clock.now() }))) await deleteIdentities(tx, id);
  };
