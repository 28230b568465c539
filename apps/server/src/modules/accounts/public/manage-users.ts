export { addUser, changeUser, deactivateUser, isAddressTaken, requireUnreserved } from '../change-user.ts';
export { apiKeys, deleteTokens } from '../api-tokens/store.ts';
export { isAddressReserved } from '../address-restore-store.ts';
export { lockUnchangedUser } from '../actions/lock-unchanged-user.ts';
export { deletePendingRegistration } from '../actions/register.ts';
export { listGuarded } from '../factor-store.ts';
export { moveUser } from '../move-user.ts';
export {
  type Acceptance,
  activateInvited,
  assignGroup,
  leaveGroup,
  type NewUserColumns,
  type UserColumns,
  yieldAddress,
} from '../store.ts';
