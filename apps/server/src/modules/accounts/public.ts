export { addUser, changeUser, deactivateUser, isAddressTaken, requireUnreserved } from './change-user.ts';
export { apiKeys, deleteTokens } from './api-tokens/store.ts';
export { isAddressReserved } from './address-restore-store.ts';
export { lockUnchangedUser } from './actions/lock-unchanged-user.ts';
export { deletePendingRegistration, isPending, registerConfirmed } from './actions/register.ts';
export { type Proof, requireProof } from './actions/require-proof.ts';
export type { SignInResult, SignInServices } from './actions/services.ts';
export { limitPerHour } from './attempts.ts';
export { hasOwnSignIn, linkSocial } from './actions/social.ts';
export { findSocialIdentity, listSocialIdentities, type SocialPerson, touchSocialIdentity } from './social-store.ts';
export { resetFactors } from './actions/guard-account.ts';
export { notifyOfChanges, notifyProviderLinked, notifyOfToken } from './actions/notify-owner.ts';
export { lacksOwnFactor, listGuarded } from './factor-store.ts';
export { composeEmail } from './emails/compose-email.ts';
export { languageOf } from './language.ts';
export { moveUser } from './move-user.ts';
export { releaseAddresses } from './release-addresses.ts';
export type { CaptchaCheck } from './captcha.ts';
export { endSessions, endNonSsoSessions, endSsoSessions, findOwner, hasSignedInSince } from './session-store.ts';
export { findActor, originOf, sessionCookie, sessionHashOf } from './session.ts';
export { openSession, passFirstStep, requireMaySignIn, signIn } from './actions/sign-in.ts';
export { replaceSession } from './sign-out.ts';
export {
  type Acceptance,
  activateInvited,
  assignGroup,
  countUsers,
  findUser,
  findUserByEmail,
  findUserOfCompany,
  hasOtherSignIn,
  listAddresses,
  insertUser,
  leaveGroup,
  listUsers,
  reclaimAddresses,
  type NewUserColumns,
  staffRankOf,
  touchUser,
  type User,
  type UserColumns,
  yieldAddress,
} from './store.ts';
export type { EmployedTables, UserTables } from './tables.ts';
export { resealAuthenticators } from './factors.ts';
