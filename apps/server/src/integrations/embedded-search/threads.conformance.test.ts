import { describeConformance } from '#modules/search/conformance/suite.ts';
import { conformingAdapter } from './conformance/adapter.ts';

// In a file of its own, beside the many trees of the engine in line.
describeConformance(conformingAdapter('the embedded engine'), { trees: 300, turns: 15, treesATurn: 4 });
