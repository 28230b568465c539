import { stepChannels } from '@headwater/domain/outreach/channels';
import { z } from 'zod';

export const stepChannel = z.enum(stepChannels);
