import { describeLetters } from '#modules/search/conformance/letters.ts';
import { describeConformance } from '#modules/search/conformance/suite.ts';
import { conformingAdapter } from './conformance/adapter.ts';

// A separate file, because the inline tests are long.
const adapter = conformingAdapter('the embedded engine');
describeConformance(adapter, { trees: 300, turns: 15, treesATurn: 4 });
describeLetters(adapter);
