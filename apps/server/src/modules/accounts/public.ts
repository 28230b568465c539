export { addUser, changeUser, isAddressTaken, type NewUserColumns, type UserColumns } from './change-user.ts';
export { forgetRegistration } from './actions/register.ts';
export { moveUser } from './move-user.ts';
export type { CaptchaCheck } from './captcha.ts';
export { endSessions } from './session-store.ts';
export { findActor, findVisitorById, originOf, setDeviceCookie, setSessionCookie } from './session.ts';
export { openSession } from './actions/sign-in.ts';
export { endSession } from './sign-out.ts';
export {
  type Acceptance,
  activateInvited,
  countUsers,
  findUser,
  findUserByEmail,
  insertUser,
  listUsers,
  type NewUser,
  type User,
} from './store.ts';
export type { EmployedTables, UserTables } from './tables.ts';
