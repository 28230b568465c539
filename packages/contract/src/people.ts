import { profileFragments } from './profile-fragments.ts';
import { profiles } from './profiles.ts';

/** Profiles, and what a company changes of them. */
export const people = { profileFragments, profiles };
