import type { InvitationView } from '@headwater/contract/invitations';
import type { InvitationRow } from './store.ts';

type InvitedRole = InvitationView['role'];

/** Staff may have changed the role since. */
export const presentInvitation = (row: InvitationRow): InvitationView => ({
  id: row.id,
  user_id: row.user_id,
  email: row.address,
  role: row.role as InvitedRole,
  can_search: row.can_search,
  language: row.language,
  is_accepted: row.accepted_at !== null,
  invited_by: row.invited_by === null ? null : { id: row.invited_by, name: row.inviter },
  sent_at: row.sent_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});
