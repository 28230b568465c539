import type { EnrichmentPreview } from '@headwater/contract/enrichment';

export type CsvFormat = Partial<Pick<EnrichmentPreview, 'encoding' | 'delimiter'>>;
