import { deleteToken } from '#modules/api-tokens/store.ts';
import type { EmployeeServices } from '#modules/employees/actions/save-employee.ts';
import { deleteIdentities } from '#modules/sso/public.ts';

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
export const endOtherWays: EmployeeServices['endOtherWays'] = async (tx, userId) => {
  await deleteToken(tx, userId);
  await deleteIdentities(tx, userId);
};
