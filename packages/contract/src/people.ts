import { bannedLinks } from './banned-links.ts';
import { duplicates } from './duplicates.ts';
import { files } from './files.ts';
import { privacy } from './privacy.ts';
import { profileCreation } from './profile-creation.ts';
import { profileEnrichment } from './profile-enrichment.ts';
import { profileEvents } from './profile-events.ts';
import { profileFragments } from './profile-fragments.ts';
import { profileLinks } from './profile-links.ts';
import { profileLookups } from './profile-lookups.ts';
import { profileMerges } from './profile-merges.ts';
import { profileReports } from './profile-reports.ts';
import { profiles } from './profiles.ts';
import { tableImports } from './table-imports.ts';
import { tags } from './tags.ts';

export const people = {
  bannedLinks,
  duplicates,
  files,
  privacy,
  profileCreation,
  profileEnrichment,
  profileEvents,
  profileFragments,
  profileLinks,
  profileLookups,
  profileMerges,
  profileReports,
  profiles,
  tableImports,
  tags,
};
