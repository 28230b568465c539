/** Actor id of the identity provider in the audit log. No user has this id. */
export const scimUserId = 0;
