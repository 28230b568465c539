export { limitPerHour } from './sign-in/attempts.ts';
export { composeEmail } from './emails/compose-email.ts';
export { languageOf } from './users/language.ts';
export type { CaptchaCheck } from './sign-in/captcha.ts';
export { findOwner } from './store/sessions.ts';
export { findActor, originOf } from './sessions/session.ts';
export {
  countUsers,
  findUser,
  findUserByEmail,
  findUserOfCompany,
  insertUser,
  listUsers,
  staffRankOf,
  touchUser,
  type User,
} from './store/users.ts';
export type { EmployedTables, UserTables } from './tables.ts';
