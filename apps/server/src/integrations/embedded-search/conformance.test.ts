import { isProof } from '@headwater/domain/testing/sample';
import { describeConformance } from '#modules/search/conformance/suite.ts';
import { conformingAdapter } from './conformance/adapter.ts';
import { startInlineThread } from './shard/inline-thread.ts';

describeConformance(
  conformingAdapter('the embedded engine, its threads in line', startInlineThread),
  isProof ? { trees: 5_000, turns: 300, treesATurn: 8 } : { trees: 800, turns: 50, treesATurn: 6 },
);
