import { describeConformance } from '#modules/search/conformance/suite.ts';
import { conformingAdapter } from './conformance/adapter.ts';
import { startInlineThread } from './shard/inline-thread.ts';

describeConformance(conformingAdapter('the embedded engine, its threads in line', startInlineThread), {
  trees: 14_000,
  turns: 400,
  treesATurn: 16,
});
