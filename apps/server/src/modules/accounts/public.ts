export { limitPerHour } from './attempts.ts';
export { composeEmail } from './emails/compose-email.ts';
export { languageOf } from './language.ts';
export type { CaptchaCheck } from './captcha.ts';
export { findOwner } from './session-store.ts';
export { findActor, originOf } from './session.ts';
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
} from './store.ts';
export type { EmployedTables, UserTables } from './tables.ts';
