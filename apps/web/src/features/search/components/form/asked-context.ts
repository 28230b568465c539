import { createContext } from 'react';
import type { QueryEntity } from '@headwater/domain/query/term';
import type { Asked } from '../../api/find-profiles.ts';

/** The search that the chips of the form stand in; null where there is none to count. */
export const AskedContext = createContext<{ query: readonly QueryEntity[]; asked: Asked } | null>(null);
