export {
  type ExportedCandidate,
  exportedCandidates,
  type MatchingCandidate,
  matchingCandidates,
  visibleCandidates,
} from '../actions/export-candidates.ts';
export type { NarrowServices } from '../actions/narrow-candidates.ts';
