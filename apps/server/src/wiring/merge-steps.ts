import type { Core } from './core.ts';
import { feedbackMergeStep } from '#modules/ai-search/public.ts';
import { atsMergeStep } from '#modules/ats/public.ts';
import { candidateTasksMergeStep } from '#modules/candidate-tasks/store/merging.ts';
import { moveFiles } from '#modules/files/store.ts';
import { fitNotesMergeStep } from '#modules/fit-notes/store/merging.ts';
import { generationsMergeStep } from '#modules/message-generation/public.ts';
import { recipientsMergeStep } from '#modules/messaging/campaigns/store/merging.ts';
import { assigneesMergeStep } from '#modules/messaging/messages/store/assignees.ts';
import { unreadMergeStep } from '#modules/messaging/messages/store/unread.ts';
import { createRegistry, suppressionsMergeStep } from '#modules/messaging/suppressions/public.ts';
import { telegramMergeStep } from '#modules/messaging/telegram/public.ts';
import { linksMergeStep } from '#modules/profile-links/public.ts';
import type { MergeSteps } from '#modules/profile-merges/public.ts';
import { reportsMergeStep } from '#modules/profile-reports/public.ts';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import { viewsMergeStep } from '#modules/profiles/store/merging.ts';
import { listingsMergeStep } from '#modules/search/public.ts';
import { shortlistsMergeStep } from '#modules/shortlists/store/merging.ts';
import { tagsMergeStep } from '#modules/tags/public.ts';
import { candidatesMergeStep } from '#modules/vacancies/store/merging.ts';

/** The files module is below profiles and does not depend on merges. */
const filesMergeStep = defineMergeStep<{ files: number[] }>({
  name: 'files',
  async absorb(tx, { companyId, from, into }) {
    const files = await moveFiles(tx, { companyId, from, into });
    return files.length > 0 ? { files } : undefined;
  },
  giveBack: async (tx, { companyId, from, into }, { files }) =>
    void (await moveFiles(tx, { companyId, from: into, into: from, only: files })),
});

/** Steps for all data of a profile. Candidates come first, because other steps refer to them. */
export const mergeSteps = ({ clock, signing }: Pick<Core, 'clock' | 'signing'>): MergeSteps => [
  candidatesMergeStep,
  recipientsMergeStep,
  unreadMergeStep,
  assigneesMergeStep,
  telegramMergeStep,
  suppressionsMergeStep(createRegistry({ clock, signing })),
  generationsMergeStep,
  tagsMergeStep,
  filesMergeStep,
  linksMergeStep,
  reportsMergeStep,
  shortlistsMergeStep,
  candidateTasksMergeStep,
  fitNotesMergeStep,
  viewsMergeStep,
  listingsMergeStep,
  feedbackMergeStep,
  atsMergeStep,
];
