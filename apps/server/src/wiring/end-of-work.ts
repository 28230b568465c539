import { deleteToken } from '#modules/api-tokens/store.ts';
import type { EmployeeServices } from '#modules/employees/actions/save-employee.ts';
import { deleteIdentities } from '#modules/sso/public.ts';

export type EndWork = EmployeeServices['endWork'];

export const endOfWork =
  (stopSending: EndWork): EndWork =>
  async (tx, userId) => {
    await deleteToken(tx, userId);
    return stopSending(tx, userId);
  };

export const endOtherWays: EmployeeServices['endOtherWays'] = async (tx, userId) => {
  await deleteToken(tx, userId);
  await deleteIdentities(tx, userId);
};
