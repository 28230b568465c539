const { runSteps } = await import('./scripts/gates/report.mjs');
const { gates } = await import('./scripts/gates/gates.mjs');
process.exit((await runSteps(gates)) === 0 ? 0 : 1);
