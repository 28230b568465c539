/** Tells which tests passed on their second attempt only, and why the first one failed: a passing run must not hide them. */
export default class SecondAttempts {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    if (flaky.length === 0) return;
    console.log(`\nPassed on the second attempt: ${flaky.length}`);
    for (const test of flaky) {
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
      for (const error of test.result().errors ?? []) console.log(`    ${error.message.split('\n')[0]}`);
    }
  }
}
