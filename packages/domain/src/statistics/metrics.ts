/** STC-020 */
export const sections = ['search', 'pipeline', 'messaging'] as const;
export type Section = (typeof sections)[number];

/** STC-026, STC-027: the first is selected by default. */
export const statisticsTables = ['users', 'folders', 'templates'] as const;
export type StatisticsTable = (typeof statisticsTables)[number];

/** Kinds of facts, by section. Migrations 0029 and 0035 have the same lists. */
export const factKinds = {
  search: ['query', 'view', 'first_view', 'opening', 'saved', 'saved_empty'],
  pipeline: ['added', 'move', 'accidental', 'removed'],
  messaging: ['sent', 'first_sent', 'opened', 'machine_opened', 'replied', 'positive', 'bounced', 'error', 'unsubscribed'],
} as const satisfies Record<Section, readonly string[]>;
export type FactKind = (typeof factKinds)[Section][number];

/** Meaning of one row of the list behind a number. Units are never mixed in one ratio. */
export type Unit = 'actions' | 'people' | 'candidacies' | 'moves' | 'messages';
/** Date by which a number counts: the event itself, the sending of its message, or the start of its candidacy. */
export type DateBasis = 'event' | 'sent' | 'added';
/** activity: events in the period. cohort: those that began in the period, with everything that happened to them since. */
export type Counting = 'activity' | 'cohort';

interface Definition {
  section: Section;
  unit: Unit;
  basis: DateBasis;
  counting: Counting;
  /** Kinds of facts that add, and those that cancel a fact of the same source. The list behind the number reads both. */
  counts: readonly FactKind[];
  cancels?: readonly FactKind[];
  /** Only moves into these statuses, which the settings of the section choose. */
  into?: 'hired' | 'rejected';
}

interface Share {
  section: Section;
  part: string;
  whole: string;
}

const activity = { basis: 'event', counting: 'activity' } as const;
const bySending = { section: 'messaging', unit: 'messages', basis: 'sent', counting: 'cohort' } as const;

/** The only definition of each number; page, API, export, e-mail and documentation read it. */
const counted = {
  queries: { section: 'search', unit: 'actions', ...activity, counts: ['query'] },
  views: { section: 'search', unit: 'actions', ...activity, counts: ['view'] },
  people_viewed: { section: 'search', unit: 'people', ...activity, counts: ['first_view'] },
  openings: { section: 'search', unit: 'actions', ...activity, counts: ['opening'] },
  saved_searches: { section: 'search', unit: 'actions', ...activity, counts: ['saved'] },
  saved_empty: { section: 'search', unit: 'actions', ...activity, counts: ['saved_empty'] },
  added: { section: 'pipeline', unit: 'candidacies', ...activity, counts: ['added'] },
  moves: { section: 'pipeline', unit: 'moves', ...activity, counts: ['move'], cancels: ['accidental'] },
  hired: { section: 'pipeline', unit: 'moves', ...activity, counts: ['move'], cancels: ['accidental'], into: 'hired' },
  rejected: { section: 'pipeline', unit: 'moves', ...activity, counts: ['move'], cancels: ['accidental'], into: 'rejected' },
  removed: { section: 'pipeline', unit: 'candidacies', ...activity, counts: ['removed'] },
  accidental: { section: 'pipeline', unit: 'moves', ...activity, counts: ['accidental'] },
  sent: { ...bySending, counts: ['sent'] },
  people_contacted: { ...bySending, unit: 'people', counts: ['first_sent'] },
  delivered: { ...bySending, counts: ['sent'], cancels: ['bounced'] },
  opened: { ...bySending, counts: ['opened'] },
  machine_opened: { ...bySending, counts: ['machine_opened'] },
  replied: { ...bySending, counts: ['replied'] },
  /**
   * The candidate was moved, after the reply, to a status between Replied and Hired, in the vacancy of the mailing if
   * it has one (migration 0035). A later rejection changes nothing.
   */
  positive: { ...bySending, counts: ['positive'] },
  bounced: { ...bySending, counts: ['bounced'] },
  unsubscribed: { ...bySending, counts: ['unsubscribed'] },
  error: { section: 'messaging', unit: 'messages', ...activity, counts: ['error'] },
} as const satisfies Record<string, Definition>;

const shares = {
  saved_empty_share: { section: 'search', part: 'saved_empty', whole: 'saved_searches' },
  opened_share: { section: 'messaging', part: 'opened', whole: 'delivered' },
  replied_share: { section: 'messaging', part: 'replied', whole: 'delivered' },
  positive_share: { section: 'messaging', part: 'positive', whole: 'replied' },
  bounced_share: { section: 'messaging', part: 'bounced', whole: 'sent' },
  unsubscribed_share: { section: 'messaging', part: 'unsubscribed', whole: 'delivered' },
} as const satisfies Record<string, Share & { part: keyof typeof counted; whole: keyof typeof counted }>;

export type CountId = keyof typeof counted;
export type ShareId = keyof typeof shares;
export type MetricId = CountId | ShareId;

export const countIds = Object.keys(counted) as [CountId, ...CountId[]];
export const shareIds = Object.keys(shares) as [ShareId, ...ShareId[]];
export const metricIds: readonly [MetricId, ...MetricId[]] = [...countIds, ...shareIds];

export const countOf = (id: CountId): Definition => counted[id];
export const isShare = (id: MetricId): id is ShareId => id in shares;
export const shareOf = (id: ShareId): { part: CountId; whole: CountId } => shares[id];
/** Numerator of a share, or the count itself: its list is behind the number. */
export const countBehind = (id: MetricId): CountId => (isShare(id) ? shares[id].part : id);

export const sectionOf = (id: MetricId): Section => (isShare(id) ? shares[id].section : counted[id].section);
export const metricsOf = (section: Section): MetricId[] => metricIds.filter((id) => sectionOf(id) === section);
export const countsOf = (section: Section): CountId[] => countIds.filter((id) => counted[id].section === section);
