import { orpc } from './api.ts';

/** Whether this installation sends e-mail, and so invitations. */
export const sendsEmailQuery = orpc.notices.getSettings.queryOptions({ select: ({ email_available: isAvailable }) => isAvailable });
