import type { EnrichmentPreview } from '@headwater/contract/enrichment';

/** How a file is read, as far as that is not found out. */
export type CsvFormat = Partial<Pick<EnrichmentPreview, 'encoding' | 'delimiter'>>;
