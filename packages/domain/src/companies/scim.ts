/** Stands in the audit log for the identity provider of the company, which acts for nobody: no user has this id. */
export const scimUserId = 0;
