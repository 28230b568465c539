import { orpc } from './api.ts';

export const sendsEmailQuery = orpc.notices.getSettings.queryOptions({ select: ({ email_available: isAvailable }) => isAvailable });
