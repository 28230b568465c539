import { orpc } from './api.ts';

/** Whether the installation sends e-mail, and therefore invitations. */
export const sendsEmailQuery = orpc.notices.getSettings.queryOptions({ select: ({ email_available: isAvailable }) => isAvailable });
