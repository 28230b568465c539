export { cancelRun, finishRun, chargeCredits, refund } from './credits.ts';
export { writingOptions } from './writing-options.ts';
export { isUnderWay, type Progress, runsOf } from './store.ts';
export { defineWriting, handleWriting } from './task.ts';
export { languageName, readText } from './text.ts';
