import type { Core } from './core.ts';
import { wireProfileMerges } from './profile-merges.ts';
import { type ProfileNeeds, wireProfiles } from './profiles.ts';
import { wireTableImports } from './table-imports.ts';

export const wirePeople = (core: Core, needs: ProfileNeeds) =>
  [wireProfiles(core, needs), wireProfileMerges(core), wireTableImports(core, needs)] as const;
