import type { Core } from './core.ts';
import { bannedLinkRoutes } from '#modules/banned-links/routes.ts';
import { candidateTaskRoutes } from '#modules/candidate-tasks/routes.ts';
import { duplicateRoutes } from '#modules/duplicates/routes.ts';
import { fitNoteRoutes } from '#modules/fit-notes/routes.ts';
import { profileEventRoutes } from '#modules/profile-events/routes.ts';
import { profileLinkRoutes } from '#modules/profile-links/routes.ts';
import { profileReportRoutes } from '#modules/profile-reports/routes.ts';
import { operatorMail } from '#modules/profile-reports/notify-operator.ts';
import { shortlistRoutes } from '#modules/shortlists/routes.ts';
import { tagRoutes } from '#modules/tags/routes.ts';
import { isCandidateFor } from '#modules/vacancies/public.ts';
import { systemMailQueue } from '#platform/system-mail.ts';

export { remindTasksHandler } from '#modules/candidate-tasks/remind.ts';
export { isInAts } from '#modules/ats/public.ts';

export const profileRecordRoutes = ({ env, database, clock, jobs, secrets }: Core) => ({
  bannedLinks: bannedLinkRoutes({ database, clock }),
  candidateTasks: candidateTaskRoutes({ database, clock }),
  duplicates: duplicateRoutes({ database, clock }),
  fitNotes: fitNoteRoutes({ database, clock }),
  profileEvents: profileEventRoutes({ database }),
  profileLinks: profileLinkRoutes({ database, clock, publicUrl: env.publicUrl }),
  profileReports: profileReportRoutes({
    database,
    clock,
    isCandidateFor,
    notifyOperator: operatorMail(systemMailQueue(secrets), { to: env.HEADWATER_REPORTS_TO, publicUrl: env.publicUrl }),
  }),
  shortlists: shortlistRoutes({ database, clock, publicUrl: env.publicUrl }),
  tags: tagRoutes({ database, clock, jobs, isCandidateFor }),
});
