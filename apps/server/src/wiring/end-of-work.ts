import { deleteToken } from '#modules/api-tokens/store.ts';
import type { EmployeeServices } from '#modules/employees/actions/save-employee.ts';

/** Ends all that a person does who has left. */
export type EndWork = EmployeeServices['endWork'];

/** `stopSending`: ends what the person sends. */
export const endOfWork =
  (stopSending: EndWork): EndWork =>
  async (tx, userId) => {
    await deleteToken(tx, userId);
    return stopSending(tx, userId);
  };
