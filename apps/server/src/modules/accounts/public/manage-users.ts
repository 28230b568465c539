export { addUser, changeUser, deactivateUser, isAddressTaken, requireUnreserved } from '../users/change-user.ts';
export { apiKeys, deleteTokens } from '../api-tokens/store.ts';
export { isAddressReserved } from '../store/address-restores.ts';
export {
  type Acceptance,
  activateInvited,
  assignGroup,
  leaveGroup,
  lockUnchangedUser,
  type NewUserColumns,
  type UserColumns,
  yieldAddress,
} from '../store/users.ts';
export { deletePendingRegistration } from '../users/register.ts';
export { listGuarded } from '../store/factors.ts';
export { moveUser } from '../users/move-user.ts';
