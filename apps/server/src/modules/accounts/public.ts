export { endSessions } from './session-store.ts';
export { findActor, findVisitorById } from './session.ts';
export { countUsers, findUser, findUserByEmail, insertUser, listUsers, type NewUser, type User } from './store.ts';
export type { UserTables } from './tables.ts';
